/**
 * One session as its client sees it: send messages, follow events, read the transcript.
 */
import type { AgentEvent, FollowedEvent } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import type { AssistantMessage, Message, UserMessage } from '../core/messages.ts';
import type { TakenBack } from '../core/session-messages.ts';
import type { QueueAnswer, QueueName, RunEnd } from '../core/session.ts';
import { ClientError } from './client-error.ts';
import { checkedDeadline, deadlineSignal } from './deadline.ts';
import type { FollowOptions } from './follow-session.ts';
import { followFrom } from './follow-session.ts';
import { requireRun } from './known-runs.ts';
import type { SendOptions, SessionDeps } from './session-deps.ts';
import type { SessionRecord } from './session-record.ts';
import { readRecord } from './session-record.ts';
import type { SayOptions } from './say.ts';
import { sendMessage } from './send-message.ts';
import type { TakeBackOptions } from './take-back.ts';
import { takeBack } from './take-back.ts';
import type {
  AbortOptions,
  AbortOutcome,
  CallPlace,
  CancelOutcome,
  EndTurnOutcome,
  WatchOptions,
} from './session-control.ts';
import { abortRun, callEnded, cancelCall, closeSession, runEnded, terminateTurn } from './session-control.ts';
import type { RemovedSession } from './remove-session.ts';
import type { KeptResult } from './kept-result.ts';
import { readKeptResult } from './kept-result.ts';
import { removeSession } from './remove-session.ts';
import type { RetryingStep } from './retrying-steps.ts';
import { readRetrying } from './retrying-steps.ts';
import type { SessionPulse } from './session-pulse.ts';
import { readPulse } from './session-pulse.ts';
import { turnMessage } from './turn-message.ts';

/** How a run ended, and the text of its last assistant message. */
export interface FinishedRun {
  readonly run: number;
  readonly ended: RunEnd;
  readonly answer: string;
  readonly errorMessage?: string;
}

export class Session {
  readonly id: string;
  readonly #deps: SessionDeps;

  constructor(deps: SessionDeps) {
    this.id = deps.id;
    this.#deps = deps;
  }

  /**
   * Queues a prompt: the next run. Answers as soon as it is durable.
   * @throws ClientError `NoWorker`, `ClosedSession`, `UnknownSession`, or `Refused` (the queue is full)
   */
  prompt(message: string | UserMessage, options: SendOptions = {}): Promise<QueueAnswer> {
    return this.#send('prompts', message, options);
  }

  /** Queues a message for the running (or next) run: delivered after the running batch, before the next request. */
  steer(message: string | UserMessage, options: SendOptions = {}): Promise<QueueAnswer> {
    return this.#send('steers', message, options);
  }

  /** Queues a message for when the agent would stop. */
  followUp(message: string | UserMessage, options: SendOptions = {}): Promise<QueueAnswer> {
    return this.#send('followUps', message, options);
  }

  /**
   * Takes back a message that was accepted and no run has taken yet, by the key under which it was sent. A prompt's run
   * keeps its number and ends as `withdrawn` when it would begin. A key that is taken back stays used.
   * @throws ClientError `NoWorker`, `ClosedSession`, `UnknownSession`, or `Refused` (the key cannot be one)
   */
  cancelMessage(key: string, options: TakeBackOptions = {}): Promise<TakenBack> {
    return takeBack(this.#deps, key, options);
  }

  /**
   * Ends a run: its tools and its model request are told through their signals, what has settled is kept, no further
   * request is made. Queued prompts start next. Answers when the run has ended, or `recorded` after the deadline.
   * A run that has ended already is answered with how it ended.
   * @throws ClientError `UnknownSession`, `ClosedSession`, `InvalidInput` (no run is named, and none is under way; or the
   * session has no such run, also not in its queue)
   */
  async abort(options: AbortOptions & WatchOptions = {}): Promise<AbortOutcome> {
    checkedDeadline(options.deadline ?? 0);
    const run = options.run ?? (await this.#runUnderWay());
    if (options.run !== undefined) await requireRun(this.#deps.client, this.id, run);
    await abortRun(this.#deps, { ...options, run });
    return this.#watched(options, run, (events) => runEnded(events, run));
  }

  /**
   * Ends one call, its siblings go on. Answers when the call has its result, or `recorded` after the deadline.
   * @throws ClientError `UnknownSession` if that turn is not running, `InvalidInput` if there is no such call
   */
  async cancelCall(call: CallPlace, options: SayOptions & WatchOptions = {}): Promise<CancelOutcome> {
    checkedDeadline(options.deadline ?? 0);
    const fromRun = await this.#nextRun();
    await cancelCall(this.#deps, call, options);
    return this.#watched(options, fromRun, (events) => callEnded(events, call));
  }

  /**
   * Ends the workflow of the turn under way, for one that does not go on by itself: the session recovers what it did,
   * without repeating any of it, and the run ends with an error. What waits for approval in it does not happen.
   * @throws ClientError `UnknownSession`, `InvalidInput` (no turn is running)
   */
  async endTurn(options: SayOptions & WatchOptions = {}): Promise<EndTurnOutcome> {
    checkedDeadline(options.deadline ?? 0);
    const run = await this.#nextRun();
    const turn = await terminateTurn(this.#deps, options);
    return { turn, ...(await this.#watched(options, run, (events) => runEnded(events, run))) };
  }

  /** No more prompts; the session ends when it is idle. @throws ClientError `UnknownSession`, `ClosedSession` */
  close(options: SayOptions = {}): Promise<void> {
    return closeSession(this.#deps, options);
  }

  /**
   * Follows the session's events: those there are, from its beginning or after a cursor, then those that come, until the
   * session ends or `signal` aborts. Goes on over restarts of workers and server and over continue-as-new, without gap or
   * repeat. Nothing is read before it is asked for; followers of one session in one process share their polls, and none
   * of them leaves a trace in its history. Progress (`message_update`, `tool_execution_update`) is best effort and has
   * the cursor of the event before it.
   * @throws ClientError `UnknownSession`, `InvalidInput` (the cursor is none of this session), `ClientClosed`
   */
  follow(options: FollowOptions = {}): AsyncGenerator<FollowedEvent> {
    return followFrom(this.#deps, options);
  }

  /** {@link follow} without the cursors. */
  async *events(options: FollowOptions = {}): AsyncGenerator<AgentEvent> {
    for await (const { event } of this.follow(options)) yield event;
  }

  /** Sends a prompt and waits for its run to end. Nobody who listens costs less: the turns' own events stay unread. */
  async run(
    message: string | UserMessage,
    options: SendOptions & { readonly onEvent?: (event: AgentEvent) => void } = {},
  ): Promise<FinishedRun> {
    const { run } = await this.prompt(message, options);
    return this.finish(run, options.onEvent);
  }

  /**
   * Waits for a run to end.
   * @throws ClientError `SessionFailed` if the session ends before the run does, `ClientClosed`, `InvalidInput` (no number)
   */
  async finish(run: number, onEvent?: (event: AgentEvent) => void): Promise<FinishedRun> {
    let answer: string | undefined;
    for await (const event of this.events({ fromRun: run, turns: onEvent === undefined ? 'unread' : 'read' })) {
      if (event.run > run) break;
      onEvent?.(event);
      if (event.type === 'message_end' && event.message.role === 'assistant') answer = answerOf(event.message);
      if (event.type === 'agent_end') {
        const { ended, errorMessage, turn } = event;
        // A run whose prompt was taken back has no turn of its own.
        answer ??= ended === 'withdrawn' ? '' : answerOf(await turnMessage(this.#deps, turn));
        return { run, ended, answer, ...(errorMessage === undefined ? {} : { errorMessage }) };
      }
    }
    throw new ClientError('SessionFailed', `Session "${this.id}" ended before its run ${String(run)} did.`);
  }

  /** All messages that are committed, oldest first. */
  async transcript(): Promise<readonly Message[]> {
    const { head } = await this.record();
    return this.#deps.store.read(head);
  }

  /**
   * The whole of a result that was too big for the model, by the reference that its excerpt names.
   * @throws ClientError `UnknownSession`, `InvalidInput` (no committed result of the session has this reference);
   *   StoreError naming the object that is missing or damaged
   */
  keptResult(reference: string): Promise<KeptResult> {
    return readKeptResult(this.#deps, reference);
  }

  /** Whether somebody serves the session, and whether its turn goes on. A worker that is up may be asked, for 2 s. */
  pulse(): Promise<SessionPulse> {
    return readPulse(this.#deps.client, this.id);
  }

  /** The steps of the turn under way that failed and are tried again. */
  retrying(): Promise<readonly RetryingStep[]> {
    return readRetrying(this.#deps.client, this.id);
  }

  /**
   * Ends the session, whatever runs, and deletes its and its turns' workflow executions. Transcripts and receipts stay
   * in the store. @throws ClientError `UnknownSession`
   */
  remove(): Promise<RemovedSession> {
    return removeSession(this.#deps.client, this.id);
  }

  /** What the server knows of the session, without asking a worker. */
  record(): Promise<SessionRecord> {
    return readRecord(this.#deps.client, this.id);
  }

  /** The number of the run under way, or of the next one. */
  async #nextRun(): Promise<number> {
    return ((await this.record()).lastRun?.run ?? 0) + 1;
  }

  async #runUnderWay(): Promise<number> {
    const run = await this.#nextRun();
    for await (const _event of this.events({ fromRun: run, wait: 'recorded' })) return run;
    throw new ClientError('InvalidInput', `No run of session "${this.id}" is under way.`);
  }

  /** Hands on the events from a run on, until the deadline. */
  async #watched<T>(
    { deadline = limits.effectWait, signal }: WatchOptions,
    fromRun: number,
    see: (events: AsyncIterable<AgentEvent>) => Promise<T>,
  ): Promise<T> {
    const over = deadlineSignal(deadline, signal);
    try {
      return await see(this.events({ fromRun, signal: over.signal }));
    } finally {
      over.end();
    }
  }

  #send(queue: QueueName, message: string | UserMessage, options: SendOptions): Promise<QueueAnswer> {
    return sendMessage(this.#deps, queue, { ...options, message });
  }
}

function answerOf(message: AssistantMessage | undefined): string {
  return (message?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}
