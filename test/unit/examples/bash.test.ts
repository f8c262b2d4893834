/** The example's shell tool, with real processes: how a command ends, and that nothing of it stays behind. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BashOptions } from '../../../examples/tools/bash.ts';
import { bashTool } from '../../../examples/tools/bash.ts';
import { toolSignal } from '../../../src/activities/tool-signal.ts';

const never = new AbortController().signal;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-bash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Ran {
  /** The result's text, or the error's. */
  readonly text: string;
  readonly details?: unknown;
  readonly failed: 'yes' | 'no';
  readonly ms: number;
}

/** Runs a command whose first act is to write its process group down. */
async function run(command: string, options: BashOptions & { readonly signal?: AbortSignal } = {}): Promise<Ran> {
  const { signal, ...more } = options;
  const started = performance.now();
  const since = () => performance.now() - started;
  try {
    const { content, details } = await bashTool({ grace: 300, ...more }).execute('id', { command }, signal);
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    return { text, details, failed: 'no', ms: since() };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), failed: 'yes', ms: since() };
  }
}

/** Living processes of a group; those that nobody has waited for are dead. */
function livingOf(group: number): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(pgrp) === group && state !== 'Z' ? [pid] : [];
      } catch {
        return [];
      }
    });
}

/** `$$` of the command, which leads its group. */
function groupIn(folder: string): number {
  return Number(readFileSync(join(folder, 'group'), 'utf8'));
}

/** Resolves when the file is there. */
async function appears(file: string): Promise<void> {
  while (!existsSync(file)) await delay(5);
}

it('gives output and exit code', async () => {
  expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
    text: 'out\nerr\n(exit code 3)',
    details: { exitCode: 3, signal: null, truncated: false },
  });
});

it('says so when there is no output', async () => {
  expect(await run('true')).toMatchObject({ text: '(no output)', details: { exitCode: 0 } });
});

it('keeps the beginning and the end of long output, and says what is missing', async () => {
  const { text, details } = await run('seq 1 100000', { outputLength: 40 });
  expect(text).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n[… 588855 characters left out …]\n\n99998\n99999\n100000');
  expect(details).toMatchObject({ characters: 588895, truncated: true });
});

it('passes only harmless variables on', async () => {
  process.env['A_TEST_KEY'] = 'secret';
  onTestFinished(() => {
    delete process.env['A_TEST_KEY'];
  });
  expect((await run('env')).text).not.toContain('secret');
});

// In the field the command ran an hour and the time-out was 2 s; here 1 h and 1 s.
it.each([
  ['with a child in a pipe', 'echo $$ > group; echo begun; find / 2>/dev/null | grep -q zzz & sleep 3600 | cat'],
  ['with a child in the background', 'echo $$ > group; echo begun; (sleep 3600 &) ; sleep 3600'],
  ['that ignores TERM', "trap '' TERM; echo $$ > group; echo begun; while :; do sleep 0.05; done"],
])('ends a command %s at its time-out, with what it said so far (B40)', async (_title, command) => {
  const folder = emptyFolder();
  const timed = toolSignal(never, { timeout: 1_000, told: () => expect.unreachable() });
  const ran = await run(command, { folder, signal: timed.signal });
  timed.dispose();

  expect([ran.failed, ran.text]).toEqual(['yes', expect.stringMatching(/time-out of 1000 ms is over.*\n.*\nbegun$/)]);
  // The time-out, the grace time, and what a busy machine adds.
  expect(ran.ms).toBeLessThan(1_000 + 300 + 10_000);
  expect(livingOf(groupIn(folder))).toEqual([]);
});

it('does not wait for a background child that holds the output of a finished command (B40)', async () => {
  const folder = emptyFolder();
  const ran = await run('echo $$ > group; (sleep 3600 &) ; echo ok', { folder });

  expect(ran).toMatchObject({
    text: 'ok\n(processes left in the background were ended)',
    details: { exitCode: 0 },
  });
  expect(ran.ms).toBeLessThan(60_000);
  expect(livingOf(groupIn(folder))).toEqual([]);
});

// In the field the marker came after 5 s; here it comes as soon as the cancelled call has its result.
it('a cancelled command does not run on: its children write nothing any more, and the worker lives (B41)', async () => {
  const folder = emptyFolder();
  const cancel = new AbortController();
  const engine = toolSignal(cancel.signal, { timeout: 60_000, told: () => expect.unreachable() });
  const command = '(until [ -e ended ]; do sleep 0.02; done; touch marker) & echo $$ > group; wait';
  const running = run(command, { folder, signal: engine.signal });
  await appears(join(folder, 'group'));
  cancel.abort();
  const ran = await running;
  engine.dispose();
  writeFileSync(join(folder, 'ended'), '');

  expect([ran.failed, ran.text]).toEqual(['yes', expect.stringContaining('The call was cancelled.')]);
  // Nobody is left who could write the marker.
  expect([livingOf(groupIn(folder)), existsSync(join(folder, 'marker'))]).toEqual([[], false]);
});

it('says that a process which left the group may still run (B41)', async () => {
  const folder = emptyFolder();
  const cancel = new AbortController();
  const running = run('setsid sh -c "touch left; sleep 0.5" & wait', { folder, signal: cancel.signal });
  await appears(join(folder, 'left'));
  cancel.abort();

  expect((await running).text).toContain('a process that left the group may still run');
});

it('starts nothing once its signal is aborted', async () => {
  const folder = emptyFolder();
  const ran = await run('touch marker', { folder, signal: AbortSignal.abort() });
  expect([ran.failed, existsSync(join(folder, 'marker'))]).toEqual(['yes', false]);
});
