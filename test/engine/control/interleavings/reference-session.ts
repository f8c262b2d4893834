/**
 * The reference model: what a session promises, written from the design (section 6) and not from the product's code. It
 * is stepped from one state of rest to the next, where everything waits for somebody outside. Plain and slow on purpose.
 */

/** What the tools of the test's agent are. `work` and `step` run once, `again` may be repeated, `pay` and `brief` wait for a decision. */
export const toolNames = ['work', 'step', 'again', 'deaf', 'pay', 'brief', 'nothing', 'badly'] as const;
export type ToolName = (typeof toolNames)[number];

export interface AskedCall {
  /** The provider's id, which may be empty or repeat. */
  readonly id: string;
  readonly tool: ToolName;
}

/** What the model says when it is asked. `cut` is a message whose end is missing. */
export type Reply =
  | { readonly kind: 'text' }
  | { readonly kind: 'failure' }
  | { readonly kind: 'calls' | 'cut'; readonly calls: readonly AskedCall[] };

export type CallState = 'unreached' | 'running' | 'waiting' | 'settled';

export interface ReferenceCall extends AskedCall {
  readonly index: number;
  state: CallState;
  /** `ok`, `error`, or the kind of a result that no tool made. */
  outcome: string;
  attempts: number;
}

export interface ReferenceRun {
  readonly run: number;
  inject: string[];
  phase: 'asking' | 'batch';
  calls: ReferenceCall[];
  interrupted: 'yes' | 'no';
  cancelled: Set<number>;
}

export class ReferenceSession {
  /** One line per message, as `lines.ts` writes them. */
  readonly transcript: string[] = [];
  readonly prompts: string[] = [];
  readonly steers: string[] = [];
  readonly followUps: string[] = [];
  /** How each run ended, the first one first. */
  readonly ended: string[] = [];
  readonly doomed = new Set<number>();
  run = 0;
  turn = 0;
  active: ReferenceRun | undefined;

  /** @returns the run that it will be, and how many wait before it */
  prompt(text: string): { readonly run: number; readonly ahead: number } {
    const answer = { run: this.run + this.prompts.length + 1, ahead: this.prompts.length };
    this.prompts.push(text);
    this.#open();
    return answer;
  }

  interrupt(text: string): void {
    this.steers.push(text);
    if (this.active === undefined) return;
    this.active.interrupted = 'yes';
    if (this.active.phase === 'batch') this.#stop(() => true);
  }

  /** Ends a run that is active or queued; any other is left alone. */
  abort(run: number): void {
    if (this.active?.run !== run) {
      if (run > this.run && run <= this.run + this.prompts.length) this.doomed.add(run);
      return;
    }
    if (this.active.phase === 'batch') this.#stop(() => true, 'aborted');
    else {
      this.#say('aborted');
      this.#end('aborted');
    }
  }

  cancelCall(index: number): void {
    this.active?.cancelled.add(index);
    if (this.active?.phase === 'batch') this.#stop((call) => call.index === index && call.state !== 'unreached');
  }

  /** @param brief whether somebody approves calls of `brief` before they expire */
  answer(reply: Reply, brief: 'expires' | 'approved' = 'expires'): void {
    const { active } = this;
    if (active === undefined) return;
    if (reply.kind === 'failure') {
      this.#say('error');
      this.#end('error');
      return;
    }
    if (reply.kind === 'text') {
      this.#say('stop');
      this.#next('wants no more');
      return;
    }
    this.#say(reply.kind === 'cut' ? 'length' : 'toolUse', reply.calls);
    active.phase = 'batch';
    active.calls = reply.calls.map((call, index) => ({ ...call, index, state: 'unreached', outcome: '', attempts: 0 }));
    if (reply.kind === 'cut') for (const call of active.calls) settle(call, 'Truncated');
    if (brief === 'approved') for (const call of active.calls.filter(({ tool }) => tool === 'brief')) start(call);
    this.#goOn();
  }

  settle(index: number, outcome: 'ok' | 'error'): void {
    this.#settleCall(index, outcome === 'ok' ? 'ok' : 'Failed');
  }

  decide(index: number, decision: 'approved' | 'denied'): void {
    const call = this.active?.calls[index];
    if (call === undefined) return;
    if (decision === 'denied') this.#settleCall(index, 'Denied');
    else start(call);
  }

  /** The worker is gone and another one has come. */
  workerLost(): void {
    for (const call of this.active?.calls ?? []) {
      if (call.state !== 'running') continue;
      if (call.tool === 'again') call.attempts++;
      else settle(call, 'OutcomeUnknown');
    }
    this.#goOn();
  }

  #settleCall(index: number, outcome: string): void {
    const call = this.active?.calls[index];
    if (call === undefined) return;
    settle(call, outcome);
    this.#goOn();
  }

  /** Ends calls that have no result yet: what runs is told to stop, what does not run never will. */
  #stop(which: (call: ReferenceCall) => boolean, then?: 'aborted'): void {
    for (const call of (this.active?.calls ?? []).filter(which)) {
      if (call.state === 'running') settle(call, call.tool === 'deaf' ? 'OutcomeUnknown' : 'Aborted');
      else if (call.state !== 'settled') settle(call, 'NotStarted');
    }
    this.#goOn(then);
  }

  /** Reaches the calls that may begin now; ends the batch when every call has its result. */
  #goOn(then?: 'aborted'): void {
    const { active } = this;
    if (active?.phase !== 'batch') return;
    const inOrder = active.calls.some(({ tool }) => tool === 'step');
    for (const call of active.calls) {
      if (call.state === 'unreached') this.#reach(active, call, inOrder ? 'in order' : 'at once');
      if (inOrder && call.state !== 'settled') return;
    }
    if (active.calls.some(({ state }) => state !== 'settled')) return;
    for (const { id, outcome } of active.calls) this.transcript.push(`result of "${id}": ${outcome}`);
    if (then === 'aborted') this.#end('aborted');
    else this.#next('wants more');
  }

  #reach(active: ReferenceRun, call: ReferenceCall, mode: 'in order' | 'at once'): void {
    const stopped = active.interrupted === 'yes' || active.cancelled.has(call.index);
    // A batch that runs at once is looked at as a whole, before any of it could be stopped.
    if (stopped && mode === 'in order') settle(call, 'NotStarted');
    else if (call.tool === 'nothing') settle(call, 'NotFound');
    else if (call.tool === 'badly') settle(call, 'InvalidArguments');
    else if (stopped) settle(call, 'NotStarted');
    else if (call.tool === 'pay') call.state = 'waiting';
    // Nobody decides in time: a state of rest comes after its expiry.
    else if (call.tool === 'brief') settle(call, 'Expired');
    else start(call);
  }

  /** The request's messages that are new become part of the transcript, and so does what the model said. */
  #say(stopReason: string, calls: readonly AskedCall[] = []): void {
    for (const text of this.active?.inject ?? []) this.transcript.push(`user: ${text}`);
    this.transcript.push(`assistant ${stopReason}: ${calls.map(({ id, tool }) => `${tool} "${id}"`).join(', ')}`);
  }

  /** After a turn: steering comes first, then what the model wants, then follow-ups. One message at a time. */
  #next(model: 'wants more' | 'wants no more'): void {
    const steer = this.steers.shift();
    if (steer !== undefined) this.#ask([steer]);
    else if (model === 'wants more') this.#ask([]);
    else {
      const followUp = this.followUps.shift();
      if (followUp === undefined) this.#end('answered');
      else this.#ask([followUp]);
    }
  }

  #ask(inject: string[]): void {
    this.turn++;
    this.active = { run: this.run, inject, phase: 'asking', calls: [], interrupted: 'no', cancelled: new Set() };
  }

  #end(how: string): void {
    this.ended.push(how);
    this.active = undefined;
    this.#open();
  }

  #open(): void {
    while (this.active === undefined) {
      const prompt = this.prompts.shift();
      if (prompt === undefined) return;
      this.run++;
      if (!this.doomed.has(this.run)) {
        const steer = this.steers.shift();
        this.#ask([prompt, ...(steer === undefined ? [] : [steer])]);
        return;
      }
      // Aborted while it was queued: nothing is asked, and steering waits for the next run.
      this.#ask([prompt]);
      this.#say('aborted');
      this.ended.push('aborted');
      this.active = undefined;
    }
  }
}

function settle(call: ReferenceCall, outcome: string): void {
  call.state = 'settled';
  call.outcome = outcome;
}

function start(call: ReferenceCall): void {
  call.state = 'running';
  call.attempts = 1;
}
