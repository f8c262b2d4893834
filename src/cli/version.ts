/** Which release this is, as its package.json says; the same in a checkout and in a published package. */
import { readFileSync } from 'node:fs';

interface PackageFile {
  readonly version: string;
}

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as PackageFile).version;
}
