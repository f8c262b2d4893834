/**
 * The command as a user runs it: a process of its own against the tests' server, with a home and a folder of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject, onTestFinished } from 'vitest';

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the reading side of stdout before anything is written. */
  readonly closeStdout?: 'at once';
}

export interface Running {
  /** Resolves when stdout holds the text; rejects with all output if the command ends before. */
  readonly shows: (part: string) => Promise<void>;
  /** The same for stderr. */
  readonly notes: (part: string) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly finished: Promise<Finished>;
}

export interface Place {
  readonly folder: string;
  /** Writes a file into the folder. */
  readonly file: (name: string, content: string) => string;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Finished>;
  readonly start: (args: readonly string[], options?: RunOptions) => Running;
}

const command = resolve('bin/turnkeeper.js');
export const examples = resolve('examples');

/** A folder that is removed when the test ends; its home's server is the tests' own. */
export function place(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = (args: readonly string[], { stdin = '', env = {}, closeStdout }: RunOptions = {}): Running => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        TURNKEEPER_HOME: join(folder, 'home'),
        TEMPORAL_ADDRESS: inject('address'),
        TEMPORAL_NAMESPACE: inject('namespace'),
        ...env,
      },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    if (closeStdout !== undefined) child.stdout.destroy();
    const seen = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk: Buffer) => (seen[stream] += chunk.toString()));
    }
    const closed = once(child, 'close');
    const finished = Promise.all([
      closeStdout === undefined ? text(child.stdout) : '',
      text(child.stderr),
      closed,
    ]).then(([stdout, stderr]): Finished => ({ exitCode: child.exitCode, stdout, stderr }));
    const appears = (stream: keyof typeof seen, part: string): Promise<void> =>
      new Promise((done, fail) => {
        const look = (): void => (seen[stream].includes(part) ? done() : undefined);
        child[stream].on('data', look);
        look();
        void finished.then((end) => fail(new Error(`"${part}" was never shown: ${JSON.stringify(end)}`)));
      });
    return {
      finished,
      kill: (signal) => void child.kill(signal),
      shows: (part) => appears('stdout', part),
      notes: (part) => appears('stderr', part),
    };
  };
  return {
    folder,
    file: (name, content) => {
      writeFileSync(join(folder, name), content);
      return name;
    },
    start,
    run: (args, options) => start(args, options).finished,
  };
}

/** An agent file whose tool writes down each of its effects in `effects.txt`; `model` is the text of its script. */
export function notingAgent(name: string, model = `scripted(['Fine.'])`): string {
  return `import { appendFileSync } from 'node:fs';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
export const note = defineTool({
  name: 'note',
  description: 'Writes a text down',
  parameters: Type.Object({ text: Type.String() }),
  execute: (_id, { text }) => {
    console.log('a tool that prints');
    if (text === 'fail') throw new Error('the pen is dry');
    appendFileSync('effects.txt', text + '\\n');
    return { content: [{ type: 'text', text: 'noted ' + text }] };
  },
});
export default defineAgent({ name: '${name}', model: ${model}, tools: [note] });
`;
}
