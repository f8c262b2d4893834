/**
 * Asks the person at the terminal about calls that wait, one after the other, while the run goes on above the question.
 * Must never decide by itself: an answer that is none is asked for again, and an end of input leaves the call waiting.
 */
import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import type { Interface } from 'node:readline/promises';
import type { DecideOptions, DecisionOutcome } from '../client/index.ts';
import type { AgentEvent } from '../core/events.ts';
import type { JsonObject } from '../core/json.ts';
import { readArguments } from './read-arguments.ts';
import { diffLines } from './render/argument-lines.ts';
import { decisionSentence, requestLines } from './render/render-approval.ts';
import { recordedBecause } from './render/render-pulse.ts';
import type { Style } from './render/style.ts';
import { visibleJson, visibleLine } from './render/visible.ts';

type Request = Extract<AgentEvent, { type: 'approval_requested' }>;

export interface DeskOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly style: Style;
  readonly approve: (id: string, options: Pick<DecideOptions, 'args'>) => Promise<DecisionOutcome>;
  readonly deny: (id: string, options: { readonly reason: string }) => Promise<DecisionOutcome>;
  /** Ctrl-C at the question: a terminal that is read by line does not send the signal. */
  readonly onInterrupt: () => void;
  /** Called with `asking` before the first question, with `idle` when there is none any more. */
  readonly onState: (state: 'asking' | 'idle') => void;
}

export class ApprovalDesk {
  readonly #options: DeskOptions;
  readonly #waiting: Request[] = [];
  readonly #closed = new AbortController();
  #asking: { readonly id: string; readonly stop: AbortController } | undefined;
  #terminal: Interface | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Sees the run's events: requests are asked about, those that are decided elsewhere no more. */
  see(event: AgentEvent): void {
    if (event.type === 'approval_requested') {
      this.#waiting.push(event);
      if (this.#asking === undefined) void this.#work().finally(() => this.#options.onState('idle'));
    }
    if (event.type !== 'approval_decided') return;
    const place = this.#waiting.findIndex(({ approvalId }) => approvalId === event.approvalId);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.#asking?.id === event.approvalId) this.#asking.stop.abort();
  }

  /** Prints above the question, if one is open. */
  above(print: () => void): void {
    const rows = this.#wipe();
    print();
    // Shown again, the question goes up by the rows that it had.
    if (rows > 0) this.#options.output.write('\n'.repeat(rows));
    this.#terminal?.prompt(true);
  }

  /** Asks no more; what is undecided goes on waiting. */
  close(): void {
    this.#closed.abort();
    this.#asking?.stop.abort();
  }

  async #work(): Promise<void> {
    this.#options.onState('asking');
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#closed.signal.aborted) break;
      const stop = new AbortController();
      this.#asking = { id: next.approvalId, stop };
      await this.#ask(next, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) this.#say(visibleLine(error instanceof Error ? error.message : String(error)));
      });
    }
    this.#asking = undefined;
  }

  async #ask(request: Request, signal: AbortSignal): Promise<void> {
    for (const line of requestLines(request, this.#options)) this.#say(line);
    // Calls of one batch may be of one tool: the number tells which one is asked about.
    const name = `${visibleLine(request.toolName)} #${request.index + 1}`;
    const question = `${name}: y = run it, n REASON = deny, e = edit, s = leave it waiting > `;
    for (;;) {
      const [, word = '', rest = ''] = /^\s*(\S*)\s*([^]*?)\s*$/.exec(await this.#question(question, signal)) ?? [];
      if (word === 's') return;
      const outcome = await this.#decided(request, { word, rest }, signal);
      if (outcome === undefined) continue;
      // What is applied is seen as an event.
      if (outcome.kind === 'applied') return;
      const sent = {
        approve: word.startsWith('n') ? 'no' : 'yes',
        edited: 'no',
        why: recordedBecause(undefined),
      } as const;
      this.#say(decisionSentence(outcome, sent));
      return;
    }
  }

  /** Undefined if the answer decides nothing. */
  async #decided(
    request: Request,
    { word, rest }: { readonly word: string; readonly rest: string },
    signal: AbortSignal,
  ): Promise<DecisionOutcome | undefined> {
    const { approvalId } = request;
    const { approve, deny } = this.#options;
    switch (word) {
      case 'y':
      case 'yes':
        return approve(approvalId, {});
      case 'n':
      case 'no':
        if (rest !== '') return deny(approvalId, { reason: rest });
        this.#say('Say why, the model reads it: n REASON');
        return undefined;
      case 'e': {
        const args = await this.#edited(request, signal);
        return args === undefined ? undefined : approve(approvalId, { args });
      }
      default:
        return undefined;
    }
  }

  /** Undefined if the person takes it back, or wrote what is no JSON object. */
  async #edited({ args }: Request, signal: AbortSignal): Promise<JsonObject | undefined> {
    const text = await this.#question('arguments > ', signal, visibleJson(args));
    const read = readArguments(text);
    if (read.kind === 'refused') {
      this.#say(`These arguments cannot be used, ${read.why}.`);
      return undefined;
    }
    for (const line of diffLines(args, read.args, this.#options.style)) this.#say(line);
    const answer = await this.#question('Run it with these? y/n > ', signal);
    return /^y(es)?$/.test(answer.trim()) ? read.args : undefined;
  }

  #say(line: string): void {
    this.#options.output.write(`${line}\n`);
  }

  /** Takes the open question off the terminal. @returns rows above the one with the cursor */
  #wipe(): number {
    if (this.#terminal === undefined) return 0;
    const { output } = this.#options;
    const { rows } = this.#terminal.getCursorPos();
    moveCursor(output, 0, -rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    return rows;
  }

  /** The terminal is taken for one question only, so that Ctrl-C is a signal otherwise. @throws when `signal` aborts */
  async #question(text: string, signal: AbortSignal, prefilled = ''): Promise<string> {
    signal.throwIfAborted();
    const { input, output, onInterrupt } = this.#options;
    const terminal = createInterface({ input, output });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    // The end of the input is an answer too: leave it waiting.
    const ended = (): void => {
      output.write('\n');
      resolve('s');
    };
    // Done by hand, since the question's own signal would leave it on the terminal.
    const withdraw = (): void => {
      this.#wipe();
      reject(signal.reason as Error);
    };
    terminal.once('close', ended);
    terminal.on('SIGINT', onInterrupt);
    signal.addEventListener('abort', withdraw, { once: true });
    this.#terminal = terminal;
    try {
      void terminal.question(text).then(resolve, () => undefined);
      if (terminal.terminal && prefilled !== '') terminal.write(prefilled);
      return await promise;
    } finally {
      this.#terminal = undefined;
      signal.removeEventListener('abort', withdraw);
      terminal.off('close', ended);
      terminal.close();
    }
  }
}
