/**
 * Grants: the gate's proof for one call with exactly these arguments. Made by `clearCalls`, checked by `tool.NAME`
 * before anything else; a schedule made by hand or by a changed workflow has none.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, sha256Hex } from '../core/canonical.ts';
import type { ClearedCall } from '../core/calls.ts';
import type { TurnRef } from '../core/identity.ts';
import type { GrantKeys } from '../store/index.ts';

/** What a grant binds together. */
export interface Granted {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly call: Omit<ClearedCall, 'kind' | 'grant'>;
}

/** The decision of a gate that needed no human. */
export const gateDecision = 'gate';

export function signGrant(keys: GrantKeys, granted: Granted): string {
  const [key] = keys;
  return `${key.id}.${mac(key.secret, granted)}`;
}

/** True only for a grant that one of the keys made for exactly this call, whose arguments have the hash it claims. */
export function checkGrant(keys: GrantKeys, granted: Granted, grant: string): boolean {
  if (argsHash(granted.call.args) !== granted.call.argsHash) return false;
  const dot = grant.lastIndexOf('.');
  const key = keys.find(({ id }) => id === grant.slice(0, dot));
  if (key === undefined) return false;
  const wanted = Buffer.from(mac(key.secret, granted));
  const given = Buffer.from(grant.slice(dot + 1));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** SHA-256 of the canonical JSON of validated arguments. */
export function argsHash(args: unknown): string {
  return sha256Hex(canonicalJson(args));
}

function mac(secret: Buffer, { ref, agent, call }: Granted): string {
  const bound = {
    execution: ref.execution,
    session: ref.session,
    turn: ref.turn,
    index: call.index,
    agent,
    tool: call.tool,
    argsHash: call.argsHash,
    decision: call.decision,
  };
  return createHmac('sha256', secret).update(canonicalJson(bound)).digest('base64url');
}
