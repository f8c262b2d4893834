/**
 * The embedded server without the two settings that let it push cancellations: what an older server, or one that was not
 * tuned, does. Ends with its owner.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findTemporal } from '../src/server/find-temporal.ts';
import { openHome } from '../src/server/home-files.ts';
import { launchServer, serverArguments } from '../src/server/launch.ts';
import { choosePorts } from '../src/server/ports.ts';
import { makeReady, NAMESPACE } from '../src/server/readiness.ts';

export interface PushlessServer extends AsyncDisposable {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
}

const push = ['frontend.WorkerCommandsEnabled', 'system.enableCancelActivityWorkerCommand'];

export async function openPushlessServer(): Promise<PushlessServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-bench-'));
  const files = openHome(home);
  const ports = await choosePorts(files);
  const temporal = await findTemporal({ home });
  const args = serverArguments(files, ports, 'off').map((argument) =>
    push.some((key) => argument.startsWith(`${key}=`)) ? argument.replace('=true', '=false') : argument,
  );
  if (args.filter((argument) => argument.endsWith('=false')).length !== push.length) {
    throw new Error('the settings of the push have other names now');
  }
  const launched = launchServer(temporal.path, { files, args, env: process.env });
  if (!(await makeReady(ports.port, { withinMs: 60_000 }))) throw new Error(`no server: ${launched.lastLines()}`);
  return {
    home,
    address: `127.0.0.1:${String(ports.port)}`,
    namespace: NAMESPACE,
    async [Symbol.asyncDispose]() {
      const gone = once(launched.child, 'exit');
      launched.child.kill('SIGTERM');
      await gone;
      await rm(home, { recursive: true, force: true });
    },
  };
}
