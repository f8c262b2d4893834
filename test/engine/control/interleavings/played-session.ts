/**
 * One real session: what is done to it, and everything that was seen of it. Waits for states of rest, never for time.
 */
import { EventEmitter, once } from 'node:events';
import type { Client } from '@temporalio/client';
import type { AgentEvent, Session, TurnkeeperClient } from '../../../../src/client/index.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import type { AssistantMessage, Message } from '../../../../src/core/messages.ts';
import type { OfferedTool } from '../../../../src/core/model.ts';
import { assistantMessage, lineOf } from './lines.ts';
import type { News, Order, Place } from './news.ts';
import { textOf } from './news.ts';
import type { ReferenceSession, Reply } from './reference-session.ts';

/** Milliseconds after which a state of rest does not come any more: heartbeats of a killed worker are waited for. */
const PATIENCE = 100_000;

export interface SeenRequest {
  readonly id: number;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
}

export interface SeenBody {
  readonly id: number;
  readonly place: Place;
  readonly args: JsonObject;
  /** `settled` bodies have done what they were told, and that is the call's result. */
  state: 'open' | 'settled' | 'stopped' | 'lost';
}

export type QueueName = 'prompt' | 'steer' | 'followUp';

export interface PlayedDeps {
  readonly session: Session;
  readonly client: TurnkeeperClient;
  readonly engine: Client;
  readonly send: (order: Order) => void;
}

export class PlayedSession {
  readonly session: Session;
  readonly client: TurnkeeperClient;
  readonly engine: Client;
  readonly requests: SeenRequest[] = [];
  readonly bodies: SeenBody[] = [];
  readonly events: AgentEvent[] = [];
  readonly accepted: Record<QueueName, string[]> = { prompt: [], steer: [], followUp: [] };
  readonly answers: AssistantMessage[] = [];
  /** Arguments that a decision put in the place of the model's, by `TURN.INDEX`. */
  readonly edits = new Map<string, JsonObject>();
  /** What was done, for whoever reads a failure. */
  readonly log: string[] = [];
  readonly #send: (order: Order) => void;
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #stop = new AbortController();
  #open = new Set<number>();
  #following: 'not yet' | 'yes' = 'not yet';
  #autopilot: 'off' | 'on' = 'off';
  #broken: unknown;

  constructor({ session, client, engine, send }: PlayedDeps) {
    this.session = session;
    this.client = client;
    this.engine = engine;
    this.#send = send;
  }

  async say(queue: QueueName, name: string, options: { readonly interrupt?: true } = {}) {
    const text = textOf(this.session.id, name);
    const answer = await this.session[queue](text, { ...options, deadline: 60_000 });
    this.accepted[queue].push(name);
    if (this.#following === 'not yet') void this.#follow();
    return answer;
  }

  answer(reply: Reply): void {
    const id = this.requests.findLast((request) => this.#open.has(request.id))?.id;
    if (id === undefined) return;
    this.#open.delete(id);
    if (reply.kind === 'failure') {
      this.#send({ kind: 'fail', id });
      return;
    }
    const message = assistantMessage(reply);
    this.answers.push(message);
    this.#send({ kind: 'answer', id, message });
  }

  settle(turn: number, index: number, outcome: 'ok' | 'error'): void {
    const body = this.#openBody(turn, index);
    if (body !== undefined) this.#send({ kind: 'settle', id: body.id, outcome });
  }

  approvalId(turn: number, index: number): string | undefined {
    return this.approval(turn, index)?.approvalId;
  }

  approval(turn: number, index: number): Extract<AgentEvent, { type: 'approval_requested' }> | undefined {
    const asked = this.events.find(
      (event) => event.type === 'approval_requested' && event.turn === turn && event.index === index,
    );
    return asked?.type === 'approval_requested' ? asked : undefined;
  }

  /** From now on everything that waits for somebody gets its answer at once. */
  autopilot(): void {
    this.#autopilot = 'on';
    if (this.requests.some(({ id }) => this.#open.has(id))) this.answer({ kind: 'text' });
    for (const { id, state } of this.bodies) if (state === 'open') this.#send({ kind: 'settle', id, outcome: 'ok' });
    for (const event of [...this.events]) this.#denyIfAsked(event);
  }

  hear(news: Exclude<News, { kind: 'up' }>): void {
    if (news.kind === 'over') {
      this.#open.delete(news.id);
      const body = this.bodies.find(({ id, state }) => id === news.id && state === 'open');
      if (body !== undefined) body.state = news.how;
    } else {
      this.#open.add(news.id);
      if (news.kind === 'asked') this.requests.push(news);
      else this.bodies.push({ ...news, state: 'open' });
      if (this.#autopilot === 'on') {
        if (news.kind === 'asked') this.answer({ kind: 'text' });
        else this.#send({ kind: 'settle', id: news.id, outcome: 'ok' });
      }
    }
    this.#news.emit('news');
  }

  workerGone(): void {
    this.#open = new Set();
    for (const body of this.bodies) if (body.state === 'open') body.state = 'lost';
  }

  close(): void {
    this.#stop.abort();
  }

  /** Waits until the real session rests where the model does. @throws if it rests elsewhere, or never */
  async rest(model: ReferenceSession): Promise<void> {
    await this.until(() => this.#differsFrom(model));
  }

  /** @param missing what is not there yet; undefined once all is */
  async until(missing: () => string | undefined): Promise<void> {
    const end = AbortSignal.timeout(PATIENCE);
    for (;;) {
      if (this.#broken !== undefined) throw this.#broken as Error;
      const what = missing();
      if (what === undefined) return;
      try {
        await once(this.#news, 'news', { signal: end });
      } catch {
        const seen = this.events.map(
          (event) => `${event.type} ${event.turn}${'index' in event ? `.${event.index}` : ''}`,
        );
        throw new Error(`${what}\n  seen last: ${seen.slice(-12).join(', ')}`);
      }
    }
  }

  hasEvent(type: AgentEvent['type'], turn: number, index: number): boolean {
    return this.events.some(
      (event) => event.type === type && event.turn === turn && 'index' in event && event.index === index,
    );
  }

  #differsFrom(model: ReferenceSession): string | undefined {
    const ended = this.events.flatMap((event) => (event.type === 'agent_end' ? [event.ended] : []));
    if (ended.join() !== model.ended.join()) return `runs ended: ${ended.join()} instead of ${model.ended.join()}`;
    const { active, turn } = model;
    if (active === undefined) return undefined;
    if (active.phase === 'asking') {
      const request = this.requests.findLast(({ id }) => this.#open.has(id));
      const asked = request?.messages.map((message) => lineOf(message, this.session.id)).join('\n');
      const expected = [...model.transcript, ...active.inject.map((text) => `user: ${text}`)].join('\n');
      return asked === expected ? undefined : `turn ${turn} asks\n${asked ?? 'nothing'}\ninstead of\n${expected}`;
    }
    for (const { index, state, attempts, outcome } of active.calls) {
      const place = `call ${turn}.${index}`;
      if (state === 'running' && this.#openBody(turn, index, attempts) === undefined) return `${place} does not run`;
      if (state === 'waiting' && this.approvalId(turn, index) === undefined) return `${place} does not wait`;
      // What never started is written down with the batch, not before.
      if (state !== 'settled' || outcome === 'NotStarted') continue;
      if (!this.hasEvent('tool_execution_end', turn, index)) return `${place} has not ended`;
    }
    return undefined;
  }

  #openBody(turn: number, index: number, attempt?: number): SeenBody | undefined {
    return this.bodies.findLast(
      ({ place, state }) =>
        state === 'open' &&
        place.turn === turn &&
        place.index === index &&
        (attempt ?? place.attempt) === place.attempt,
    );
  }

  async #follow(): Promise<void> {
    this.#following = 'yes';
    try {
      for await (const event of this.session.events({ signal: this.#stop.signal })) {
        this.events.push(event);
        if (this.#autopilot === 'on') this.#denyIfAsked(event);
        this.#news.emit('news');
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#broken = error;
      this.#news.emit('news');
    }
  }

  #denyIfAsked(event: AgentEvent): void {
    if (event.type !== 'approval_requested' || this.hasEvent('approval_decided', event.turn, event.index)) return;
    // Its turn may have ended meanwhile.
    this.client.deny(event.approvalId, { reason: 'time to end', deadline: 0 }).catch(() => undefined);
  }
}
