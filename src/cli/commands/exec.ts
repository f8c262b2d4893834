/**
 * `turnkeeper exec`: the executor without a model. Calls go in, one toolResult message per call comes out, in call
 * order. Under a given id it is done once, however often it is asked for.
 */
import { canonicalJson } from '../../core/canonical.ts';
import { isSessionId } from '../../core/identity.ts';
import { rememberAgentFile } from '../agent-files.ts';
import type { Interrupt } from '../interrupt.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { loadAgent } from '../load-agent.ts';
import { openEngine } from '../open-engine.ts';
import { readCalls } from '../read-calls.ts';
import { readText } from '../read-input.ts';
import { visibleJson } from '../render/visible.ts';
import type { Screen } from '../screen.ts';
import { newSessionId } from '../session-id.ts';
import { UsageError } from '../usage-error.ts';

export interface ExecInput {
  readonly file: string;
  /** File of the calls; `-` means stdin. */
  readonly calls: string;
  /** Default: a new one. */
  readonly id?: string;
  /** Results on one line. Default: indented. */
  readonly json?: true;
}

/** @returns 0 if no result is an error, else 1; 130 or 143 if interrupted */
export async function exec(screen: Screen, input: ExecInput): Promise<number> {
  const { agent } = await loadAgent(input.file);
  const source = input.calls === '-' ? 'stdin' : input.calls;
  const calls = readCalls(await readText(input.calls), { source, now: Date.now() });
  const id = input.id ?? newSessionId(`${agent.name}-exec`, Date.now(), Math.random);
  if (!isSessionId(id)) throw new UsageError(`--id "${id}" cannot be used: write 1 to 128 of A-Z a-z 0-9 . _ -`);

  const engine = await openEngine(screen.note);
  let interrupt: Interrupt | undefined;
  try {
    const worker = await engine.host([agent]);
    rememberAgentFile({ home: engine.home, agent: agent.name }, input.file);
    interrupt = listenForInterrupt({
      onFirst: () => {
        screen.note(
          `Stopping: running calls may take up to 10 s to settle. Fetch the results: npx turnkeeper exec ${input.file} ${input.calls} --id ${id}`,
        );
      },
    });
    const executed = engine.client.executeToolCalls(agent.name, calls, { id });
    executed.catch(() => undefined);
    const died = worker.done.then(() => undefined);
    const done = await Promise.race([executed, died, aborted(interrupt.signal)]);
    if (done === undefined) return interrupt.exitCode() || 1;
    // Sorted keys: read from the store again, the same results are the same text.
    const results: unknown = JSON.parse(canonicalJson(done.results));
    screen.print([visibleJson(results, input.json === undefined ? 2 : undefined)]);
    screen.note(`Session ${id}; the same again without a second effect: --id ${id}`);
    return done.results.some((result) => result.isError) ? 1 : 0;
  } finally {
    await engine.close();
    interrupt?.dispose();
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
