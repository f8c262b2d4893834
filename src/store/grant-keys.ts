/**
 * The secret that makes grants: one per home, or shared by workers on several machines through `TURNKEEPER_KEYS`.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Named keys; the first one signs, all of them verify. */
export type GrantKeys = readonly [GrantKey, ...GrantKey[]];

export interface GrantKey {
  readonly id: string;
  readonly secret: Buffer;
}

/**
 * The keys of this home; made at first use (256 random bits, readable by the owner only).
 * `TURNKEEPER_KEYS` is `id:base64[,id:base64…]` with at least 32 bytes each.
 * @throws Error in one sentence if a key is not usable
 */
export function loadGrantKeys(home: string, env: NodeJS.ProcessEnv = process.env): GrantKeys {
  const shared = env['TURNKEEPER_KEYS'];
  return shared ? parseKeys(shared) : [{ id: 'home', secret: homeKey(path.join(home, 'grant.key')) }];
}

function parseKeys(text: string): GrantKeys {
  const [first, ...rest] = text.split(',').map((part) => {
    const [id, value] = part.trim().split(':');
    const secret = Buffer.from(value ?? '', 'base64');
    if (!id || secret.length < 32) {
      throw new Error('TURNKEEPER_KEYS must be id:base64[,id:base64…] with at least 32 bytes for each key.');
    }
    return { id, secret };
  });
  if (first === undefined) throw new Error('TURNKEEPER_KEYS is empty.');
  return [first, ...rest];
}

/** Two processes that start at once must end up with one key: the first link wins. */
function homeKey(file: string): Buffer {
  const found = readKey(file);
  if (found !== undefined) return found;
  const mine = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(mine, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    linkSync(mine, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const key = readKey(file);
  if (key === undefined) throw new Error(`The grant key ${file} cannot be read.`);
  return key;
}

function readKey(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const secret = Buffer.from(text, 'base64');
  if (secret.length < 32) throw new Error(`The grant key ${file} is damaged: it must hold 32 bytes in base64.`);
  return secret;
}
