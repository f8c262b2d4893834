/**
 * Random agents and conversations: 1 to 6 calls a message, unknown names, failing and napping tools, hooks, both modes,
 * several turns and runs, termination, truncated and failed messages, steering and follow-ups.
 */
import fc from 'fast-check';
import type { ScriptedMessage } from '../../../src/activities/models/scripted.ts';
import type { ToolCall } from '../../../src/core/messages.ts';
import type { Behavior, ScenarioTool } from '../../conformance/scenario.ts';
import { argumentsFor, choices, parameters } from './arbitrary-arguments.ts';
import type { AgentPart, Case, Conversation, Saying } from './case.ts';

const names = ['alpha', 'beta', 'gamma'] as const;
const mode = fc.constantFrom('parallel' as const, 'sequential' as const);
const queueMode = fc.constantFrom('one-at-a-time' as const, 'all' as const);
/** One in `n` has it; without is plainer. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, n = 4) =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Drops the members that are undefined: an option that is not given is absent. */
function given<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const content = fc.constantFrom([], [{ type: 'text' as const, text: 'made' }]);
const result = fc
  .record({
    content,
    details: rarely(fc.constantFrom({ code: 3 }, {}, { list: [1] })),
    terminate: rarely(fc.constantFrom(true, true, false), 2),
  })
  .map(given);

const behavior: fc.Arbitrary<Behavior> = fc
  .record({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ kind: 'echo' as const }) },
      { weight: 3, arbitrary: result.map((made) => ({ kind: 'result' as const, result: made })) },
      { weight: 2, arbitrary: fc.constantFrom('throw' as const, 'throwString' as const).map(failing) },
    ),
    sleepMs: rarely(fc.integer({ min: 1, max: 40 }), 2),
  })
  .map(({ kind, sleepMs }) => ({ ...kind, ...given({ sleepMs }) }));

function failing(kind: 'throw' | 'throwString') {
  return { kind, message: `failed by ${kind}` };
}

const prepare = fc.constantFrom(
  { rename: { a: 'b' } },
  { rename: { extra: 'a' } },
  { set: { a: 7 } },
  { throw: 'cannot prepare' },
);

const tool = fc
  .record({ parameters, behavior, executionMode: rarely(mode), prepare: rarely(prepare, 5) })
  .map(given) as fc.Arbitrary<Omit<ScenarioTool, 'name'>>;

const tools = fc
  .array(tool, { minLength: 1, maxLength: names.length })
  .map((made) => made.map((one, index): ScenarioTool => ({ name: names[index] ?? '', ...one })));

const match = {
  tool: rarely(fc.constantFrom(...names), 2),
  whenArgs: rarely(fc.constantFrom({}, { a: 2 }, { a: '5' }), 4),
};
const before = fc.array(
  fc
    .record({
      ...match,
      sleepMs: rarely(fc.integer({ min: 1, max: 15 })),
      throw: rarely(fc.constant('policy engine down')),
      block: rarely(fc.boolean(), 2),
      reason: rarely(fc.constantFrom('not today', ''), 2),
      terminate: rarely(fc.boolean(), 2),
    })
    .map(given),
  { maxLength: 2 },
);
const override = fc
  .record({
    content: rarely(content, 2),
    details: rarely(fc.constantFrom({ by: 'hook' }, {})),
    isError: rarely(fc.boolean(), 3),
    terminate: rarely(fc.boolean(), 2),
  })
  .map(given);
const after = fc.array(
  fc
    .record({
      ...match,
      whenError: rarely(fc.boolean(), 2),
      throw: rarely(fc.constant('redaction failed'), 5),
      set: rarely(override, 2),
    })
    .map(given),
  { maxLength: 2 },
);

const agent = fc
  .record({
    tools,
    toolExecution: rarely(mode, 2),
    before: rarely(before, 2),
    after: rarely(after, 2),
    stopAfterTurn: rarely(fc.integer({ min: 1, max: 3 }), 8),
    steeringMode: rarely(queueMode, 2),
    followUpMode: rarely(queueMode, 2),
  })
  .map(given) as fc.Arbitrary<AgentPart>;

const call = fc.record({
  tool: fc.oneof(
    { weight: 12, arbitrary: fc.nat(2) },
    { weight: 1, arbitrary: fc.constantFrom('missing', 'toString') },
  ),
  id: rarely(fc.constantFrom('', 'again'), 12),
  choices,
});
const message = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 6 }),
  text: rarely(fc.constant('thinking aloud')),
  ends: rarely(fc.constantFrom('length' as const, 'text' as const, 'error' as const), 6),
  says: fc.array(fc.constantFrom('steer' as const, 'followUp' as const), { maxLength: 3 }),
});
const conversation = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  runs: fc.constantFrom(1, 1, 2),
});

type Recipe = typeof conversation extends fc.Arbitrary<infer R> ? R : never;

/** Up to five conversations with one agent. */
export const cases: fc.Arbitrary<Case> = fc
  // The conversations come first: what shrinks first is what comes first.
  .record({ recipes: fc.array(conversation, { minLength: 1, maxLength: 5 }), agent })
  .map(({ agent: made, recipes }) => ({
    agent: made,
    conversations: recipes.map((recipe, index) => conversationOf(made, recipe, index)),
  }));

/** The first prompt names the conversation, which is how the agent's one model knows its script. */
function conversationOf({ tools: known = [] }: AgentPart, { messages, runs }: Recipe, index: number): Conversation {
  const says: Saying[] = [];
  const script = messages.map(({ calls, text, ends, says: queues }, at): ScriptedMessage => {
    const blocks = calls.map((one, position): ToolCall => {
      const wanted = typeof one.tool === 'number' ? known[one.tool % known.length] : undefined;
      const args = wanted === undefined ? {} : argumentsFor(wanted.parameters, one.choices);
      const id = one.id ?? `${at + 1}${String.fromCharCode(97 + position)}`;
      return { type: 'toolCall', id, name: wanted?.name ?? String(one.tool), arguments: args };
    });
    if (ends === 'text') return { content: [{ type: 'text', text: 'that is all' }] };
    if (ends === 'error') return { content: [], stopReason: 'error', errorMessage: 'overloaded' };
    says.push(...queues.map((queue, n) => ({ callId: `${at + 1}a`, queue, text: `${queue} ${at + 1}.${n + 1}` })));
    const spoken = text === undefined ? [] : [{ type: 'text' as const, text }];
    return { content: [...spoken, ...blocks], ...(ends === undefined ? {} : { stopReason: ends }) };
  });
  const prompts = Array.from({ length: runs }, (_, run) => `conversation ${index}, prompt ${run + 1}`);
  const answers = ['so be it', 'and so on', 'done'].map((said) => ({
    content: [{ type: 'text' as const, text: said }],
  }));
  return { prompts, script: [...script, ...answers], says };
}
