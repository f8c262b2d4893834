/**
 * A tool that runs shell commands, to be copied and changed. A call is over when its command is: the whole process group
 * ends with it, whoever holds its output. What a command does outside its group (`setsid`, a service manager) no tool can
 * take back, and the text of an ended call says so.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { defineTool, Type } from 'turnkeeper';
import { BoundedOutput } from './bounded-output.ts';

export interface BashOptions {
  /** Where commands run. Default: the worker's folder. */
  readonly folder?: string;
  /** Milliseconds until a command is ended. Default: 120,000. */
  readonly timeout?: number;
  /** Milliseconds between TERM and KILL. Keep it below the agent's `limits.grace`. Default: 2,000. */
  readonly grace?: number;
  /** Characters of output that are kept, half from the beginning and half from the end. Default: 30,000. */
  readonly outputLength?: number;
  /** Default: PATH, HOME, LANG and TMPDIR of the worker; not its other variables, which may hold keys. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds that output of a finished command may be late. */
const LINGER = 100;
/** Milliseconds between two looks at a process group that was told to end. */
const LOOK = 20;

/** Sequential, as commands build on each other; never repeated, as nobody knows what they do. */
export function bashTool(options: BashOptions = {}) {
  const { folder = '.', timeout = 120_000, grace = 2_000, outputLength = 30_000, env = ownEnvironment() } = options;
  return defineTool({
    name: 'bash',
    description: 'Runs a bash command and returns its output. Background processes end with the command.',
    parameters: Type.Object({ command: Type.String({ minLength: 1 }) }),
    executionMode: 'sequential',
    timeout,
    execute: async (_id, { command }, signal) => {
      signal?.throwIfAborted();
      const started = performance.now();
      const running = execa('bash', ['-c', command], {
        cwd: folder,
        env,
        extendEnv: false,
        stdin: 'ignore',
        all: true,
        buffer: false,
        reject: false,
        // A group of its own: ending it cannot end the worker. It also ends if the worker's process does.
        killDescendants: true,
      });
      const output = new BoundedOutput(outputLength);
      running.all.setEncoding('utf8').on('data', (text: string) => output.add(text));
      const closed = once(running.all, 'close').catch(() => undefined);
      const { pid } = running;
      if (pid === undefined) throw new Error(`The shell did not start: ${(await running).shortMessage}`);
      const exited = once(running.nodeChildProcess, 'exit') as Promise<[code: number | null, signal: string | null]>;

      const ended = await Promise.race([exited, aborted(signal)]);
      await Promise.race([closed, delay(ended === 'aborted' ? 0 : LINGER)]);
      const leftOver = await endGroup(pid, grace);
      await Promise.race([closed, delay(LINGER)]);
      running.all.destroy();

      const text = output.text();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (ended === 'aborted') throw new Error(endedText(signal, seconds, text));
      const [exitCode, killedBy] = ended;
      const notes = [
        ...(exitCode === 0 ? [] : [killedBy === null ? `(exit code ${exitCode})` : `(ended by ${killedBy})`]),
        ...(leftOver === 'ended' ? ['(processes left in the background were ended)'] : []),
      ];
      return {
        content: [{ type: 'text', text: [text, ...notes].filter((part) => part !== '').join('\n') || '(no output)' }],
        details: { exitCode, signal: killedBy, seconds: Number(seconds), ...output.size() },
      };
    },
  });
}

/** Resolves when the signal aborts; never without one. */
function aborted(signal: AbortSignal | undefined): Promise<'aborted'> {
  return new Promise((resolve) => {
    const tell = (): void => resolve('aborted');
    if (signal?.aborted === true) tell();
    else signal?.addEventListener('abort', tell, { once: true });
  });
}

/** TERM for the whole group, then KILL. Waits until nothing of it is left. */
async function endGroup(pid: number, grace: number): Promise<'none' | 'ended'> {
  if (!tell(pid, 'SIGTERM')) return 'none';
  const until = performance.now() + grace;
  while (tell(pid, 0) && performance.now() < until) await delay(LOOK);
  tell(pid, 'SIGKILL');
  // What was killed vanishes when somebody has waited for it; where nobody does, it stays as a mere entry.
  for (let looks = 0; tell(pid, 0) && looks < 5; looks++) await delay(LOOK);
  return 'ended';
}

/** Signals a process group. @returns false if there is none */
function tell(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** What the executor says before it (`timed out:`, `was aborted:`) comes from the signal's reason as well. */
function endedText(signal: AbortSignal | undefined, seconds: string, output: string): string {
  const reason: unknown = signal?.reason;
  const why = reason instanceof Error ? reason.message : 'The call was ended.';
  const what = `The command and its process group were ended after ${seconds} s.`;
  const caveat = 'What it did until then is done; a process that left the group may still run.';
  return `${why} ${what} ${caveat}\n${output === '' ? '(no output so far)' : `Output so far:\n${output}`}`;
}

function ownEnvironment(): Readonly<Record<string, string>> {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
