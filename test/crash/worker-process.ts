/**
 * A worker in a process of its own, to be killed. Says `warm` when it could start, starts when it reads `go`, says `up`.
 * What it adds to the product is given to it from outside: its store and its interceptor ask the service first. Ends
 * with whoever started it.
 */
import { fileStore, loadGrantKeys } from '../../src/store/index.ts';
import type { Store } from '../../src/store/index.ts';
import { createWorker, workflowBundle } from '../../src/worker/index.ts';
import type { CreateWorkerOptions } from '../../src/worker/index.ts';
import { asking, crashAgents } from './agents.ts';
import type { Ask } from './agents.ts';
import { sessionOfCall } from './round.ts';

export interface WorkerSettings {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly service: string;
  readonly volley: string;
  readonly identity: string;
  readonly heartbeatTimeout?: number;
}

/** Commits of results, and receipts, ask the service before they are written. */
function askingStore(files: Store, ask: Ask): Store {
  const { receipts } = files;
  return {
    ...files,
    async append(entry) {
      const result = entry.messages.find((message) => message.role === 'toolResult');
      if (result !== undefined) await ask({ session: sessionOfCall(result.toolCallId), what: 'append' });
      return files.append(entry);
    },
    receipts: {
      ...receipts,
      async record(key, receipt) {
        await ask({ session: await sessionOfKey(key), what: 'receipt', key });
        return receipts.record(key, receipt);
      },
    },
  };
}

const sessions = new Map<string, string>();

/** The execution in a key was seen by the interceptor before. */
async function sessionOfKey(key: string): Promise<string> {
  return sessions.get(key.split('/')[0] ?? '') ?? '';
}

function askingAround(ask: Ask): NonNullable<CreateWorkerOptions['engine']> {
  return {
    interceptors: {
      activity: [
        ({ info }) => ({
          inbound: {
            async execute(input, next) {
              if (!info.activityType.startsWith('tool.')) return next(input);
              const session = info.workflowExecution?.workflowId.split('/')[0] ?? '';
              const [{ ref }] = input.args as [{ readonly ref: { readonly execution: string } }];
              sessions.set(ref.execution, session);
              const call = { session, index: Number(info.activityId.slice('call-'.length)) };
              await ask({ ...call, what: 'begin' });
              const result = await next(input);
              await ask({ ...call, what: 'report' });
              return result;
            },
          },
        }),
      ],
    },
  };
}

async function start(settings: WorkerSettings): Promise<void> {
  const { home, address, namespace, volley, identity, heartbeatTimeout } = settings;
  const ask = asking(settings.service);
  const worker = await createWorker({
    agents: crashAgents(volley, ask, heartbeatTimeout),
    connection: { address },
    namespace,
    identity,
    store: askingStore(fileStore(home), ask),
    keys: loadGrantKeys(home, {}),
    engine: askingAround(ask),
  });
  process.stdout.write('up\n');
  await worker.done;
}

process.stdin.once('end', () => process.exit(0));
const told = new Promise((resolve) => process.stdin.once('data', resolve));
await workflowBundle();
process.stdout.write('warm\n');
await told;
await start(JSON.parse(process.argv[2] ?? '{}') as WorkerSettings);
