/**
 * Lines that stand below everything else on the terminal and change in place. Whatever is written to stdout or stderr
 * meanwhile, by anybody in this process, goes above them and stays. It must never write over the log.
 */
import { stripVTControlCharacters } from 'node:util';
import { createLogUpdate } from 'log-update';
import { columns } from '../render/fold.ts';

/** @returns lines of less than `width` columns, less than `height` of them */
export type Draw = (size: { readonly width: number; readonly height: number }) => readonly string[];

export interface PinnedBlock {
  /** Draws again; several at once are drawn once. */
  redraw(): void;
  /** Takes the lines off the terminal, for somebody who asks there, until `resume`, and leaves it at a line's beginning. */
  pause(): void;
  resume(): void;
  /** Takes the lines off for good, and gives the streams back. */
  remove(): void;
}

export interface PinnedBlockOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether the terminal breaks lines anew when it gets narrower. One that cuts them must be known as such. */
  readonly reflows: boolean;
  readonly draw: Draw;
  /** Milliseconds after which it is drawn again by itself. */
  readonly every: number;
}

const NEWLINE = 10;
const ERASE_ROW = '\u001b[2K';
const UP = '\u001b[1A';

export function pinBlock({ stdout, stderr, reflows, draw, every }: PinnedBlockOptions): PinnedBlock {
  // A terminal may not know its size.
  const size = () => ({ width: stdout.columns || 80, height: stdout.rows || 24 });
  const write: (text: string) => boolean = stdout.write.bind(stdout);
  // What the library needs of a terminal, past the watch that is kept below.
  const terminal = {
    write,
    isTTY: true,
    get columns() {
      return size().width;
    },
    get rows() {
      return size().height;
    },
  } as NodeJS.WriteStream;
  const opened = (): ReturnType<typeof createLogUpdate> => createLogUpdate(terminal, { showCursor: true });
  let block = opened();
  let shown: readonly string[] = [];
  let state: 'drawn' | 'paused' | 'removed' = 'drawn';
  let soon: NodeJS.Immediate | undefined;
  let begun: 'line' | 'nothing' = 'nothing';

  const erase = (): void => {
    if (shown.length > 0) block.clear();
    shown = [];
  };
  const paint = (): void => {
    soon = undefined;
    if (state !== 'drawn') return;
    const lines = draw(size());
    if (lines.length === 0) return erase();
    if (begun === 'line') write('\n');
    begun = 'nothing';
    block(lines.join('\n'));
    shown = lines;
  };
  const redraw = (): void => {
    if (state === 'drawn') soon ??= setImmediate(paint);
  };
  /** The cursor stands below the lines, which the terminal may have broken anew by now. */
  const resized = (): void => {
    const rows = shown.reduce((sum, line) => sum + (reflows ? rowsOf(line, size().width) : 1), 0);
    // Row by row: "all from here" moves a full screen into the log of some terminals.
    if (rows > 0) write(`\r${ERASE_ROW}${`${UP}${ERASE_ROW}`.repeat(rows)}`);
    block = opened();
    shown = [];
    redraw();
  };
  const written = (text: string | Uint8Array): void => {
    begun = text.at(-1) === '\n' || text.at(-1) === NEWLINE ? 'nothing' : 'line';
    redraw();
  };
  const terminals = [stdout, stderr].filter(({ isTTY }) => isTTY);
  const release = terminals.map((stream) => watch(stream, { before: erase, after: written }));
  const timer = setInterval(redraw, every).unref();
  stdout.on('resize', resized);
  redraw();
  return {
    redraw,
    pause: () => {
      erase();
      if (state === 'drawn') state = 'paused';
    },
    resume: () => {
      if (state === 'paused') state = 'drawn';
      begun = 'nothing';
      redraw();
    },
    remove: () => {
      if (state === 'removed') return;
      erase();
      state = 'removed';
      clearInterval(timer);
      clearImmediate(soon);
      stdout.off('resize', resized);
      for (const giveBack of release) giveBack();
    },
  };
}

type Write = (text: string | Uint8Array, ...how: readonly never[]) => boolean;

/** @returns gives the stream back */
function watch(
  stream: NodeJS.WriteStream,
  { before, after }: { readonly before: () => void; readonly after: (text: string | Uint8Array) => void },
): () => void {
  const write: Write = stream.write.bind(stream);
  const watched: Write = (text, ...how) => {
    before();
    const took = write(text, ...how);
    after(text);
    return took;
  };
  stream.write = watched;
  return () => {
    stream.write = write;
  };
}

function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(columns(stripVTControlCharacters(line)) / width));
}
