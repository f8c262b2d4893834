/** The repository's own text files, for the tests that read all of them. It reads the folder, not git, so it works in any copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', '.git', 'dist', 'coverage', '.turnkeeper', '.DS_Store']);

export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !entry.name.endsWith('.tgz'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [path] : [];
    });
}

/** Every file below a folder of the repository, pictures left out; none if there is no such folder. */
export function filesBelow(folder: string): readonly RepositoryFile[] {
  return walk(folder)
    .filter((path) => !/\.(png|jpg|gif|ico|woff2?|gz|db)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
