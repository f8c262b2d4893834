/** Reads the file of a stored object, or says which object it is that cannot be read. */
import { readFile as readWithCallback } from 'node:fs';
import { promisify } from 'node:util';
import { StoreError } from './store-error.ts';

/** Half the time of the one in `fs/promises`, which counts where a transcript is thousands of files. */
const readFile = promisify(readWithCallback);

/** @throws StoreError `missing` or `unreadable`, naming the object */
export async function readObject(
  file: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new StoreError('missing', name, `${kind} ${name} is missing from the store.`);
    }
    throw new StoreError('unreadable', name, `${kind} ${name} cannot be read: ${String(error)}.`);
  }
}
