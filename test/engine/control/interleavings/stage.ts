/**
 * The real side of all interleavings of a group: one agent, its worker's process, which may be ended and started anew,
 * and a client. Hands what the worker tells to the session that it is about.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { Client, Connection } from '@temporalio/client';
import { TurnkeeperClient } from '../../../../src/client/index.ts';
import { fileStore } from '../../../../src/store/index.ts';
import { freshName } from '../../engine.ts';
import type { News, Order, Setting } from './news.ts';
import { sessionOf } from './news.ts';
import { PlayedSession } from './played-session.ts';

export class Stage implements AsyncDisposable {
  readonly client: TurnkeeperClient;
  readonly engine: Client;
  readonly #setting: Setting;
  readonly #sessions = new Map<string, PlayedSession>();
  /** Whose request or body an id of the worker is. */
  readonly #owners = new Map<number, PlayedSession>();
  #worker: ChildProcess | undefined;

  private constructor(setting: Setting, client: TurnkeeperClient, engine: Client) {
    this.#setting = setting;
    this.client = client;
    this.engine = engine;
  }

  static async open(): Promise<Stage> {
    const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
    const setting = { home, address: inject('address'), namespace: inject('namespace'), agent: freshName('agent') };
    const { address, namespace } = setting;
    const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
    const engine = new Client({ connection: await Connection.connect({ address }), namespace });
    const stage = new Stage(setting, client, engine);
    await stage.#startWorker();
    return stage;
  }

  session(): PlayedSession {
    const session = this.client.session(freshName('session'), { agent: this.#setting.agent });
    const { client, engine } = this;
    const played = new PlayedSession({ session, client, engine, send: (order) => void this.#worker?.send(order) });
    this.#sessions.set(session.id, played);
    return played;
  }

  /** Ends the worker, drained or killed, and starts another one when `meanwhile` is over. */
  async replaceWorker(how: 'SIGKILL' | 'shutdown', meanwhile?: () => Promise<void>): Promise<void> {
    await this.#endWorker(how);
    this.#owners.clear();
    for (const session of this.#sessions.values()) session.workerGone();
    await meanwhile?.();
    await this.#startWorker();
  }

  async #startWorker(): Promise<void> {
    const worker = fork(path.join(import.meta.dirname, 'worker-process.ts'), [JSON.stringify(this.#setting)], {
      execArgv: ['--conditions=turnkeeper-source'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#worker = worker;
    let complaints = '';
    worker.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-5_000)));
    const up = Promise.withResolvers<undefined>();
    worker.on('message', (news: News) => {
      if (this.#worker !== worker) return;
      if (news.kind === 'up') up.resolve(undefined);
      else this.#take(news);
    });
    worker.on('exit', () => up.reject(new Error(`The worker ended: ${complaints}`)));
    await up.promise;
  }

  async #endWorker(how: 'SIGKILL' | 'shutdown'): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || worker.exitCode !== null) return;
    const exited = once(worker, 'exit');
    if (how === 'SIGKILL') worker.kill('SIGKILL');
    else worker.send({ kind: 'shutdown' } satisfies Order);
    await exited;
    this.#worker = undefined;
  }

  #take(news: Exclude<News, { kind: 'up' }>): void {
    const named = news.kind === 'asked' ? sessionOf(news.messages) : news.kind === 'started' ? news.place.session : '';
    const session = news.kind === 'over' ? this.#owners.get(news.id) : this.#sessions.get(named);
    if (session === undefined) throw new Error(`news of no session: ${JSON.stringify(news)}`);
    this.#owners.set(news.id, session);
    session.hear(news);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions.values()) session.close();
    await this.#endWorker('SIGKILL');
    await this.client.close();
    await this.engine.connection.close();
    await rm(this.#setting.home, { recursive: true, force: true });
  }
}
