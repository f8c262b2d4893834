/**
 * The client's face: connects, opens sessions, executes plain tool calls. It never runs anything itself.
 */
import type { ConnectionOptions } from '@temporalio/client';
import { Client, Connection } from '@temporalio/client';
import type { Decision } from '../core/control.ts';
import { isAgentName, isBuildId } from '../core/identity.ts';
import type { AssistantMessage, ToolCall } from '../core/messages.ts';
import type { ProgressSource } from '../core/progress.ts';
import type { Store } from '../core/store.ts';
import { fileStore, findHome } from '../store/index.ts';
import type { PendingApproval } from './approvals.ts';
import { listApprovals } from './approvals.ts';
import type { DecideOptions, DecisionOutcome } from './decide.ts';
import { decide, readDecision } from './decide.ts';
import type { AgentBuild, BuildsOptions, MakeCurrentOptions } from './builds.ts';
import { listBuilds, makeCurrent } from './builds.ts';
import { checkSession } from './check-session.ts';
import { ClientError } from './client-error.ts';
import type { ExecutedCalls } from './execute-tool-calls.ts';
import { executeToolCalls } from './execute-tool-calls.ts';
import type { FollowDeps } from './follow.ts';
import { HeartbeatProgress } from './heartbeat-progress.ts';
import { Outbox } from './outbox.ts';
import { retryCalls } from './retry-calls.ts';
import { listSessions } from './list-sessions.ts';
import type { SessionOptions } from './session-deps.ts';
import type { SessionList, SessionsOptions } from './session-overview.ts';
import { Session } from './session.ts';
import { SharedHistories } from './shared-histories.ts';

/** A page of history may hold several payloads of 2 MiB; gRPC's own limit is 4 MB. */
const LARGE_MESSAGES = { 'grpc.max_receive_message_length': 256 * 1024 * 1024 };

export interface ConnectOptions {
  /** Where the server is; see `connectionSettings` of `turnkeeper/server`. */
  readonly connection: ConnectionOptions;
  /** Default: `default`. */
  readonly namespace?: string;
  /** Default: files under the home folder; must be the workers' store. */
  readonly store?: Store;
  /** A worker's `progress`, if one runs in this process. */
  readonly progress?: ProgressSource;
}

export class TurnkeeperClient {
  readonly #client: Client;
  readonly #store: Store;
  readonly #following: FollowDeps;
  readonly #closed: AbortController;
  readonly #outbox = new Outbox();

  private constructor(client: Client, options: ConnectOptions, closed: AbortController) {
    this.#client = client;
    this.#closed = closed;
    this.#store = options.store ?? fileStore(findHome());
    const { progress } = options;
    this.#following = {
      client,
      histories: new SharedHistories(client),
      heartbeats: new HeartbeatProgress(client),
      ...(progress === undefined ? {} : { progress }),
    };
  }

  /** @throws ClientError `NoServer` if nothing answers at that address */
  static async connect(options: ConnectOptions): Promise<TurnkeeperClient> {
    let connection: Connection;
    const closed = new AbortController();
    try {
      const channelArgs = { ...LARGE_MESSAGES, ...options.connection.channelArgs };
      const interceptors = options.connection.interceptors ?? retryCalls(closed.signal);
      connection = await Connection.connect({ ...options.connection, channelArgs, interceptors });
    } catch (error) {
      const address = options.connection.address ?? 'localhost:7233';
      throw new ClientError('NoServer', `No Temporal server answers at ${address}.`, error);
    }
    const client = new Client({ connection, namespace: options.namespace ?? 'default' });
    return new TurnkeeperClient(client, options, closed);
  }

  /**
   * A session by its id. With `agent` it is started by its first prompt if it does not exist; without, it must exist.
   * @throws ClientError `InvalidInput` if the id is not `[A-Za-z0-9._-]{1,128}`, or an option cannot be used
   */
  session(id: string, options: SessionOptions = {}): Session {
    checkSession(id, options);
    const { agent, model, idleExpiry } = options;
    return new Session({
      client: this.#client,
      store: this.#store,
      following: this.#following,
      outbox: this.#outbox,
      closed: this.#closed.signal,
      id,
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      ...(idleExpiry === undefined ? {} : { idleExpiry }),
    });
  }

  /**
   * The executor without a model: runs the calls of a message (or a list of calls) as one durable turn.
   * @param options.id re-attaches to an execution under this id instead of repeating it
   * @throws ClientError `InvalidInput` (no calls, no JSON, too large, a taken id), `NoWorker`, `SessionFailed`
   */
  async executeToolCalls(
    agent: string,
    calls: AssistantMessage | readonly ToolCall[],
    options: { readonly id: string },
  ): Promise<ExecutedCalls> {
    return executeToolCalls({ client: this.#client, session: this.session(options.id, { agent }), agent }, calls);
  }

  /**
   * Sessions at a glance, newest activity first: what they do and what they wait for. Asks the server only, no worker. A
   * session that was started a moment ago may be missing still (the server's list lags some 30 ms behind); one that does
   * not answer in time is shown as far as it is known.
   * @throws ClientError `InvalidInput` (limit, deadline), `NoServer` if the server does not list them in time
   */
  sessions(options: SessionsOptions = {}): Promise<SessionList> {
    return listSessions(this.#client, options);
  }

  /** The builds of an agent's workers (`version` of `createWorker`), newest first. Asks the server only, no worker. */
  async builds(agent: string, options: BuildsOptions = {}): Promise<readonly AgentBuild[]> {
    return listBuilds(this.#client, checkedAgent(agent), options);
  }

  /**
   * Makes a build the one on which new sessions begin. Open ones move to it: each when its turn is over, idle ones at
   * once, woken by a worker of the build they are on. Done again, it wakes those that are left.
   * @returns how many sessions were woken
   * @throws ClientError `InvalidInput` (no names, deadline), `NoWorker` if no worker of that build serves the agent's
   * queues in time, `NoServer` if the server does not pass it on in time
   */
  async makeCurrent(agent: string, build: string, options: MakeCurrentOptions = {}): Promise<number> {
    if (!isBuildId(build)) throw new ClientError('InvalidInput', `"${build}" names no build.`);
    return makeCurrent(this.#client, { agent: checkedAgent(agent), build }, options);
  }

  /** Calls that wait for a decision, oldest first. @param session only of this session */
  approvals(session?: string): Promise<readonly PendingApproval[]> {
    return listApprovals(this.#client, session);
  }

  /**
   * How a call that asked for a decision was settled, by somebody or by time; undefined while it waits, and if nobody
   * knows of it any more. @throws ClientError `InvalidInput` if the id is none
   */
  decision(id: string): Promise<Decision | undefined> {
    return readDecision(this.#client, id);
  }

  /** Lets a waiting call run, perhaps with other arguments. The first decision counts. */
  approve(id: string, options: DecideOptions = {}): Promise<DecisionOutcome> {
    return decide(this.#client, { id, approve: 'yes' }, options);
  }

  /** Refuses a waiting call; the model reads the reason. */
  deny(id: string, options: Omit<DecideOptions, 'args'> & { readonly reason: string }): Promise<DecisionOutcome> {
    return decide(this.#client, { id, approve: 'no' }, options);
  }

  /** Ends the connection; running sessions go on, and whoever follows one gets `ClientClosed`. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#client.connection.close();
  }
}

function checkedAgent(agent: string): string {
  if (isAgentName(agent)) return agent;
  throw new ClientError('InvalidInput', `"${agent}" names no agent: use 1 to 64 of A-Z a-z 0-9 . _ -`);
}
