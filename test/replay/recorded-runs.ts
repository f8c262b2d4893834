/** Reads the recorded histories, as the engine's objects and as the product's facts and events. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { temporal } from '@temporalio/proto';
import { decodeFact } from '../../src/client/decode-fact.ts';
import type { AgentEvent } from '../../src/core/events.ts';
import type { Fact } from '../../src/core/facts.ts';
import { emptySessionFold, foldSession } from '../../src/core/session-fold.ts';
import { emptyTurnFold } from '../../src/core/turn-fold-state.ts';
import { foldTurn } from '../../src/core/turn-fold.ts';
import type { TurnInput } from '../../src/core/turn.ts';
import { sessionPart } from './session-part.ts';

const folder = new URL('histories/', import.meta.url);

export interface Recording {
  /** `read-config.turn-1` */
  readonly name: string;
  readonly text: string;
}

export function recordings(kind: 'history' | 'events'): readonly Recording[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.json') && file.endsWith('.events.json') === (kind === 'events'))
    .sort()
    .map((file) => ({
      name: file.replace(/(\.events)?\.json$/, ''),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/** Through the wire form: JSON alone leaves the seconds of times as plain numbers, which the engine's own code refuses. */
export function historyOf({ text }: Recording): temporal.api.history.v1.IHistory {
  const { History } = temporal.api.history.v1;
  return History.decode(History.encode(historyFromJSON(JSON.parse(text))).finish());
}

/** The id is part of what a session's workflow sees: its turns' ids derive from it. */
export function workflowIdOf(recording: Recording): string {
  const id = historyOf(recording).events?.[0]?.workflowExecutionStartedEventAttributes?.workflowId;
  if (!id) throw new Error(`${recording.name} does not say which workflow it is`);
  return id;
}

/** The id of the execution, among those of its workflow. */
export function runIdOf(recording: Recording): string | undefined {
  return historyOf(recording).events?.[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId ?? undefined;
}

export function factsOf(recording: Recording): readonly Fact[] {
  return (historyOf(recording).events ?? []).flatMap((event) => decodeFact(event) ?? []);
}

/** The events of one history alone, be it a session's or a turn's. */
export function eventsOf(facts: readonly Fact[]): readonly AgentEvent[] {
  const [started] = facts;
  if (started?.kind !== 'started') return [];
  return started.workflowType === 'agentTurn'
    ? foldAll(facts, emptyTurnFold(started.input as TurnInput), foldTurn)
    : foldAll(facts, emptySessionFold, foldSession);
}

/** The events of a whole session: each turn's own stand where its child was started. */
export function eventsOfRun(name: string): readonly AgentEvent[] {
  const all = new Map(recordings('history').map((recording) => [recording.name, recording]));
  const executions = [named(all, `${name}.${sessionPart(1)}`)];
  for (let next = all.get(`${name}.${sessionPart(2)}`); next !== undefined;) {
    executions.push(next);
    next = all.get(`${name}.${sessionPart(executions.length + 1)}`);
  }
  let fold = emptySessionFold;
  let turn = 0;
  return executions.flatMap(factsOf).flatMap((fact) => {
    const folded = foldSession(fold, fact);
    fold = folded.state;
    if (fact.kind !== 'childStarted') return folded.events;
    turn += 1;
    return [...folded.events, ...eventsOf(factsOf(named(all, `${name}.turn-${turn}`)))];
  });
}

function foldAll<State>(
  facts: readonly Fact[],
  empty: State,
  fold: (state: State, fact: Fact) => { readonly state: State; readonly events: readonly AgentEvent[] },
): readonly AgentEvent[] {
  let state = empty;
  return facts.flatMap((fact) => {
    const folded = fold(state, fact);
    state = folded.state;
    return folded.events;
  });
}

function named(all: ReadonlyMap<string, Recording>, name: string): Recording {
  const recording = all.get(name);
  if (recording === undefined) throw new Error(`there is no recording ${name}`);
  return recording;
}
