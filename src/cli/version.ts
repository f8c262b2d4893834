/** Which release this is, as its package.json says; the same in a checkout and in a published package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface PackageFile {
  readonly version: string;
}

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as PackageFile).version;
}

/** The folder of this package if it runs from its sources; undefined if it was installed. */
export function ownCheckout(): string | undefined {
  return import.meta.url.endsWith('.ts') ? fileURLToPath(new URL('../../', import.meta.url)) : undefined;
}
