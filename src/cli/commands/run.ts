/**
 * `turnkeeper run`: one prompt to one agent, hosted here, watched to the end of its run. What is half done when it is
 * interrupted stays with the server and goes on with the next worker.
 */
import type { Session } from '../../client/index.ts';
import type { AgentEvent } from '../../core/events.ts';
import { isSessionId } from '../../core/identity.ts';
import type { RunEnd } from '../../core/session.ts';
import { checkModel } from '../check-model.ts';
import { existingRecord, refuseUnfit } from '../check-session.ts';
import type { Interrupt } from '../interrupt.ts';
import { listenForInterrupt } from '../interrupt.ts';
import type { LoadedModule } from '../load-agent.ts';
import { loadAgent } from '../load-agent.ts';
import { openEngine } from '../open-engine.ts';
import { pipedText } from '../read-input.ts';
import { emptyView, renderEvent } from '../render/render-event.ts';
import { summaryLines } from '../render/render-summary.ts';
import type { Screen } from '../screen.ts';
import { newSessionId } from '../session-id.ts';
import { UsageError } from '../usage-error.ts';

export interface RunInput {
  readonly file: string;
  /** `-` means stdin. Default: the module's export `prompt`, then what is piped in. */
  readonly prompt?: string;
  /** A session to go on with, or the id of a new one. */
  readonly session?: string;
  /** `provider/id`, for a new session. */
  readonly model?: string;
  readonly json?: true;
}

/** Lines shown of a result. */
const LINES = 3;

/** @returns 0 if the run came to its end, 1 if an error, a limit or an abort ended it, 130 or 143 if interrupted */
export async function run(screen: Screen, input: RunInput): Promise<number> {
  const loaded = await loadAgent(input.file);
  const { agent } = loaded;
  const id = input.session ?? newSessionId(agent.name, Date.now(), Math.random);
  if (!isSessionId(id)) throw new UsageError(`--session "${id}" is no session id: use 1 to 128 of A-Z a-z 0-9 . _ -`);
  const prompt = await promptOf(input, loaded);
  if (input.session === undefined || input.model !== undefined) await checkModel(agent, input.model);

  const engine = await openEngine(screen.note);
  let interrupt: Interrupt | undefined;
  try {
    const { model } = input;
    const session = engine.client.session(id, { agent: agent.name, ...(model === undefined ? {} : { model }) });
    if (input.session !== undefined) {
      const record = await existingRecord(session);
      if (record !== undefined) refuseUnfit(record, { agent, ...(model === undefined ? {} : { model }) });
      if (model === undefined) await checkModel(agent, record?.model);
    }
    const worker = await engine.host([agent]);
    const dead = new AbortController();
    worker.done.catch((error: unknown) => dead.abort(error));
    interrupt = listenForInterrupt(() => {
      screen.note('Stopping: running calls may take up to 10 s to settle; Ctrl-C again leaves at once.');
    });
    const page = engine.uiUrl === '' ? '' : `, on the web: ${engine.uiUrl}/namespaces/default/workflows/${id}`;
    screen.note(`Session ${id}${page}`);
    const signal = AbortSignal.any([interrupt.signal, screen.unread, dead.signal]);
    const ended = await follow(screen, session, {
      prompt,
      signal,
      format: input.json === undefined ? 'lines' : 'json',
    });
    if (dead.signal.aborted) throw dead.signal.reason;
    if (ended !== undefined) return exitCodeOf(ended);
    screen.note(
      `The run is not over and stays with the server. Go on: npx turnkeeper worker ${input.file}; look at it: npx turnkeeper show ${id}`,
    );
    return interrupt.exitCode() || 1;
  } finally {
    await engine.close();
    interrupt?.dispose();
  }
}

interface FollowOptions {
  readonly prompt: string;
  readonly signal: AbortSignal;
  readonly format: 'lines' | 'json';
}

/** Sends the prompt and prints its run. @returns how the run ended; undefined if `signal` aborted before */
async function follow(screen: Screen, session: Session, options: FollowOptions): Promise<RunEnd | undefined> {
  const { run } = await session.prompt(options.prompt);
  const look = { style: screen.style, width: screen.width, lines: LINES, times: 'hidden' } as const;
  let view = emptyView;
  const show = (event: AgentEvent): void => {
    const rendered = renderEvent(view, event, look);
    view = rendered.view;
    if (options.format === 'json') screen.printJson({ v: 1, ...event });
    else screen.print(rendered.lines);
  };
  for await (const event of session.events({ fromRun: run, signal: options.signal })) {
    if (event.run > run) break;
    show(event);
    if (event.type !== 'agent_end') continue;
    if (options.format === 'lines') screen.print(summaryLines(session.id, view, screen.style));
    return event.ended;
  }
  if (options.signal.aborted) return undefined;
  throw new UsageError(
    `Session "${session.id}" ended before its run ${run} did; look at it: npx turnkeeper show ${session.id}`,
  );
}

async function promptOf({ file, prompt }: RunInput, loaded: LoadedModule): Promise<string> {
  const text = prompt === '-' ? await pipedText() : (prompt ?? loaded.prompt ?? (await pipedText()));
  if (text === undefined || text.trim() === '') {
    throw new UsageError(
      `There is no prompt: write turnkeeper run ${file} "…", pipe it in, or export const prompt from the file.`,
    );
  }
  return text;
}

function exitCodeOf(ended: RunEnd): 0 | 1 {
  return ended === 'answered' || ended === 'terminated' || ended === 'stopped' ? 0 : 1;
}
