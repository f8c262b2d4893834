/**
 * The invariants 1 to 7 of the cases, asked of one session that has come to its end. Each gives the list of what breaks
 * it. Reads the engine's history itself where the product's own view could be wrong.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AgentEvent } from '../../../../src/client/index.ts';
import type { Message } from '../../../../src/core/messages.ts';
import { resultKind } from '../../../../src/core/errors.ts';
import type { StrictChecker } from '../../../strict-requests/wire-requests.ts';
import { lineOf } from './lines.ts';
import type { PlayedSession } from './played-session.ts';

interface Seen {
  readonly real: PlayedSession;
  readonly transcript: readonly Message[];
  /** Read anew, from the beginning. */
  readonly events: readonly AgentEvent[];
  readonly checker: StrictChecker;
}

/** @returns one line per broken promise, the invariant's number first */
export async function broken(real: PlayedSession, checker: StrictChecker): Promise<readonly string[]> {
  const events: AgentEvent[] = [];
  for await (const event of real.session.events({ wait: 'recorded' })) events.push(event);
  const seen = { real, transcript: await real.session.transcript(), events, checker };
  return [
    ...(await requests(seen)).map((said) => `1: ${said}`),
    ...identities(seen).map((said) => `2: ${said}`),
    ...args(seen).map((said) => `3: ${said}`),
    ...starts(seen).map((said) => `4: ${said}`),
    ...(await afterAbort(seen)).map((said) => `5: ${said}`),
    ...realResults(seen).map((said) => `5: ${said}`),
    ...messages(seen).map((said) => `6: ${said}`),
    ...callEvents(seen).map((said) => `7: ${said}`),
    ...(isDeepStrictEqual(folded(events), plain(seen.transcript))
      ? []
      : ['the transcript is not what the events tell']),
  ];
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const folded = (events: readonly AgentEvent[]) =>
  plain(events.flatMap((event) => (event.type === 'message_end' ? [event.message] : [])));

/** Every request that the model got, and the one that would come next. */
async function requests({ real, transcript, checker }: Seen): Promise<readonly string[]> {
  const tools = real.requests[0]?.tools ?? [];
  const next = [...transcript, { role: 'user', content: 'and now?', timestamp: 0 } as const];
  const all = [...real.requests.map((request) => request.messages), next];
  const found: string[] = [];
  for (const asked of all) {
    for (const { rule, at, said } of await checker.violations(asked, tools)) found.push(`${rule} at ${at}: ${said}`);
  }
  return [...new Set(found)];
}

const placeOf = ({ turn, index }: { readonly turn: number; readonly index: number }) => `${turn}.${index}`;

function identities({ real }: Seen): readonly string[] {
  const keys = new Map<string, string>();
  return real.bodies.flatMap(({ place }) => {
    const known = keys.get(place.key);
    keys.set(place.key, placeOf(place));
    return known === undefined || known === placeOf(place) ? [] : [`${known} and ${placeOf(place)} have one key`];
  });
}

/** What ran is what was shown and decided; what the model said is as it said it. */
function args({ real, transcript, events }: Seen): readonly string[] {
  const shown = new Map(
    events.flatMap((event) => (event.type === 'approval_requested' ? [[placeOf(event), event.args]] : [])),
  );
  const said = events.flatMap((event) =>
    event.type === 'tool_execution_start' ? [[placeOf(event), event.args] as const] : [],
  );
  const wanted = new Map<string, unknown>([...said, ...shown, ...real.edits]);
  const ran = real.bodies.filter(({ place, args: given }) => !isDeepStrictEqual(wanted.get(placeOf(place)), given));
  const spoken = transcript.filter((message) => message.role === 'assistant' && message.content.length > 0);
  const changed = spoken.filter(
    (message) => !real.answers.some((answer) => isDeepStrictEqual(plain(answer), plain(message))),
  );
  return [
    ...ran.map(({ place }) => `${placeOf(place)} ran with other arguments than were shown`),
    ...changed.map((message) => `the model never said ${lineOf(message, real.session.id)}`),
  ];
}

function starts({ real, events }: Seen): readonly string[] {
  const safe = new Set(
    events.flatMap((event) =>
      event.type === 'tool_execution_start' && event.toolName === 'again' ? [placeOf(event)] : [],
    ),
  );
  const count = new Map<string, number>();
  for (const { place } of real.bodies) count.set(placeOf(place), (count.get(placeOf(place)) ?? 0) + 1);
  return [...count]
    .filter(([place, times]) => times > (safe.has(place) ? 3 : 1))
    .map(([place, times]) => `${place} began ${times} times`);
}

/** After the engine has told a turn to end, nothing that has an effect is scheduled; and its run has no other turn. */
async function afterAbort({ real, events }: Seen): Promise<readonly string[]> {
  const found: string[] = [];
  const turns = new Map(events.map((event) => [event.turn, event.run]));
  const ids = new Map<number, string>();
  const session = await real.engine.workflow.getHandle(real.session.id).fetchHistory();
  for (const { startChildWorkflowExecutionInitiatedEventAttributes: child } of session.events ?? []) {
    const turn = /turn-(\d+)$/.exec(child?.workflowId ?? '')?.[1];
    if (turn !== undefined && child?.workflowId) ids.set(Number(turn), child.workflowId);
  }
  for (const [turn, id] of ids) {
    const { events: history } = await real.engine.workflow.getHandle(id).fetchHistory();
    let cancelled = false;
    for (const event of history ?? []) {
      if (event.workflowExecutionCancelRequestedEventAttributes) cancelled = true;
      const type = event.activityTaskScheduledEventAttributes?.activityType?.name ?? '';
      if (cancelled && (type.startsWith('tool.') || type === 'callModel'))
        found.push(`turn ${turn} scheduled ${type} after its abort`);
    }
    if (cancelled && turns.get(turn + 1) === turns.get(turn))
      found.push(`run ${turns.get(turn)} went on after its abort`);
  }
  return found;
}

/** What a tool really gave is the result of its call. One that ignored its signal may have settled after it was given up. */
function realResults({ real, events }: Seen): readonly string[] {
  const ends = events.flatMap((event) => (event.type === 'tool_execution_end' ? [event] : []));
  return real.bodies.flatMap(({ place, state }) => {
    const end = ends.find((event) => placeOf(event) === placeOf(place));
    const kind = resultKind(end?.result.details);
    if (state !== 'settled' || kind === undefined || kind === 'Failed') return [];
    if (end?.toolName === 'deaf' && kind === 'OutcomeUnknown') return [];
    return [`${placeOf(place)} settled and its result is ${kind}`];
  });
}

/** Every accepted message once, those of a queue in the order in which they were accepted one after the other. */
function messages({ real, transcript }: Seen): readonly string[] {
  const told = transcript.flatMap((message) =>
    message.role === 'user' ? [lineOf(message, real.session.id).slice('user: '.length)] : [],
  );
  const accepted = Object.values(real.accepted);
  const once = accepted.flat().filter((name) => told.filter((other) => other === name).length !== 1);
  const foreign = told.filter((name) => !accepted.flat().includes(name));
  const ordered = accepted.filter((queue) => {
    const apart = queue.filter((name) => !name.includes('raced'));
    return !isDeepStrictEqual(
      told.filter((name) => apart.includes(name)),
      apart,
    );
  });
  return [
    ...once.map((name) => `"${name}" is in the transcript ${told.filter((other) => other === name).length} times`),
    ...foreign.map((name) => `"${name}" was never accepted`),
    ...ordered.map((queue) => `out of order: ${queue.join(', ')}`),
  ];
}

/** Per call one start, then updates, then one end; and nothing of any run after its end. */
function callEvents({ events }: Seen): readonly string[] {
  const calls = new Map<string, string[]>();
  const ended = new Set<number>();
  const found: string[] = [];
  for (const event of events) {
    if (ended.has(event.run)) found.push(`${event.type} after the end of run ${event.run}`);
    if (event.type === 'agent_end') ended.add(event.run);
    if ('index' in event) calls.set(placeOf(event), [...(calls.get(placeOf(event)) ?? []), event.type]);
  }
  const order =
    /^(approval_requested,)?(approval_decided,)?tool_execution_start,(approval_requested,)?(approval_decided,)?(tool_execution_update,)*tool_execution_end$/;
  const wrong = [...calls].filter(([, types]) => !order.test(types.join()));
  return [...found, ...wrong.map(([place, types]) => `${place}: ${types.join(', ')}`)];
}
