/** What of a run is under way: a fold over its events. Pure; what is over is not in it. Texts in it are harmless. */
import type { AgentEvent, ModelProgress, ToolProgress } from '../../core/events.ts';
import { contentText } from '../render/render-call.ts';
import { visibleJson, visibleLine } from '../render/visible.ts';
import { progressBar } from './progress-bar.ts';

/** Times are milliseconds since the epoch. */
export interface LiveCall {
  readonly index: number;
  readonly toolName: string;
  /** When it began, or began to wait for a decision. */
  readonly since: number;
  readonly attempt: number;
  /** The beginning of its arguments, until it says how far it is. */
  readonly text: string;
  /** Set while it waits for this decision. */
  readonly approvalId?: string;
}

export interface LiveTurn {
  readonly turn: number;
  readonly since: number;
  /** The model request that is under way: what it said last. */
  readonly asking?: { readonly since: number; readonly said: string; readonly attempt: number };
  /** Calls of the turn's assistant message, and how many of them have their result. */
  readonly batch: number;
  readonly settled: number;
  readonly calls: readonly LiveCall[];
}

/** Undefined between turns. */
export type LiveView = LiveTurn | undefined;

/** Characters kept of a text: more than a line has. */
const KEPT = 500;

export function addToLive(view: LiveView, event: AgentEvent): LiveView {
  if (event.type === 'turn_start') {
    const { turn, at: since } = event;
    return { turn, since, asking: { since, said: '', attempt: 1 }, batch: 0, settled: 0, calls: [] };
  }
  if (view === undefined) return undefined;
  switch (event.type) {
    case 'message_update':
      return view.asking === undefined ? view : { ...view, asking: { ...view.asking, ...heard(view.asking, event) } };
    case 'message_end': {
      if (event.message.role !== 'assistant') return view;
      const { asking: _asking, ...rest } = view;
      return { ...rest, batch: event.message.content.filter(({ type }) => type === 'toolCall').length };
    }
    case 'tool_execution_start': {
      const { index, toolName, at: since } = event;
      const text = visibleJson(event.args).slice(0, KEPT);
      return { ...view, calls: [...view.calls, { index, toolName, since, attempt: 1, text }] };
    }
    case 'tool_execution_update':
      return withCall(view, event.index, (call) => {
        const { attempt } = event.partial;
        return { ...call, attempt, text: progressText(event.partial) };
      });
    case 'approval_requested': {
      const { approvalId, at: since } = event;
      return withCall(view, event.index, (call) => ({ ...call, approvalId, since }));
    }
    case 'approval_decided':
      return withCall(view, event.index, ({ approvalId: _approvalId, ...call }) => ({ ...call, since: event.at }));
    case 'tool_execution_end': {
      const calls = view.calls.filter(({ index }) => index !== event.index);
      return { ...view, calls, settled: view.settled + 1 };
    }
    case 'turn_end':
    case 'agent_end':
      return undefined;
    case 'agent_start':
    case 'message_start':
    case 'request_mended':
      return view;
  }
}

/** A bar if the tool counts its work, and the last line that it said. */
function progressText({ content, details }: ToolProgress): string {
  const bar = progressBar(details);
  const last =
    contentText(content)
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1) ?? '';
  return [...(bar === undefined ? [] : [bar]), ...(last === '' ? [] : [visibleLine(last.slice(0, KEPT))])].join('  ');
}

/** A piece that does not go on where the last one ended stands for itself: what lies between was not heard. */
function heard(
  { said }: { readonly said: string },
  { update }: { readonly update: ModelProgress & { readonly reset?: true } },
): { readonly said: string; readonly attempt: number } {
  const goesOn = update.reset === undefined && update.offset > 0;
  return { said: `${goesOn ? said : ''}${update.text}`.slice(-KEPT), attempt: update.attempt };
}

function withCall(view: LiveTurn, index: number, change: (call: LiveCall) => LiveCall): LiveTurn {
  return { ...view, calls: view.calls.map((call) => (call.index === index ? change(call) : call)) };
}
