/**
 * Reads what a before hook answered. Only what certainly means "let it pass" does; an answer that makes no sense blocks.
 */

/** What the hook makes of a call: undefined lets it pass. */
export type HookAnswer =
  | { readonly kind: 'blocked'; readonly reason: string; readonly terminate: boolean }
  | { readonly kind: 'approval'; readonly reason?: string; readonly expiresAfter?: number };

const members = ['block', 'reason', 'terminate', 'approval'];

export function readHookAnswer(answer: unknown): HookAnswer | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer !== 'object' || Array.isArray(answer)) return senseless(`a ${typeof answer}`);
  const unknown = Object.keys(answer).find((member) => !members.includes(member));
  if (unknown !== undefined) return senseless(`an object with "${unknown}"`);
  const { block, reason, terminate, approval } = answer as Readonly<Record<string, unknown>>;
  if (block !== undefined && typeof block !== 'boolean') return senseless('a block that is neither true nor false');
  if (block === true) {
    const text = typeof reason === 'string' && reason !== '' ? reason : 'Tool execution was blocked';
    return { kind: 'blocked', reason: text, terminate: terminate === true };
  }
  if (approval === undefined) return undefined;
  if (typeof approval !== 'object' || approval === null) return senseless('an approval that is no object');
  return { ...approval, kind: 'approval' };
}

function senseless(what: string): HookAnswer {
  return { kind: 'blocked', reason: `beforeToolCall answered ${what}; the call was blocked.`, terminate: false };
}
