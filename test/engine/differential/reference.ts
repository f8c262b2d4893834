/**
 * Plays a conversation with the reference loop (pi-agent-core 0.85.1): the same tools, hooks and model, no engine.
 */
import { runAgentLoop } from '@earendil-works/pi-agent-core';
import type { AgentEvent as ReferenceEvent } from '@earendil-works/pi-agent-core';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AgentEvent } from '../../../src/core/events.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { AssistantMessage, Message, UserMessage } from '../../../src/core/messages.ts';
import type { QueueMode } from '../../../src/core/manifest.ts';
import type { Execution, Recording, ScenarioTool } from '../../conformance/scenario.ts';
import { scenarioHooks } from '../../conformance/scenario-hooks.ts';
import type { OnExecute } from '../../conformance/scenario-tool.ts';
import { scenarioTool } from '../../conformance/scenario-tool.ts';
import { shownEvent, shownMessage } from '../../conformance/shown.ts';
import { amended } from './amendments.ts';
import type { AgentPart, Conversation } from './case.ts';
import { sayingsOf } from './case.ts';

export interface ReferenceOptions {
  /** Default: `amended`, the arguments that make the reference do what is wanted on purpose. */
  readonly args?: 'amended' | 'original';
}

export async function playReference(
  agent: AgentPart,
  conversation: Conversation,
  { args = 'amended' }: ReferenceOptions = {},
): Promise<Recording> {
  const executed: Execution[] = [];
  const queues = { steer: [] as UserMessage[], followUp: [] as UserMessage[] };
  const onExecute: OnExecute = (execution) => {
    executed.push(execution);
    for (const { queue, text } of sayingsOf(conversation, execution)) queues[queue].push(user(text));
  };
  const { tools = [], stopAfterTurn, toolExecution, steeringMode, followUpMode } = agent;
  const events: JsonObject[] = [];
  const turns = (): number => events.filter(({ type }) => type === 'turn_start').length;
  const config = {
    model: {} as never,
    convertToLlm: (messages: unknown) => messages as never,
    ...(toolExecution === undefined ? {} : { toolExecution }),
    ...scenarioHooks(agent),
    getSteeringMessages: async () => drain(queues.steer, steeringMode),
    getFollowUpMessages: async () => drain(queues.followUp, followUpMode),
    shouldStopAfterTurn: () => stopAfterTurn !== undefined && turns() >= stopAfterTurn,
  };
  const model = scripted(conversation.script);
  const signal = new AbortController().signal;
  const stream = (_model: unknown, context: { readonly messages: unknown }) =>
    streamOf(model.respond({ systemPrompt: '', messages: context.messages as readonly Message[], tools: [], signal }));
  let messages: readonly Message[] = [];
  for (const prompt of conversation.prompts) {
    const context = {
      systemPrompt: '',
      messages: [...messages],
      tools: tools.map((tool) => referenceTool(tool, onExecute, args)),
    };
    const record = (event: ReferenceEvent): void => {
      if (event.type !== 'message_update') events.push(shownReferenceEvent(event));
    };
    const made = await runAgentLoop(
      [user(prompt)] as never,
      context as never,
      config as never,
      record,
      undefined,
      stream as never,
    );
    messages = [...messages, ...(made as readonly Message[])];
  }
  return { messages: messages.map(shownMessage), events, executed };
}

function referenceTool(tool: ScenarioTool, onExecute: OnExecute, args: 'amended' | 'original') {
  const made = scenarioTool(tool, onExecute);
  if (args === 'original') return made;
  return {
    ...made,
    prepareArguments: (raw: unknown) => amended(tool.parameters, (made.prepareArguments?.(raw) ?? raw) as Json),
  };
}

function shownReferenceEvent(event: ReferenceEvent): JsonObject {
  const renamed = 'partialResult' in event ? { ...event, partial: event.partialResult as unknown } : event;
  return shownEvent(renamed as unknown as AgentEvent);
}

function user(text: string): UserMessage {
  return { role: 'user', content: [{ type: 'text', text }], timestamp: Date.now() };
}

function drain(queue: UserMessage[], mode: QueueMode = 'one-at-a-time'): readonly UserMessage[] {
  return queue.splice(0, mode === 'all' ? queue.length : 1);
}

/** The shape of pi-ai's stream of one message. */
function streamOf(answer: Promise<AssistantMessage>) {
  return {
    result: () => answer,
    async *[Symbol.asyncIterator]() {
      const message = await answer;
      yield { type: 'start', partial: message };
      yield message.stopReason === 'error' ? { type: 'error', error: message } : { type: 'done', message };
    },
  };
}
