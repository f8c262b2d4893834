/**
 * The first half of the gate: which tool is meant, and are its arguments what it wants? Answers values, never throws.
 * The model's own arguments are never changed.
 */
import type { ResultKind } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { ManifestEntry } from '../core/manifest.ts';
import type { ToolCall } from '../core/messages.ts';
import { jsonBytes, notJson } from '../core/plain-json.ts';
import type { OfferedTools } from '../core/manifest.ts';
import type { AgentTool } from '../agent/index.ts';
import { rejectUnparsed, validateArguments } from '../agent/validation/index.ts';
import { thrownText } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import { ownTool } from './own-tool.ts';

type Found =
  | { readonly kind: 'found'; readonly tool: AgentTool; readonly entry: ManifestEntry }
  | { readonly kind: 'NotFound' | 'Changed'; readonly text: string };

/** By exact name in the list that the model saw; the worker's own tool must still be that tool. */
export function lookUp(
  deps: ActivityDeps,
  { called, head }: { readonly called: OfferedTools['called']; readonly head: string | null },
  name: string,
): Found {
  const entry = called.find((offer) => offer.name === name);
  if (entry === undefined) return { kind: 'NotFound', text: `Tool ${name} not found` };
  const tool = ownTool(deps, { name, head });
  if (tool === undefined || deps.agent.manifest.entries.get(name)?.schemaHash !== entry.schemaHash) {
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

export function checkArguments(tool: AgentTool, block: ToolCall): Checked {
  const unparsed = rejectUnparsed(block);
  if (unparsed !== undefined) {
    const as = block.argumentsBytes === undefined ? 'InvalidArguments' : 'TooLarge';
    return { kind: 'refused', as, text: unparsed.message };
  }
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
