/**
 * Builders for the case tests: calls, tools that record what they did, results as plain values, and a second worker
 * for the same agent. Nothing here looks inside the product.
 */
import { inject } from 'vitest';
import type { ScriptedMessage } from '../../../src/activities/models/scripted.ts';
import type { AgentOptions, AgentTool, ToolContext, ToolResult } from '../../../src/agent/index.ts';
import { defineAgent } from '../../../src/agent/index.ts';
import type { Session } from '../../../src/client/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Message, ToolCall } from '../../../src/core/messages.ts';
import { fileStore, loadGrantKeys } from '../../../src/store/index.ts';
import type { CreateWorkerOptions, TurnkeeperWorker } from '../../../src/worker/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import type { Engine } from '../engine.ts';

export function call(id: string, name: string, args: JsonObject = {}): ToolCall {
  return { type: 'toolCall', id, name, arguments: args };
}

/** A message of the model that asks for these calls. */
export function asks(...calls: readonly ToolCall[]): ScriptedMessage {
  return { content: calls };
}

export function text(value: string): ToolResult {
  return { content: [{ type: 'text', text: value }] };
}

export interface Effect {
  readonly args: JsonObject;
  readonly context: ToolContext;
}

/** A tool whose every execution leaves its arguments in `effects`, before anything else. */
export interface RecordingTool extends AgentTool {
  readonly effects: readonly Effect[];
}

export interface Execution extends Effect {
  readonly signal: AbortSignal;
}

/** Takes any object by default; `body` makes the result, by default the arguments as JSON text. */
export function recordingTool(
  name: string,
  more: Partial<Omit<AgentTool, 'name' | 'execute'>> & {
    readonly body?: (execution: Execution) => Promise<ToolResult> | ToolResult;
  } = {},
): RecordingTool {
  const { body = ({ args }: Execution) => text(JSON.stringify(args)), ...rest } = more;
  const effects: Effect[] = [];
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object' },
    ...rest,
    effects,
    execute: (_id, params, signal, _onUpdate, context) => {
      if (signal === undefined || context === undefined) throw new Error('a tool was run without signal or context');
      const effect = { args: params as JsonObject, context };
      effects.push(effect);
      return body({ ...effect, signal });
    },
  };
}

export interface PlainResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  readonly kind?: string;
}

/** The tool results of a transcript in the model's order, each with its kind if it has one. */
export function resultsOf(messages: readonly Message[]): readonly PlainResult[] {
  return messages.flatMap((message) => {
    if (message.role !== 'toolResult') return [];
    const kind = resultKind(message.details);
    const said = message.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('');
    const { toolCallId: id, isError } = message;
    return [{ id, text: said, isError, ...(kind === undefined ? {} : { kind }) }];
  });
}

export async function results(session: Session): Promise<readonly PlainResult[]> {
  return resultsOf(await session.transcript());
}

/** Another worker for the engine's agent: same name, store and keys, other code. The caller shuts it down. */
export function otherWorker(
  engine: Engine,
  agent: Omit<AgentOptions, 'name'>,
  options: Partial<CreateWorkerOptions> = {},
): Promise<TurnkeeperWorker> {
  return createWorker({
    connection: { address: inject('address') },
    namespace: inject('namespace'),
    store: fileStore(engine.home),
    keys: loadGrantKeys(engine.home, {}),
    agents: [defineAgent({ ...agent, name: engine.agent.name })],
    identity: 'second-test-worker',
    drain: 500,
    ...options,
  });
}
