/** `turnkeeper init`: writes a starter that runs. All of its files or none, and never over a file that is there. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { oneSentence } from '../explain-failure.ts';
import { visibleLine } from '../render/visible.ts';
import type { Screen } from '../screen.ts';
import { agentFile, testFile } from '../starter/agent-file.ts';
import type { OwnPackage } from '../starter/project-files.ts';
import { ignoreFile, packageFile, readmeFile } from '../starter/project-files.ts';
import { UsageError } from '../usage-error.ts';
import { ownCheckout, ownVersion } from '../version.ts';

export interface InitInput {
  readonly dir: string;
}

/** @throws UsageError naming the files that are there already, or the folder that cannot be written */
export async function init(screen: Screen, { dir }: InitInput): Promise<number> {
  const folder = path.resolve(dir);
  const name = packageName(path.basename(folder));
  const files: readonly (readonly [name: string, text: string])[] = [
    ['agent.ts', agentFile],
    ['agent.test.ts', testFile],
    ['package.json', packageFile(name, ownPackage(folder))],
    ['README.md', readmeFile(name)],
    ['.gitignore', ignoreFile],
  ];
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new UsageError(`${dir} is a file: name a folder for the starter.`);
  }
  const taken = files.map(([file]) => file).filter((file) => existsSync(path.join(folder, file)));
  if (taken.length > 0) {
    throw new UsageError(`${dir} holds ${taken.join(', ')} already: move them away, or name another folder.`);
  }
  try {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of files) writeFileSync(path.join(folder, file), text, { flag: 'wx' });
  } catch (error) {
    const why = oneSentence(error instanceof Error ? error.message : String(error));
    throw new UsageError(`The starter cannot be written to ${dir} (${why}): name a folder you may write to.`);
  }
  const inside = path.relative(process.cwd(), folder);
  screen.print([
    `Wrote ${files.map(([file]) => file).join(', ')} to ${visibleLine(dir)}.`,
    `Next: ${inside === '' ? '' : `cd ${visibleLine(inside)} && `}npm install && npm start`,
  ]);
  return 0;
}

/** A checkout is depended on as the folder that it is; its version may not have been published. */
function ownPackage(folder: string): OwnPackage {
  const checkout = ownCheckout();
  return checkout === undefined
    ? { dependency: `^${ownVersion()}`, test: 'node --test' }
    : { dependency: `file:${path.relative(folder, checkout)}`, test: 'node --conditions=turnkeeper-source --test' };
}

/** What npm takes as a name: small letters, digits, `-`, `_` and `.`, not first. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name === '' ? 'my-agent' : name;
}
