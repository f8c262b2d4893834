/** Who may start or stop a server, and when a lock or a state file counts as left behind. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../../src/server/lock.ts';
import { isAlive, markOf, ownProcess } from '../../../src/server/process-mark.ts';
import { temporaryFolder } from './fake-temporal.ts';

async function sleeper(): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child, 'spawn');
  return child as ChildProcess & { readonly pid: number };
}

async function deadPid(): Promise<number> {
  const child = await sleeper();
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return child.pid;
}

const lockedBy = (owner: { readonly pid: number; readonly mark: string }): string => {
  const file = join(temporaryFolder(), 'server.lock');
  writeFileSync(file, JSON.stringify({ ...owner, token: 'theirs' }));
  return file;
};

test('only one at a time holds the lock, and it is free afterwards', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'server.lock');
  let holders = 0;
  const most: number[] = [];
  const hold = async (): Promise<void> => {
    most.push((holders += 1));
    await Promise.resolve();
    holders -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, hold)));
  expect(most).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock is free again after its holder failed', async () => {
  const file = join(temporaryFolder(), 'server.lock');
  await expect(withLock(file, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(withLock(file, () => Promise.resolve('held'))).resolves.toBe('held');
});

test('the lock of a process that died is taken over', async () => {
  const file = lockedBy({ pid: await deadPid(), mark: 'any' });
  await expect(withLock(file, () => Promise.resolve('held'))).resolves.toBe('held');
});

test('the lock of a dead process is taken over even if its pid belongs to another process now', async () => {
  const other = await sleeper();
  const file = lockedBy({ pid: other.pid, mark: 'an earlier start' });
  await expect(withLock(file, () => Promise.resolve('held'))).resolves.toBe('held');
});

test('a lock that cannot be read is taken over', async () => {
  const file = join(temporaryFolder(), 'server.lock');
  writeFileSync(file, '');
  await expect(withLock(file, () => Promise.resolve('held'))).resolves.toBe('held');
});

test('many who find a dead owner at once still hold the lock one after the other', async () => {
  const file = lockedBy({ pid: await deadPid(), mark: 'any' });
  let holders = 0;
  const most: number[] = [];
  const hold = async (): Promise<void> => {
    most.push((holders += 1));
    await Promise.resolve();
    holders -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, hold)));
  expect(most).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test('a live owner is waited for, once told of, and never robbed', async () => {
  const owner = await sleeper();
  const file = lockedBy({ pid: owner.pid, mark: markOf(owner.pid) ?? '' });
  const told: number[] = [];
  const attempt = withLock(file, () => Promise.resolve(), { waitMs: 100, onWait: ({ pid }) => told.push(pid) });
  await expect(attempt).rejects.toMatchObject({
    code: 'Locked',
    message: expect.stringContaining(String(owner.pid)) as string,
  });
  expect(told).toEqual([owner.pid]);
});

test('a process is told apart from a later one with the same pid, and a dead one is not alive', async () => {
  const own = ownProcess();
  expect([isAlive(own), isAlive({ ...own, mark: 'another start' })]).toEqual([true, false]);
  expect(isAlive({ pid: await deadPid(), mark: 'unknown' })).toBe(false);
});
