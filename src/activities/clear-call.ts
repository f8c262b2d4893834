/**
 * The gate for one call: lookup, prepareArguments, validation, the before hook. Failures are refusals, never throws;
 * every path that goes wrong ends in a refusal. The model's own arguments are never changed.
 */
import { errorResult } from '../core/errors.ts';
import type { ResultKind } from '../core/errors.ts';
import type { ClearedCall, Verdict } from '../core/calls.ts';
import type { JsonObject } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { ManifestEntry } from '../core/manifest.ts';
import type { ToolCall } from '../core/messages.ts';
import { jsonBytes, notJson } from '../core/plain-json.ts';
import type { ClearCallsInput } from '../core/turn.ts';
import type { AgentTool } from '../agent/index.ts';
import { rejectUnparsed, validateArguments } from '../agent/validation/index.ts';
import { askBeforeHook, hookCall } from './before-hook.ts';
import type { BatchMessages } from './before-hook.ts';
import { thrownText } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import { argsHash, gateDecision, signGrant } from './grant.ts';

export async function clearCall(
  deps: ActivityDeps,
  call: {
    readonly input: ClearCallsInput;
    readonly batch: BatchMessages;
    readonly index: number;
    readonly block: ToolCall;
  },
): Promise<Verdict> {
  const { input, batch, index, block } = call;
  const refuse = (kind: ResultKind, text: string, more = {}): Verdict => ({
    kind: 'refused',
    index,
    result: errorResult(kind, text.slice(0, limits.refusalText), { at: Date.now(), ...more }),
  });

  const found = lookUp(deps, input, block.name);
  if (found.kind !== 'found') return refuse(found.kind, found.text);
  const checked = checkArguments(found.tool, block);
  if (checked.kind === 'refused') return refuse(checked.as, checked.text);

  const { args } = checked;
  const blocked = await askBeforeHook(deps, hookCall(input.ref, batch, { index, block, args }));
  if (blocked !== undefined) return refuse('Blocked', blocked.reason, { terminate: blocked.terminate });
  return clear(deps, input, { index, tool: found.entry, args });
}

function clear(
  { keys }: ActivityDeps,
  { ref, agent }: ClearCallsInput,
  call: { readonly index: number; readonly tool: ManifestEntry; readonly args: JsonObject },
): ClearedCall {
  const cleared = { ...call, argsHash: argsHash(call.args) };
  return { kind: 'cleared', ...cleared, grant: signGrant(keys, { ref, agent, call: cleared, decision: gateDecision }) };
}

type Found =
  | { readonly kind: 'found'; readonly tool: AgentTool; readonly entry: ManifestEntry }
  | { readonly kind: 'NotFound' | 'Changed'; readonly text: string };

/** By exact name in the list that the model saw; the worker's own tool must still be that tool. */
function lookUp({ agent, tools }: ActivityDeps, { offered }: ClearCallsInput, name: string): Found {
  const entry = offered.called.find((offer) => offer.name === name);
  if (entry === undefined) return { kind: 'NotFound', text: `Tool ${name} not found` };
  const tool = tools.get(name);
  if (tool === undefined || agent.manifest.entries.get(name)?.schemaHash !== entry.schemaHash) {
    return {
      kind: 'Changed',
      text: `Tool ${name} has changed or was removed since it was offered. Nothing was executed.`,
    };
  }
  return { kind: 'found', tool, entry };
}

type Checked =
  | { readonly kind: 'valid'; readonly args: JsonObject }
  | { readonly kind: 'refused'; readonly as: ResultKind; readonly text: string };

function checkArguments(tool: AgentTool, block: ToolCall): Checked {
  const unparsed = rejectUnparsed(block);
  if (unparsed !== undefined) return { kind: 'refused', as: 'InvalidArguments', text: unparsed.message };
  try {
    const prepared = tool.prepareArguments ? tool.prepareArguments(structuredClone(block.arguments)) : block.arguments;
    const problem = notJson(prepared, 'arguments');
    if (problem !== undefined) {
      return {
        kind: 'refused',
        as: 'InvalidArguments',
        text: `Arguments of tool "${tool.name}" are not JSON: ${problem}.`,
      };
    }
    const validated = validateArguments({ name: tool.name, parameters: tool.parameters as JsonObject }, prepared);
    if (validated.kind === 'invalid') return { kind: 'refused', as: 'InvalidArguments', text: validated.message };
    const bytes = jsonBytes(validated.args);
    if (bytes > limits.payloadBytes) {
      const text = `Arguments of tool "${tool.name}" are too large: ${String(bytes)} of ${String(limits.payloadBytes)} bytes.`;
      return { kind: 'refused', as: 'TooLarge', text };
    }
    return { kind: 'valid', args: validated.args };
  } catch (error) {
    return { kind: 'refused', as: 'InvalidArguments', text: thrownText(error) };
  }
}
