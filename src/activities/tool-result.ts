/**
 * Makes the one result of a call out of whatever its tool did. Whatever that was, the answer can be recorded.
 */
import { unfitProblem } from '../agent/index.ts';
import type { AbortKind, ToolResult } from '../agent/index.ts';
import type { CallResult, ClearedCall } from '../core/calls.ts';
import { errorResult } from '../core/errors.ts';
import { plainJson } from '../core/plain-json.ts';
import { thrownText } from './bounded-hook.ts';
import type { SettledBody } from './settle-tool.ts';

const REPLACED = 'was done but its result was replaced' as const;

/** A tool's answer before hooks: what it returned, or its error as a result. */
export interface ExecutedCall {
  readonly result: ToolResult;
  readonly isError: boolean;
}

/** @returns undefined if the body leaked: there is nothing to show to a hook then */
export function executedCall(
  tool: string,
  body: SettledBody,
  aborted: AbortKind | undefined,
): ExecutedCall | undefined {
  switch (body.kind) {
    case 'leaked':
      return undefined;
    case 'threw':
      return { result: failedResult(tool, body.error, aborted), isError: true };
    case 'returned':
      return returnedResult(tool, body.value);
  }
}

/** The model reads which arguments really ran, if somebody changed them when approving the call. */
export function toldOfEdit({ editedBy, args }: ClearedCall, { result, isError }: ExecutedCall): ExecutedCall {
  if (editedBy === undefined) return { result, isError };
  const text = `Ran with arguments that ${editedBy} changed when approving the call: ${JSON.stringify(args)}`;
  const content: unknown = result.content;
  const rest = Array.isArray(content) ? (content as ToolResult['content']) : [];
  return { result: { ...result, content: [{ type: 'text', text }, ...rest] }, isError };
}

function failedResult(tool: string, error: unknown, aborted: AbortKind | undefined): ToolResult {
  const problem = unfitProblem(error);
  if (problem !== undefined) return unfitResult(tool, problem);
  const text = thrownText(error);
  switch (aborted) {
    case 'timeout':
      return errorResult('TimedOut', `Tool "${tool}" timed out: ${text}`, { at: Date.now() });
    case 'cancelled':
      return errorResult('Aborted', `Tool "${tool}" was aborted: ${text}`, { at: Date.now() });
    default:
      return errorResult('Failed', text, { at: Date.now() });
  }
}

function returnedResult(tool: string, value: unknown): ExecutedCall {
  if (value === undefined || value === null) return { result: { content: [] }, isError: false };
  if (typeof value !== 'object') {
    const text = `Tool "${tool}" returned a ${typeof value} instead of { content: […] }.`;
    return {
      result: errorResult('Failed', text, { at: Date.now(), group: REPLACED }),
      isError: true,
    };
  }
  return { result: value as ToolResult, isError: false };
}

/** The result as plain JSON, or an error that says why it is none. Its size is not bounded yet. */
export function plainResult(tool: string, executed: ExecutedCall): CallResult {
  const at = Date.now();
  const replaced = { at, group: REPLACED };
  const plain = plainJson(executed.result, 'result', 'dates');
  if (plain.kind === 'unfit') return unfitResult(tool, plain.problem);
  const { content, details, terminate, usage, addedToolNames } = { ...(plain.value as Partial<CallResult> | null) };
  if (!isContent(content)) {
    return errorResult('Failed', `Tool "${tool}" returned content that is no list of text and image blocks.`, replaced);
  }
  return {
    content: content ?? [],
    ...(details === undefined ? {} : { details }),
    isError: executed.isError,
    ...(typeof terminate === 'boolean' ? { terminate } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(Array.isArray(addedToolNames) ? { addedToolNames } : {}),
    timestamp: at,
  };
}

function unfitResult(tool: string, problem: string): CallResult {
  const text = `The result of tool "${tool}" cannot be serialized: ${problem}.`;
  return errorResult('Failed', text, { at: Date.now(), group: REPLACED });
}

/** Missing content is none; a block without text is taken as it is. */
export function isContent(content: unknown): content is CallResult['content'] | null | undefined {
  if (content === undefined || content === null) return true;
  return Array.isArray(content) && content.every(isBlock);
}

function isBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  if (block.type === 'image') return 'data' in block && typeof block.data === 'string';
  return block.type === 'text' && (!('text' in block) || typeof block.text === 'string');
}

/** A body that ignored its signal. */
export function leakedResult(tool: string, grace: number): CallResult {
  const text =
    `The outcome of tool "${tool}" is unknown: it did not stop within ${String(grace)} ms after it was told to. ` +
    'It may or may not have taken effect.';
  return errorResult('OutcomeUnknown', text, { at: Date.now() });
}
