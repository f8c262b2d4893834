/** Schemas and arguments that would hold up a validator: they cost one call a refusal, and the other sessions nothing. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Model } from '../../../src/core/model.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { failedTasks } from './recorded.ts';

/** One run of a costly call beside one of ten sequential small calls, on one worker. */
async function besideAnother(costly: AgentTool, args: JsonObject) {
  const small = recordingTool('small', { executionMode: 'sequential' });
  const others = scripted([asks(...tens.map((id) => call(id, 'small'))), 'Done.']);
  const model: Model = {
    name: 'both',
    // The arguments are put in by hand: the script would copy them, and no copy can be that deep.
    respond: async (request) => {
      const message = await others.respond(request);
      const first = request.messages.length === 1 && JSON.stringify(request.messages[0]).includes('costly');
      return first ? { ...message, content: [call('a', costly.name, args)] } : message;
    },
  };
  await using engine = await startEngine({ model, tools: [costly, small] });
  const [session, other] = [engine.session(), engine.session()];
  const delay = monitorEventLoopDelay();
  delay.enable();
  const ended = await Promise.all([session.run('costly'), other.run('small')]);
  delay.disable();
  return {
    ended: ended.map((run) => run.ended),
    results: await results(session),
    others: small.effects.length,
    stalledMs: delay.max / 1e6,
    failedTasks: (await failedTasks(session.id)) + (await failedTasks(other.id)),
  };
}

const tens = Array.from({ length: 10 }, (_none, index) => `s${index}`);

it('a pattern that would take minutes holds up neither its worker nor another session (B77)', async () => {
  const find = recordingTool('find', {
    parameters: { type: 'object', properties: { key: { type: 'string', pattern: '^(a+)+$' } } },
  });

  const seen = await besideAnother(find, { key: `${'a'.repeat(28)}!` });

  expect(seen).toMatchObject({
    ended: ['answered', 'answered'],
    results: [{ id: 'a', isError: true, kind: 'InvalidArguments' }],
    others: 10,
    failedTasks: 0,
  });
  expect(seen.stalledMs).toBeLessThan(3_000);
  expect(find.effects).toEqual([]);
});

it('a pattern that only backtracking can match is given up in time, too (B77)', async () => {
  const find = recordingTool('find', {
    parameters: { type: 'object', properties: { key: { type: 'string', pattern: '^(?=(a+)+$)(a+)+\\1$' } } },
  });

  const seen = await besideAnother(find, { key: `${'a'.repeat(28)}!` });

  expect(seen).toMatchObject({ ended: ['answered', 'answered'], results: [{ kind: 'InvalidArguments' }], others: 10 });
  expect(seen.stalledMs).toBeLessThan(3_000);
  expect(find.effects).toEqual([]);
});

/** `{"child":{"child":…}}` */
function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 0; level < levels; level++) value = { child: value };
  return value;
}

it.each([300, 3_000, 20_000])(
  'arguments nested %i levels deep for a schema that refers to itself end in an error, not in a crash (B77)',
  async (levels) => {
    const tree = recordingTool('tree', {
      parameters: { type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false },
    });

    const seen = await besideAnother(tree, nested(levels));

    expect(seen).toMatchObject({
      ended: ['answered', 'answered'],
      results: [{ id: 'a', isError: true, kind: 'InvalidArguments' }],
      others: 10,
      failedTasks: 0,
    });
    expect(tree.effects).toEqual([]);
  },
);
