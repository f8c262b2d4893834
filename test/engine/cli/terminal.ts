/**
 * The command on a terminal, as a person has it: tmux keeps the picture. Every wait is for the terminal's next output.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';
import type { TestContext } from 'vitest';
import type { Place } from './cli.ts';

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Terminal {
  /** Everything from the first line on, without blank lines at the end, once it passes; colours as escapes if asked for. */
  readonly until: (passes: (text: string) => boolean, look?: 'coloured') => Promise<string>;
  /** The same, once it holds the text. */
  readonly shows: (part: string) => Promise<string>;
  /** Everything, once the command has ended; with its exit code in the last line. */
  readonly ended: () => Promise<string>;
  /** Presses keys by their tmux names, such as `y`, `Enter`, `C-c`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Between two pictures of what moves: the terminal is resized before the command hears of it. */
  readonly resize: (columns: number, rows: number) => Promise<void>;
}

/** For `beforeEach`: without tmux there is no terminal to test on. */
export function needTmux({ skip }: TestContext): void {
  try {
    execFileSync('tmux', ['-V']);
  } catch {
    skip('tmux is not installed: on Debian, apt-get install tmux');
  }
}

/** Types `turnkeeper ARGS…` into a terminal of its own, which ends with the test. */
export async function openTerminal(
  { folder }: Place,
  args: readonly string[],
  { columns = 80, rows = 24, env = {} }: TerminalOptions = {},
): Promise<Terminal> {
  const command = [process.execPath, resolve('bin/turnkeeper.js'), ...args].map((word) => `'${word}'`).join(' ');
  const tmux = ['-u', '-f', '/dev/null', '-S', join(folder, 'tmux')];
  const size = ['-x', String(columns), '-y', String(rows)];
  // What `cat` waits for never comes: the picture stays.
  await promisify(execFile)('tmux', [...tmux, 'new-session', '-d', ...size, `${command}; echo "exit code $?"; cat`], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      HOME: folder,
      TURNKEEPER_HOME: join(folder, 'home'),
      TEMPORAL_ADDRESS: inject('address'),
      TEMPORAL_NAMESPACE: inject('namespace'),
      ...env,
    },
  });
  const client = spawn('tmux', [...tmux, '-C', 'attach'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(client, 'close');
  onTestFinished(async () => {
    client.stdin.end('kill-server\n');
    await closed;
  });

  const heard = new EventEmitter();
  let outputs = 0;
  let reply: string[] | undefined;
  createInterface(client.stdout).on('line', (line) => {
    if (line.startsWith('%begin ')) reply = [];
    else if (line.startsWith('%end ') || line.startsWith('%error ')) {
      heard.emit('reply', reply ?? []);
      reply = undefined;
    } else if (reply !== undefined) reply.push(line);
    else if (line.startsWith('%output ')) {
      outputs += 1;
      heard.emit('output');
    }
  });
  const ask = async (line: string): Promise<readonly string[]> => {
    const answered = once(heard, 'reply') as Promise<[readonly string[]]>;
    client.stdin.write(`${line}\n`);
    return (await answered)[0];
  };
  // The attaching itself is answered.
  await once(heard, 'reply');
  const until: Terminal['until'] = async (passes, look) => {
    for (;;) {
      const before = outputs;
      const lines = await ask(`capture-pane -p -S - ${look === undefined ? '' : '-e'}`);
      const text = lines.join('\n').trimEnd();
      if (passes(text)) return text;
      if (before === outputs) await once(heard, 'output');
    }
  };
  return {
    until,
    shows: (part) => until((text) => text.includes(part)),
    ended: () => until((text) => /\nexit code \d+$/.test(text)),
    press: async (...keys) => {
      await ask(`send-keys ${keys.join(' ')}`);
    },
    resize: async (width, height) => {
      await once(heard, 'output');
      await ask(`resize-window -x ${width} -y ${height}`);
    },
  };
}
