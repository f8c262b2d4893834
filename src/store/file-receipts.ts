/**
 * Receipts in files under the home folder, named by the hash of their key: `receipts/ab/cdef….json` is written once and
 * says "done" or "given up"; a final result that comes later lies beside it.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Hex } from '../core/canonical.ts';
import type { CallResult } from '../core/calls.ts';
import type { Receipt, ReceiptStore } from '../core/receipts.ts';
import { StoreError } from './store-error.ts';
import { createFileOnce, writeFileDurably } from './write-file.ts';

type Outcome = (Receipt & { readonly kind: 'done' }) | { readonly kind: 'givenUp' };

/** @param home an existing folder; `receipts/` in it is made when first needed */
export function fileReceiptStore(home: string): ReceiptStore {
  const root = path.join(home, 'receipts');

  return {
    async record(key, receipt) {
      const mine: Outcome = { kind: 'done', ...receipt };
      if ((await createFileOnce(fileOf(root, key, 'json'), text({ key, ...mine }))) === 'created') return 'recorded';
      const first = await readOutcome(root, key);
      if (first?.kind === 'done') return 'recorded';
      await writeFileDurably(fileOf(root, key, 'late.json'), text({ key, ...mine }));
      return 'givenUp';
    },

    complete: (key, result) => writeFileDurably(fileOf(root, key, 'result.json'), text({ key, result })),

    async settle(key) {
      const givenUp: Outcome = { kind: 'givenUp' };
      if ((await createFileOnce(fileOf(root, key, 'json'), text({ key, ...givenUp }))) === 'created') return undefined;
      const outcome = await readOutcome(root, key);
      if (outcome?.kind !== 'done') return undefined;
      const { kind: _done, ...receipt } = outcome;
      const final = (await readJson(fileOf(root, key, 'result.json'))) as { readonly result: CallResult } | undefined;
      return final === undefined ? receipt : { ...receipt, result: final.result };
    },
  };
}

async function readOutcome(root: string, key: string): Promise<Outcome | undefined> {
  const found = (await readJson(fileOf(root, key, 'json'))) as (Outcome & { readonly key: string }) | undefined;
  if (found === undefined) return undefined;
  const { key: _key, ...outcome } = found;
  return outcome;
}

/** @throws StoreError naming the file, if it is there but cannot be read as what it must be */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const name = path.basename(file);
    throw new StoreError('unreadable', name, `Receipt ${name} cannot be read: ${String(error)}`);
  }
}

function fileOf(root: string, key: string, ending: string): string {
  const name = sha256Hex(key);
  return path.join(root, name.slice(0, 2), `${name.slice(2)}.${ending}`);
}

function text(value: object): string {
  return JSON.stringify(value);
}
