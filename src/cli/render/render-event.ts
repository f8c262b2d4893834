/**
 * Events as lines for a terminal, one event after the other: a fold over what was seen so far. Pure; the same events
 * give the same lines, live and from the record.
 */
import type { AgentEvent } from '../../core/events.ts';
import type { JsonObject } from '../../core/json.ts';
import type { AssistantMessage, Message } from '../../core/messages.ts';
import { clockTime, dateTime } from './duration.ts';
import { fold } from './fold.ts';
import type { Look } from './render-call.ts';
import { callName, contentText, endLines, mostLines, settledLines, startLines, updateLines } from './render-call.ts';
import { decisionLine, requestLines } from './render-approval.ts';
import { visibleLine, visibleLines } from './visible.ts';

/** What was seen so far. Times are milliseconds since the epoch. */
export interface RunView {
  readonly turns: number;
  readonly calls: number;
  /** Calls of the newest assistant message. */
  readonly batch: number;
  /** Arguments of the turn's calls, by index. */
  readonly args: ReadonlyMap<number, JsonObject>;
  readonly firstAt?: number;
  readonly lastAt?: number;
}

export const emptyView: RunView = { turns: 0, calls: 0, batch: 0, args: new Map() };

export interface Rendered {
  readonly view: RunView;
  readonly lines: readonly string[];
}

export function renderEvent(seen: RunView, event: AgentEvent, look: Look): Rendered {
  const view: RunView = { ...seen, firstAt: seen.firstAt ?? event.at, lastAt: event.at };
  const timed = (lines: readonly string[]): readonly string[] => withTime(lines, event.at, look);
  switch (event.type) {
    case 'agent_start':
      return { view, lines: runLines(view, event, look) };
    case 'turn_start': {
      const gap = view.turns > 0 ? [''] : [];
      const turn = look.style.bold(`turn ${event.turn}`);
      return { view: { ...view, turns: view.turns + 1, args: new Map() }, lines: [...gap, ...timed([turn])] };
    }
    case 'message_end':
      return {
        view: { ...view, batch: batchOf(event.message, view) },
        lines: timed(messageLines(event.message, look)),
      };
    case 'tool_execution_start': {
      const args = new Map([...view.args, [event.index, event.args]]);
      const lines = look.calls === 'settled' ? [] : startLines(event, nameIn(view, event), look);
      return { view: { ...view, calls: view.calls + 1, args }, lines: timed(lines) };
    }
    case 'tool_execution_update':
      return { view, lines: look.calls === 'settled' ? [] : timed(updateLines(event, nameIn(view, event), look)) };
    case 'tool_execution_end': {
      const call = { name: nameIn(view, event), args: view.args.get(event.index) ?? {} };
      const lines = look.calls === 'settled' ? settledLines(event, call, look) : endLines(event, call.name, look);
      return { view, lines: timed(lines) };
    }
    case 'approval_requested':
      return { view, lines: timed(requestLines(event, look)) };
    case 'approval_decided':
      return { view, lines: timed([decisionLine(event, look)]) };
    case 'request_mended': {
      const lines = event.notes.map((note) => look.style.dim(`request mended: ${visibleLine(note)}`));
      return { view, lines: lines.flatMap((line) => timed([line])) };
    }
    case 'agent_end':
      return { view, lines: timed(endingLines(event, look)) };
    case 'message_start':
    case 'message_update':
    case 'turn_end':
      return { view, lines: [] };
  }
}

function nameIn({ batch }: RunView, { toolName, index }: Extract<AgentEvent, { toolName: string }>): string {
  return callName(toolName, index, batch);
}

function runLines(view: RunView, { run, at }: AgentEvent, look: Look): readonly string[] {
  if (look.times === 'hidden' && run === 1) return [];
  const when = look.times === 'shown' ? `  ${dateTime(at)}` : '';
  return [...(view.turns > 0 ? [''] : []), look.style.bold(`run ${run}${when}`)];
}

function messageLines(message: Message, look: Look): readonly string[] {
  if (message.role === 'toolResult') return [];
  if (message.role === 'user') {
    const text = typeof message.content === 'string' ? message.content : contentText(message.content);
    const lines = fold(visibleLines(text), { width: look.width - 2, most: mostLines(look) * 2 });
    return lines.map((line) => look.style.dim(`> ${line}`));
  }
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  return visibleLines(text);
}

function endingLines(event: Extract<AgentEvent, { type: 'agent_end' }>, { style }: Look): readonly string[] {
  const why = event.errorMessage === undefined ? '' : `: ${visibleLine(event.errorMessage)}`;
  switch (event.ended) {
    case 'answered':
      return [];
    case 'terminated':
      return [style.dim('ended by its tools')];
    case 'stopped':
      return [style.dim("ended by the agent's stop hook")];
    case 'limit':
      return [style.red(`✗ ended at a limit${why}`)];
    case 'error':
      return [style.red(`✗ ended by an error${why}`)];
    case 'withdrawn':
      return [style.dim('its prompt was taken back before it began')];
    case 'aborted':
      return [style.red(`✗ aborted${why}`)];
  }
}

function batchOf(message: Message, view: RunView): number {
  return message.role === 'assistant' ? callsOf(message) : view.batch;
}

function callsOf(message: AssistantMessage): number {
  return message.content.filter((block) => block.type === 'toolCall').length;
}

function withTime(lines: readonly string[], at: number, look: Look): readonly string[] {
  if (look.times === 'hidden') return lines;
  const time = `${clockTime(at)}  `;
  return lines.map((line, index) => (index === 0 ? look.style.dim(time) : ' '.repeat(time.length)) + line);
}
