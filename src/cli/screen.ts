/**
 * The process's two streams: output goes to stdout, notes and complaints to stderr. A reader that goes away (EPIPE) is
 * no error. It must never decide what is printed.
 */
import type { Draw, PinnedBlock } from './live/pinned-block.ts';
import { pinBlock } from './live/pinned-block.ts';
import { visibleJson, visibleLine } from './render/visible.ts';
import type { Style } from './render/style.ts';
import { style } from './render/style.ts';

export interface Screen {
  /** Lines of output. */
  readonly print: (lines: readonly string[]) => void;
  /** One value as one line of JSON, exact. */
  readonly printJson: (value: unknown) => void;
  /** One line on stderr, made visible. */
  readonly note: (text: string) => void;
  /** Colours as stdout takes them. */
  readonly style: Style;
  /** Columns of a line: the terminal's, as it is now, between 40 and 200; 100 if it is none. */
  readonly width: number;
  /** Keeps lines below all output, drawn anew every so many milliseconds; undefined if stdout can show no such thing. */
  readonly pin: (draw: Draw, every: number) => PinnedBlock | undefined;
  /** Aborts when nobody reads stdout any more; what is printed from then on is dropped. */
  readonly unread: AbortSignal;
}

export interface ScreenStreams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
}

export function openScreen({ stdout, stderr, env }: ScreenStreams): Screen {
  const gone = new AbortController();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone.abort();
  });
  stderr.on('error', () => undefined);
  const write = (text: string): void => {
    if (!gone.signal.aborted) stdout.write(text);
  };
  return {
    print: (lines) => {
      if (lines.length > 0) write(`${lines.join('\n')}\n`);
    },
    printJson: (value) => write(`${visibleJson(value)}\n`),
    note: (text) => void stderr.write(`${visibleLine(text)}\n`),
    style: style(coloursOf(stdout, env)),
    get width() {
      return stdout.isTTY ? Math.min(200, Math.max(40, stdout.columns || 80)) : 100;
    },
    pin: (draw, every) =>
      canMove(stdout, env) ? pinBlock({ stdout, stderr, reflows: reflows(env), draw, every }) : undefined,
    unread: gone.signal,
  };
}

function coloursOf(stdout: NodeJS.WriteStream, env: NodeJS.ProcessEnv): 'on' | 'off' {
  return canMove(stdout, env) && !env['NO_COLOR'] ? 'on' : 'off';
}

/** Whether it is a terminal that knows more than lines. */
function canMove({ isTTY }: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  return isTTY && env['TERM'] !== 'dumb';
}

/** Of the terminals in use, these cut lines when they get narrower. */
function reflows(env: NodeJS.ProcessEnv): boolean {
  return env['XTERM_VERSION'] === undefined && env['STY'] === undefined && !env['TERM']?.startsWith('rxvt');
}
