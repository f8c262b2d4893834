/** Checks by what a caller names a session and what a new one gets, before anything is asked of the server. */
import { isAgentName, isSessionId } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import { ClientError } from './client-error.ts';
import type { SessionOptions } from './session-deps.ts';

/** @throws ClientError `InvalidInput` naming what cannot be used */
export function checkSession(id: unknown, { agent, model, idleExpiry }: SessionOptions): void {
  if (!isSessionId(id)) throw unfit(`A session id must be 1 to 128 of A-Z a-z 0-9 . _ - (got ${shown(id)}).`);
  if (agent !== undefined && !isAgentName(agent)) {
    throw unfit(`An agent's name must be 1 to 64 of A-Z a-z 0-9 . _ - (got ${shown(agent)}).`);
  }
  if (model !== undefined && (typeof model !== 'string' || model.length === 0 || model.length > limits.saidName)) {
    throw unfit(
      `A model is a text, "provider/id", of at most ${String(limits.saidName)} characters (got ${shown(model)}).`,
    );
  }
  if (idleExpiry === undefined) return;
  if (!Number.isInteger(idleExpiry) || idleExpiry < 1 || idleExpiry > limits.longestIdle) {
    const range = `whole milliseconds from 1 to ${String(limits.longestIdle)}`;
    throw unfit(`idleExpiry must be ${range} (got ${shown(idleExpiry)}).`);
  }
}

/** @throws ClientError `InvalidInput` if it is no number that a run may have */
export function checkRun(run: unknown): void {
  if (typeof run === 'number' && Number.isSafeInteger(run) && run >= 1) return;
  throw unfit(`A run is named by its number, from 1 (got ${shown(run)}).`);
}

function unfit(text: string): ClientError {
  return new ClientError('InvalidInput', text);
}

/** Short, whatever it is. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? JSON.stringify(value.slice(0, limits.saidName)) : `a ${typeof value}`;
}
