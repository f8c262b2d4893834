/**
 * `turnkeeper run`: one prompt to one agent, hosted here, watched to the end of its run. What is half done when it is
 * left stays with the server and goes on with the next worker.
 */
import { isSessionId } from '../../core/identity.ts';
import { checkModel } from '../check-model.ts';
import { existingRecord, refuseUnfit } from '../check-session.ts';
import { formatOf } from '../event-display.ts';
import { hostAndWatch } from '../host-and-watch.ts';
import type { LoadedModule } from '../load-agent.ts';
import { loadAgent } from '../load-agent.ts';
import { openEngine } from '../open-engine.ts';
import { pipedText } from '../read-input.ts';
import { readDuration } from '../read-duration.ts';
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
  /** Such as `2h`, for a new session. */
  readonly idleExpiry?: string;
  /** Results in full. */
  readonly full?: true;
  readonly json?: true;
}

/** @returns 0 if the run came to its end, 1 if an error, a limit or an abort ended it, 130 or 143 if it was left */
export async function run(screen: Screen, input: RunInput): Promise<number> {
  const loaded = await loadAgent(input.file);
  const { agent } = loaded;
  const id = input.session ?? newSessionId(agent.name, Date.now(), Math.random);
  if (!isSessionId(id)) throw new UsageError(`--session "${id}" is no session id: use 1 to 128 of A-Z a-z 0-9 . _ -`);
  const idleExpiry = input.idleExpiry === undefined ? undefined : readDuration('--idle-expiry', input.idleExpiry);
  const prompt = await promptOf(input, loaded);
  if (input.session === undefined || input.model !== undefined) await checkModel(agent, input.model);

  const engine = await openEngine(screen.note);
  try {
    const { file, model } = input;
    const session = engine.client.session(id, {
      agent: agent.name,
      ...(model === undefined ? {} : { model }),
      ...(idleExpiry === undefined ? {} : { idleExpiry }),
    });
    if (input.session !== undefined) {
      const record = await existingRecord(session);
      if (record !== undefined) refuseUnfit(record, { agent, ...(model === undefined ? {} : { model }) });
      if (record !== undefined && idleExpiry !== undefined) {
        throw new UsageError(`Session "${id}" keeps the idle time it was started with: leave out --idle-expiry.`);
      }
      if (model === undefined) await checkModel(agent, record?.model);
    }
    return await hostAndWatch(screen, {
      engine,
      session,
      agent,
      file,
      format: formatOf(input),
      first: async () => (await session.prompt(prompt)).run,
      next: async () => undefined,
    });
  } finally {
    await engine.close();
  }
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
