/**
 * Makes a tool out of its description in a scenario. The tool has the reference's shape, so that the reference can run
 * the very same object.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentTool, ToolContext, ToolResult } from '../../src/agent/index.ts';
import type { JsonObject } from '../../src/core/index.ts';
import type { Behavior, Execution, Preparation, ScenarioTool } from './scenario.ts';

/** Told about every execute() as it starts, and waited for. `context` is absent under the reference. */
export type OnExecute = (execution: Execution, context?: ToolContext) => unknown;

export function scenarioTool(tool: ScenarioTool, onExecute: OnExecute): AgentTool<JsonObject> & { label: string } {
  const { name, label = name, description = label, parameters, executionMode, prepare, behavior } = tool;
  return {
    name,
    label,
    description,
    parameters,
    ...(executionMode === undefined ? {} : { executionMode }),
    ...(prepare === undefined ? {} : { prepareArguments: (args) => prepared(args as JsonObject, prepare) }),
    execute: async (toolCallId, given, signal, onUpdate, context) => {
      const params = structuredClone(given) as JsonObject;
      await onExecute({ tool: name, toolCallId, params }, context);
      await waitAndTell(behavior, { params, onUpdate, ...(signal === undefined ? {} : { signal }) });
      return settle(behavior, params);
    },
  };
}

/** The milliseconds that a call takes by its updates and sleeps; undefined if its arguments do not tell. */
export function givenTime({ updates = [], sleepMs = 0, sleepArg }: Behavior, args: JsonObject): number | undefined {
  const slept = sleepArg === undefined ? 0 : Number(args[sleepArg]);
  const all = updates.reduce((sum, { afterMs }) => sum + afterMs, sleepMs + slept);
  return Number.isNaN(all) ? undefined : all;
}

/** A copy; what came in is never changed. */
function prepared(args: JsonObject, { rename = {}, parseJson = [], set = {}, ...rest }: Preparation): JsonObject {
  if (rest.throw !== undefined) throw new Error(rest.throw);
  const renamed = Object.fromEntries(Object.entries(args).map(([key, value]) => [rename[key] ?? key, value]));
  const parsed = parseJson.flatMap((field) => {
    const value = renamed[field];
    return typeof value === 'string' ? [[field, JSON.parse(value) as JsonObject]] : [];
  });
  return { ...renamed, ...(Object.fromEntries(parsed) as JsonObject), ...set };
}

/** A sleep rejects when the signal aborts. */
async function waitAndTell(
  { updates = [], sleepMs, sleepArg }: Behavior,
  call: {
    readonly params: JsonObject;
    readonly signal?: AbortSignal;
    readonly onUpdate: ((partial: ToolResult) => void) | undefined;
  },
): Promise<void> {
  const { params, onUpdate, ...signal } = call;
  for (const { text, afterMs } of updates) {
    await pause(afterMs, undefined, signal);
    onUpdate?.({ content: [{ type: 'text', text }], details: {} });
  }
  if (sleepMs !== undefined) await pause(sleepMs, undefined, signal);
  if (sleepArg !== undefined) await pause(Number(params[sleepArg] ?? 0), undefined, signal);
}

function settle(behavior: Behavior, params: JsonObject): ToolResult | Promise<ToolResult> {
  switch (behavior.kind) {
    case 'echo':
      return { content: [{ type: 'text', text: JSON.stringify(params) }], details: { echoed: true } };
    case 'result':
      return structuredClone(behavior.result);
    case 'throw':
      throw new Error(behavior.message);
    case 'throwString': {
      const { promise, reject } = Promise.withResolvers<ToolResult>();
      reject(behavior.message);
      return promise;
    }
  }
}
