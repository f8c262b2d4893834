/**
 * One process at a time may start or stop the server of a home. The lock is a file that names its owner; an owner
 * that died is recognised by its process mark. Must never take the lock from a live process.
 *
 * A lock file appears whole (a hard link to a finished file). Only who holds the exclusive right to break one
 * particular token may remove a dead owner's lock, so two breakers can never remove each other's fresh lock.
 */

import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerError } from './errors.ts';
import { isAlive, ownProcess, type ProcessRef } from './process-mark.ts';

interface LockOwner extends ProcessRef {
  readonly token: string;
}

export interface LockOptions {
  /** How long to wait for a live owner, in milliseconds. Default 5 minutes: it may be installing the server. */
  readonly waitMs?: number;
  /** Called once if somebody else holds the lock. */
  readonly onWait?: (owner: ProcessRef) => void;
}

const POLL_MS = 25;

/** Runs `body` while this process alone holds the lock `file`. Throws ServerError `Locked` if a live owner keeps it. */
export async function withLock<T>(file: string, body: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const own: LockOwner = { ...ownProcess(), token: randomUUID() };
  const deadline = Date.now() + (options.waitMs ?? 300_000);
  let told = false;
  while (!createWhole(file, own)) {
    const owner = readOwner(file);
    if (owner === undefined) continue;
    if (!isAlive(owner)) {
      breakStale(file, owner, own);
      await delay(1);
      continue;
    }
    if (!told) options.onWait?.(owner);
    told = true;
    if (Date.now() > deadline) {
      throw new ServerError(
        'Locked',
        `Process ${owner.pid} has been starting or stopping the server of this home for too long; end it and try again.`,
      );
    }
    await delay(POLL_MS);
  }
  try {
    return await body();
  } finally {
    if (readOwner(file)?.token === own.token) rmSync(file, { force: true });
  }
}

/** Creates `file` with the owner's record, whole and only if it does not exist yet. */
function createWhole(file: string, owner: LockOwner): boolean {
  const draft = `${file}.${owner.token}.draft`;
  writeFileSync(draft, JSON.stringify(owner));
  try {
    linkSync(draft, file);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The owner on record; undefined if the file is gone. An unreadable record counts as a dead owner's. */
function readOwner(file: string): LockOwner | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
  try {
    const { pid, mark, token } = JSON.parse(text) as Partial<LockOwner>;
    return { pid: pid ?? 0, mark: mark ?? '', token: token ?? 'unreadable' };
  } catch {
    return { pid: 0, mark: '', token: 'unreadable' };
  }
}

/** Removes the lock of the dead `owner`, unless another breaker that lives has the right to. */
function breakStale(file: string, owner: LockOwner, own: LockOwner): void {
  for (let attempt = 0; ; attempt += 1) {
    const right = `${file}.${owner.token}.break-${attempt}`;
    if (!createWhole(right, own)) {
      const breaker = readOwner(right);
      // A right is passed on only by its holder's death; a vanished one means that the lock is gone too.
      if (breaker === undefined || isAlive(breaker)) return;
      continue;
    }
    if (readOwner(file)?.token === owner.token) unlinkSync(file);
    removeRights(file, owner.token);
    return;
  }
}

function removeRights(file: string, token: string): void {
  const prefix = `${basename(file)}.${token}.break-`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(file), name), { force: true });
  }
}
