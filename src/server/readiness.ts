/**
 * Asks a server whether it serves, and settles what every server of ours must have: 30 days of retention and the
 * search attributes asked for. Talks to one address only; must never start or stop anything.
 */

import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

/** Names of search attributes and their types, for example `{ TurnkeeperPending: 'KeywordList' }`. */
export type SearchAttributes = Readonly<Record<string, SearchAttributeType>>;
export type SearchAttributeType = 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList';

/** temporal.api.enums.v1.IndexedValueType, written out: the package that holds it has no named exports for modules. */
const TYPE_NUMBERS: Readonly<Record<SearchAttributeType, number>> = {
  Text: 1,
  Keyword: 2,
  Int: 3,
  Double: 4,
  Bool: 5,
  Datetime: 6,
  KeywordList: 7,
};

export const NAMESPACE = 'default';
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

const NOT_FOUND = 5;
const POLL_MS = 20;
const CALL_MS = 5_000;
const PROBE = 'turnkeeper-probe';

export interface ReadyOptions {
  /** Milliseconds after which the answer is `false`. */
  readonly withinMs: number;
  /** Aborted when there is nobody to wait for any more. */
  readonly signal?: AbortSignal;
  readonly searchAttributes?: SearchAttributes;
}

/** Waits until every part a workflow needs answers, then settles the namespace. False if that did not happen in time. */
export async function makeReady(port: number, options: ReadyOptions): Promise<boolean> {
  const deadline = Date.now() + options.withinMs;
  const waiting = (): boolean => Date.now() < deadline && options.signal?.aborted !== true;
  while (waiting()) {
    if ((await accepts(port)) && (await trySettling(port, deadline, options))) return true;
    await delay(POLL_MS);
  }
  return false;
}

/** One attempt; false if the server is not up yet. */
async function trySettling(port: number, deadline: number, options: ReadyOptions): Promise<boolean> {
  const connection = await openConnection(port, deadline);
  if (connection === undefined) return false;
  try {
    await connection.withDeadline(Math.min(deadline, Date.now() + CALL_MS), () => settle(connection, options));
    return true;
  } catch (thrown) {
    if (!isTransient(thrown)) throw thrown;
    return false;
  } finally {
    await connection.close();
  }
}

/** Whether anything listens on this port of the loopback interface. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const settleAs = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => {
      settleAs(true);
    });
    socket.once('timeout', () => {
      settleAs(false);
    });
    socket.once('error', () => {
      settleAs(false);
    });
  });
}

async function openConnection(port: number, deadline: number): Promise<Connection | undefined> {
  try {
    const connectTimeout = Math.max(1, Math.min(CALL_MS, deadline - Date.now()));
    return await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout });
  } catch {
    return undefined;
  }
}

async function settle(connection: Connection, options: ReadyOptions): Promise<void> {
  const { workflowService } = connection;
  const { config } = await workflowService.describeNamespace({ namespace: NAMESPACE });
  if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) !== RETENTION_SECONDS) {
    const workflowExecutionRetentionTtl = { seconds: RETENTION_SECONDS as never };
    await workflowService.updateNamespace({ namespace: NAMESPACE, config: { workflowExecutionRetentionTtl } });
  }
  if (options.searchAttributes !== undefined) await registerSearchAttributes(connection, options.searchAttributes);
  // These two go to the parts of the server that keep histories and task queues; both come up after the front door.
  const execution = { workflowId: PROBE };
  await workflowService.describeWorkflowExecution({ namespace: NAMESPACE, execution }).catch(acceptNotFound);
  await workflowService.describeTaskQueue({ namespace: NAMESPACE, taskQueue: { name: PROBE } });
}

/** Adds the missing ones. The start flag of the same name only works for a new database, so it is not used. */
async function registerSearchAttributes(connection: Connection, wanted: SearchAttributes): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: NAMESPACE });
  const missing = Object.entries(wanted).filter(([name]) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, TYPE_NUMBERS[type]]));
  await connection.operatorService.addSearchAttributes({ namespace: NAMESPACE, searchAttributes });
}

function acceptNotFound(thrown: unknown): void {
  if (grpcCode(thrown) !== NOT_FOUND) throw thrown;
}

/** What a server says while it is coming up: cancelled, deadline exceeded, not found, exhausted, internal, unavailable. */
function isTransient(thrown: unknown): boolean {
  const code = grpcCode(thrown);
  return code === undefined || [1, 2, 4, NOT_FOUND, 8, 13, 14].includes(code);
}

function grpcCode(thrown: unknown): number | undefined {
  const code = (thrown as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}
