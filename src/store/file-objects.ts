/** Big values in files under the home folder, named by their content: `objects/ab/cdef….txt`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sha256Hex } from '../core/canonical.ts';
import type { ObjectStore } from '../core/objects.ts';
import { readObject } from './read-object.ts';
import { StoreError } from './store-error.ts';
import { writeFileDurably } from './write-file.ts';

/** @param home an existing folder; `objects/` in it is made when first needed */
export function fileObjectStore(home: string): ObjectStore {
  const root = path.join(home, 'objects');
  const fileOf = (name: string): string => path.join(root, name.slice(0, 2), `${name.slice(2)}.txt`);

  return {
    async put(text) {
      const name = sha256Hex(text);
      if (!existsSync(fileOf(name))) await writeFileDurably(fileOf(name), text);
      return name;
    },

    async get(name) {
      const text = await readObject(fileOf(name), { kind: 'Stored value', name });
      if (sha256Hex(text) === name) return text;
      throw new StoreError('damaged', name, `Stored value ${name} is damaged: its content has another hash.`);
    },
  };
}
