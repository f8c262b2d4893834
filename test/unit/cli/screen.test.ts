/** Where output goes, in which colours, and what happens when nobody reads it. */
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { openScreen } from '../../../src/cli/screen.ts';

function stream(more: object = {}): NodeJS.WriteStream & { readonly written: string } {
  let written = '';
  const made = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  Object.defineProperty(made, 'written', { get: () => written });
  return Object.assign(made, more) as unknown as NodeJS.WriteStream & { readonly written: string };
}

it('output and notes do not mix, and a note is one harmless line', () => {
  const [stdout, stderr] = [stream(), stream()];
  const screen = openScreen({ stdout, stderr, env: {} });
  screen.print(['a', 'b']);
  screen.printJson({ text: '\u202e' });
  screen.note('c\nd\u001b[2J');
  expect([stdout.written, stderr.written]).toEqual(['a\nb\n{"text":"\\u202e"}\n', 'c\\nd\\x1b[2J\n']);
});

it.each([
  ['on a terminal', { isTTY: true, columns: 90 }, {}, true, 90],
  ['on a terminal with NO_COLOR', { isTTY: true, columns: 90 }, { NO_COLOR: '1' }, false, 90],
  ['on a dumb terminal', { isTTY: true, columns: 20 }, { TERM: 'dumb' }, false, 40],
  ['in a pipe, even where FORCE_COLOR or CI is set', {}, { FORCE_COLOR: '1', CI: '1' }, false, 100],
])('%s, colours and width follow', (_where, more, env, coloured, width) => {
  const screen = openScreen({ stdout: stream(more), stderr: stream(), env });
  expect([screen.style.red('x') !== 'x', screen.width]).toEqual([coloured, width]);
});

it.each([
  ['a terminal', { isTTY: true, columns: 90, rows: 20 }, {}, true],
  ['a dumb terminal', { isTTY: true, columns: 90, rows: 20 }, { TERM: 'dumb' }, false],
  ['no terminal', {}, {}, false],
])('lines that change in place are for what can show them: %s', (_where, more, env, pinned) => {
  const stdout = stream(more);
  const block = openScreen({ stdout, stderr: stream(), env }).pin(() => ['moves'], 1000);
  block?.remove();
  expect(block !== undefined).toBe(pinned);
});

it('a reader that goes away is no error: the rest is dropped, and whoever asks is told', () => {
  const stdout = stream();
  const screen = openScreen({ stdout, stderr: stream(), env: {} });
  stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }));
  screen.print(['never seen']);
  expect([screen.unread.aborted, stdout.written]).toEqual([true, '']);
});
