/**
 * What is wrong with a list of events, held against the transcript and the tools' own log. It knows nothing of histories
 * and of the fold.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AgentEvent } from '../../src/client/index.ts';
import type { AssistantMessage, Message } from '../../src/core/messages.ts';
import type { Noted } from './setting.ts';

export interface Fault {
  readonly kind: 'lists differ' | 'messages' | 'calls' | 'effects' | 'order' | 'runs';
  readonly what: string;
}

export interface Truth {
  readonly transcript: readonly Message[];
  readonly noted: readonly Noted[];
}

export function faultsOf(events: readonly AgentEvent[], { transcript, noted }: Truth): readonly Fault[] {
  return [
    ...messageFaults(events, transcript),
    ...callFaults(events, transcript),
    ...effectFaults(events, noted),
    ...orderFaults(events),
  ];
}

function messageFaults(events: readonly AgentEvent[], transcript: readonly Message[]): readonly Fault[] {
  const told = events.flatMap((event) => (event.type === 'message_end' ? [event.message] : []));
  if (isDeepStrictEqual(told, transcript)) return [];
  return [{ kind: 'messages', what: `${String(told.length)} told, ${String(transcript.length)} in the transcript` }];
}

/** Every call of the transcript has one start and one end, and nothing else has. */
function callFaults(events: readonly AgentEvent[], transcript: readonly Message[]): readonly Fault[] {
  const ids = transcript
    .filter((message): message is AssistantMessage => message.role === 'assistant')
    .flatMap(({ content }) => content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])))
    .toSorted();
  return (['tool_execution_start', 'tool_execution_end'] as const).flatMap((type) => {
    const told = events.flatMap((event) => (event.type === type ? [event.toolCallId] : [])).toSorted();
    return isDeepStrictEqual(told, ids) ? [] : [{ kind: 'calls' as const, what: type }];
  });
}

/** What a tool says that it did is what its end says, or its outcome was lost with a worker. */
function effectFaults(events: readonly AgentEvent[], noted: readonly Noted[]): readonly Fault[] {
  const texts = new Set(noted.flatMap(({ kind, text }) => (kind === 'done' ? [text] : [])));
  const ended = events.flatMap((event) => (event.type === 'tool_execution_end' && !event.isError ? [event] : []));
  const strange = ended.filter(({ result: { content } }) => {
    const [block] = content;
    return block?.type !== 'text' || !texts.has(block.text);
  });
  const begun = new Set(noted.map(({ key }) => key)).size;
  const starts = events.filter(({ type }) => type === 'tool_execution_start').length;
  return [
    ...(strange.length > 0 ? [{ kind: 'effects' as const, what: 'an end tells what no tool did' }] : []),
    ...(ended.length > texts.size ? [{ kind: 'effects' as const, what: 'more ends than effects' }] : []),
    ...(begun > starts ? [{ kind: 'effects' as const, what: 'a tool began that no event tells of' }] : []),
  ];
}

/** Times do not go back within a run, turns count up, and every run that begins ends. */
function orderFaults(events: readonly AgentEvent[]): readonly Fault[] {
  const turns = events.flatMap((event) => (event.type === 'turn_start' ? [event.turn] : []));
  const runs = (type: AgentEvent['type']) => events.flatMap((event) => (event.type === type ? [event.run] : []));
  return [
    ...(turns.length > 0 && turns.every((turn, index) => turn === index + 1)
      ? []
      : [{ kind: 'order' as const, what: 'turns' }]),
    ...(isDeepStrictEqual(runs('agent_start'), runs('agent_end')) ? [] : [{ kind: 'runs' as const, what: 'ends' }]),
  ];
}
