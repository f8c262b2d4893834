/**
 * Hosts an agent and shows a session's runs until they end: what `run` and `resume` share. The first Ctrl-C aborts the
 * run and waits for its end, the second leaves at once. A SIGTERM aborts nothing: the run goes on with the next worker.
 */
import type { Agent } from '../agent/index.ts';
import type { Session } from '../client/index.ts';
import { rememberAgentFile } from './agent-files.ts';
import type { DeskOptions } from './approval-desk.ts';
import { ApprovalDesk } from './approval-desk.ts';
import type { Interrupt } from './interrupt.ts';
import { listenForInterrupt } from './interrupt.ts';
import type { EventDisplay, Format } from './event-display.ts';
import { displayEvents } from './event-display.ts';
import type { Engine } from './open-engine.ts';
import type { Screen } from './screen.ts';
import { sessionPage } from './session-page.ts';
import { exitCodeOf, watchRun } from './watch-run.ts';

export interface Hosting {
  readonly engine: Engine;
  readonly session: Session;
  readonly agent: Agent;
  /** The module that the agent comes from. */
  readonly file: string;
  readonly format: Format;
  /** The run to watch. */
  readonly first: () => Promise<number>;
  /** The run after one that has ended; undefined to watch no more. */
  readonly next: (run: number) => Promise<number | undefined>;
}

/** @returns 0 if the last run came to its end, 1 if an error, a limit or an abort ended it, 130 or 143 if it was left */
export async function hostAndWatch(screen: Screen, hosting: Hosting): Promise<number> {
  const { engine, session, agent, format } = hosting;
  const dead = new AbortController();
  const leave = new AbortController();
  let current: number | undefined;
  let interrupt: Interrupt | undefined;
  let display: EventDisplay | undefined;
  const wayOn = `Go on: npx turnkeeper resume ${session.id}; look at it: npx turnkeeper show ${session.id}`;
  const abortRun = (): void => {
    if (current === undefined) return;
    session.abort({ run: current, reason: 'Ctrl-C', deadline: 0 }).catch((error: unknown) => {
      screen.note(`The run could not be aborted: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  try {
    const worker = await engine.host([agent]);
    rememberAgentFile({ home: engine.home, agent: agent.name }, hosting.file);
    worker.done.catch((error: unknown) => dead.abort(error));
    interrupt = listenForInterrupt({
      onFirst: (name) => {
        display?.stopAsking();
        if (name === 'SIGTERM') {
          screen.note('Stopping: running calls may take up to 10 s to settle; a second signal leaves at once.');
          leave.abort();
        } else {
          screen.note('Aborting: running calls may take up to 10 s to settle; Ctrl-C again leaves at once.');
          abortRun();
        }
      },
      onSecond: () => screen.note(`Left at once. ${wayOn}`),
    });
    const page = sessionPage(engine, session.id);
    screen.note(`Session ${session.id}${page === undefined ? '' : `, on the web: ${page}`}`);
    const openDesk = (onState: DeskOptions['onState']): ApprovalDesk | undefined => deskAt(screen, engine, onState);
    display = displayEvents(screen, { format, openDesk });
    const signal = AbortSignal.any([leave.signal, screen.unread, dead.signal]);
    current = await hosting.first();
    // Ctrl-C may have come before the run had a number.
    if (interrupt.signal.aborted && !leave.signal.aborted) abortRun();
    for (let run: number = current; ; current = run) {
      const ended = await watchRun(display, session, { run, signal });
      if (dead.signal.aborted) throw dead.signal.reason;
      if (ended === undefined) {
        screen.note(`The run is not over and stays with the server. ${wayOn}`);
        return interrupt.exitCode() || 1;
      }
      const next: number | undefined = interrupt.signal.aborted ? undefined : await hosting.next(run);
      if (next === undefined) return exitCodeOf(ended);
      run = next;
    }
  } finally {
    display?.close();
    await engine.close();
    interrupt?.dispose();
  }
}

/** Undefined if there is nobody to ask. */
function deskAt({ style }: Screen, { client }: Engine, onState: DeskOptions['onState']): ApprovalDesk | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return new ApprovalDesk({
    input: process.stdin,
    output: process.stdout,
    style,
    approve: (id, options) => client.approve(id, options),
    deny: (id, options) => client.deny(id, options),
    onInterrupt: () => void process.emit('SIGINT', 'SIGINT'),
    onState,
  });
}
