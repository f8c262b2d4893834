/**
 * Makes `turnkeeper` and `turnkeeper/…` mean this very package in every file that this process loads, wherever the
 * file lies: an agent file outside any project works, and there is never a second copy of the library. It must not
 * touch any other specifier. A thread that loads agent code calls `linkDoors` for itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const name = 'turnkeeper';

/** The URL of one of this package's own files, given from the package's root. */
export const own = (path) => new URL(`../${path}`, import.meta.url);

/** A published package has no sources: its doors are in dist/. A checkout uses the sources, whatever dist/ holds. */
export const published = !existsSync(own('src/cli/main.ts'));

const doors = JSON.parse(readFileSync(own('package.json'), 'utf8')).exports;

const linked = Symbol.for('turnkeeper.doors-linked');

/** Registers the resolution once per thread; calling it again changes nothing. */
export function linkDoors() {
  if (globalThis[linked]) return;
  globalThis[linked] = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return nextResolve(specifier, context);
      const door = doors[`.${specifier.slice(name.length)}`];
      // Unknown doors get Node's own error, which names the specifier and the file that asked for it.
      if (door === undefined) return nextResolve(specifier, context);
      const target = typeof door === 'string' ? door : door[published ? 'default' : `${name}-source`];
      return { url: own(target).href, shortCircuit: true };
    },
  });
}
