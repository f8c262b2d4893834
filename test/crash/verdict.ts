/**
 * What is wrong with how a round ended. The rules hold whatever was hit; the expectations hold for calls that were hit at
 * a known place. Pure: facts in, faults out.
 */
import { resultKind } from '../../src/core/errors.ts';
import type { AgentEvent } from '../../src/client/index.ts';
import type { ToolResultMessage } from '../../src/core/messages.ts';
import type { Evidence } from './evidence.ts';
import { expectedCall } from './expectation.ts';
import type { CallFate } from './expectation.ts';
import { CALLS, callIdOf, doneText } from './round.ts';
import type { Round } from './round.ts';
import type { Flight } from './volley.ts';

export const faultKinds = [
  'duplicate effects',
  'done but reported failed',
  'results missing or doubled',
  'transcript refused',
  'run did not end',
  'events lost or doubled',
  'other outcome than stated',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly said: string;
}

/** What the service counted, by idempotency key. */
export interface Counts {
  readonly effects: ReadonlyMap<string, number>;
  readonly requests: ReadonlyMap<string, number>;
}

export function faultsOf(
  round: Round,
  flight: Flight,
  {
    evidence,
    counts,
    refused,
  }: { readonly evidence: Evidence; readonly counts: Counts; readonly refused: readonly string[] },
): readonly Fault[] {
  const faults: Fault[] = refused.map((said) => ({ kind: 'transcript refused', said }));
  const fault = (kind: FaultKind, said: string) => void faults.push({ kind, said });
  const { session } = round;

  const ended = evidence.events.at(-1);
  const wanted = flight.volley.blow.kind === 'turn' ? 'error' : 'answered';
  if (ended?.type !== 'agent_end')
    fault('run did not end', flight.complaints.get(session) ?? `last: ${ended?.type ?? 'nothing'}`);
  else if (ended.ended !== wanted)
    fault('other outcome than stated', `the run ended: ${ended.ended} ${ended.errorMessage ?? ''}`);

  const results = evidence.transcript.filter((message) => message.role === 'toolResult');
  const ids = results.map(({ toolCallId }) => toolCallId);
  const wantedIds = Array.from({ length: CALLS }, (_, index) => callIdOf(session, index));
  if (ids.join() !== wantedIds.join()) fault('results missing or doubled', `results of ${ids.join(', ') || 'nothing'}`);

  for (const [index, result] of results.slice(0, CALLS).entries()) {
    const key = evidence.key(index);
    const effects = counts.effects.get(key) ?? 0;
    const fate: CallFate = { effects, requests: counts.requests.get(key) ?? 0, outcome: outcomeOf(result, key) };
    const call = `call ${String(index)} (${String(effects)} effects, ${String(fate.requests)} requests): ${fate.outcome}`;
    // A safe tool may ask again under its key: that is what it promised to bear.
    if (round.policy !== 'safe' && effects > 1) fault('duplicate effects', call);
    if (effects > 0 && !isHonest(fate)) fault('done but reported failed', `${call} ${textOf(result)}`);
    if (effects === 0 && fate.outcome === 'done')
      fault('other outcome than stated', `reported though not done: ${call}`);
    const unexpected = expectedCall(round, flight.volley.blow, index)(fate);
    if (unexpected !== undefined)
      fault('other outcome than stated', `${call}; expected ${unexpected}; ${textOf(result)}`);
  }
  for (const said of lostEvents(round, flight, evidence)) fault('events lost or doubled', said);
  return faults;
}

/** `done` is the tool's own result for this very call; else the kind of the result, and whether it says it was done. */
function outcomeOf({ content, details, isError }: ToolResultMessage, key: string): string {
  const [block] = content;
  if (!isError) return block?.type === 'text' && block.text === doneText(key) ? 'done' : 'another result';
  const group = (details as { readonly turnkeeper?: { readonly group?: string } } | undefined)?.turnkeeper?.group;
  return group?.startsWith('was done') === true ? 'done, result replaced' : (resultKind(details) ?? 'error');
}

function isHonest({ outcome }: CallFate): boolean {
  return ['done', 'done, result replaced', 'OutcomeUnknown'].includes(outcome);
}

function textOf({ content }: ToolResultMessage): string {
  return content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ');
}

/** Live followers saw what stands in history: every event once, also over a kill of anything. */
function lostEvents({ session }: Round, { volley, seen, seenBefore }: Flight, { events }: Evidence): readonly string[] {
  const now = events.map(nameOf);
  const live = (seen.get(session) ?? []).map(nameOf);
  const before = (seenBefore.get(session) ?? []).map(nameOf);
  const found: string[] = [];
  if (live.join() !== now.join()) found.push(`live: ${live.join(' ')}; recorded: ${now.join(' ')}`);
  if (volley.blow.kind === 'client' && before.join() !== now.slice(0, before.length).join())
    found.push('before the kill');
  const ends = events.flatMap((event) => (event.type === 'tool_execution_end' ? [event.index] : []));
  if (ends.toSorted().join() !== Array.from({ length: CALLS }, (_, index) => index).join()) {
    found.push(`ends of calls ${ends.join(', ') || 'none'}`);
  }
  return found;
}

function nameOf(event: AgentEvent): string {
  return [event.type, event.turn, 'index' in event ? event.index : ''].join(':');
}
