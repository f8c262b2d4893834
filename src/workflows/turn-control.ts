/**
 * What was said to the turn's calls: stop, or a decision. The one place that holds the scopes of running calls and the
 * calls that wait. Decides nothing about results.
 */
import { CancellationScope, condition, isCancellation, upsertMemo } from '@temporalio/workflow';
import type { PendingCall } from '../core/calls.ts';
import type { DecideInput, Decision, WaitingCall } from '../core/control.ts';
import { limits } from '../core/limits.ts';
import { waitingMemoKey } from '../core/session-messages.ts';
import { tellCalls } from './current-details.ts';

export class TurnControl {
  readonly #scopes = new Map<number, CancellationScope>();
  readonly #cancelled = new Set<number>();
  readonly #decisions = new Map<number, DecideInput>();
  /** By index and hash: the engine hands over messages before the verdict that they answer, if it has both. */
  readonly #early = new Map<string, DecideInput>();
  /** Tools of the calls that wait, by index. */
  readonly #pending = new Map<number, string>();
  #interrupted = false;

  /** Ends one call, now or when its turn comes. */
  cancelCall(index: number): void {
    this.#cancelled.add(index);
    this.#scopes.get(index)?.cancel();
  }

  /** Ends every call of the batch that has no result yet. */
  interrupt(): void {
    this.#interrupted = true;
    for (const scope of this.#scopes.values()) scope.cancel();
  }

  /** The first decision about a call that waits counts, also if it is handled just before; others change nothing. */
  decide(decision: DecideInput): void {
    const { index, argsHash } = decision;
    if (this.#pending.has(index)) {
      if (!this.#decisions.has(index)) this.#decisions.set(index, decision);
    } else if (argsHash !== undefined && this.#early.size < limits.earlyDecisions) {
      const shown = shownKey(index, argsHash);
      if (!this.#early.has(shown)) this.#early.set(shown, decision);
    }
  }

  /** Waits until somebody decides, time is over, or the call is stopped. The memo lists it meanwhile. */
  async decisionAbout({ index, tool, request, argsHash }: PendingCall): Promise<Decision> {
    const since = Date.now();
    const first = this.#pending.size === 0;
    const waiting: WaitingCall = { index, tool: tool.name, since, expiresAt: since + request.expiresAfter };
    this.#pending.set(index, tool.name);
    tellCalls(this.#pending);
    const early = this.#early.get(shownKey(index, argsHash));
    if (early !== undefined) this.#decisions.set(index, early);
    // Only whether anything waits: what waits stands in the turn's history, and hundreds of calls may wait at once.
    if (first) upsertMemo({ [waitingMemoKey]: [waiting] });
    let inTime = true;
    try {
      const decided = () => this.#decisions.has(index) || this.isStopped(index);
      inTime = await this.scope(index).run(() => condition(decided, request.expiresAfter));
    } catch (error) {
      if (!isCancellation(error)) throw error;
    } finally {
      this.#pending.delete(index);
      tellCalls(this.#pending);
      if (this.#pending.size === 0) upsertMemo({ [waitingMemoKey]: [] });
    }
    // What somebody decided is recorded, also if the call was stopped in the same task; whether it runs is asked later.
    const decision = this.#decisions.get(index);
    if (decision !== undefined && inTime && !isLate(decision, waiting)) return decisionOf(decision);
    return { kind: this.isStopped(index) ? 'withdrawn' : 'expired' };
  }

  /** Must this call not be started any more? Also true once the run was aborted. */
  isStopped(index: number): boolean {
    return this.#interrupted || this.#cancelled.has(index) || CancellationScope.current().consideredCancelled;
  }

  /** For a call's next step, so that `cancelCall`, `interrupt` and an abort reach it. One that is over feels nothing. */
  scope(index: number): CancellationScope {
    const scope = new CancellationScope();
    this.#scopes.set(index, scope);
    return scope;
  }
}

/** With no worker up at the call's time, its end and what was said after it arrive in one task, the latter first. */
function isLate({ at }: DecideInput, { expiresAt }: WaitingCall): boolean {
  return at !== undefined && at >= expiresAt && Date.now() >= expiresAt;
}

function shownKey(index: number, argsHash: string): string {
  return `${String(index)}/${argsHash}`;
}

function decisionOf({ approve, args, index: _index, at: _at, argsHash: _hash, ...said }: DecideInput): Decision {
  if (approve === 'no') return { kind: 'denied', ...said };
  return { kind: 'approved', ...said, ...(args === undefined ? {} : { args }) };
}
