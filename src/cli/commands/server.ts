/** `turnkeeper server start|stop|status`: the embedded server of this home. It must never touch a server elsewhere. */
import type { ExternalServer } from '../../server/index.ts';
import { connectionSettings, ensureServer, serverStatus, stopServer } from '../../server/index.ts';
import { existingHome } from '../../store/index.ts';
import { homeFolder } from '../open-engine.ts';
import { visibleLine } from '../render/visible.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export interface ServerInput {
  readonly action: 'start' | 'stop' | 'status';
  readonly json?: true;
}

type Answer = Readonly<Record<string, string | number | boolean>>;

/** @returns 0; 1 for the status of a server that does not run or does not answer */
export async function server(screen: Screen, { action, json }: ServerInput): Promise<number> {
  // Only a start makes a home.
  const home = action === 'start' ? homeFolder() : existingHome();
  const settings = connectionSettings(process.env, home ?? '');
  if (settings.kind === 'external' && action !== 'status') throw new UsageError(elsewhere(settings, action));
  const answer = settings.kind === 'external' ? external(settings, home) : await embedded(screen, home, action);
  if (json === undefined) screen.print(lines(answer));
  else screen.printJson({ v: 1, ...answer });
  return action === 'status' && (answer['state'] === 'not-running' || answer['state'] === 'unresponsive') ? 1 : 0;
}

async function embedded(screen: Screen, home: string | undefined, action: ServerInput['action']): Promise<Answer> {
  if (home === undefined) return { state: 'not-running' };
  if (action === 'stop') {
    const stopped = await stopServer({ home });
    return stopped.kind === 'stopped' ? { state: 'stopped', pid: stopped.pid, home } : { state: 'not-running', home };
  }
  const started = action === 'start' ? (await ensureServer({ home, onProgress: screen.note })).started : false;
  const status = await serverStatus({ home });
  if (status.kind === 'not-running') return { state: status.kind, home };
  const { address, pid, version, uiUrl, startedAt } = status;
  return {
    state: started ? 'started' : status.kind,
    address,
    pid,
    version,
    ...(uiUrl === '' ? {} : { web: uiUrl }),
    since: startedAt,
    home,
  };
}

function external({ address, namespace }: ExternalServer, home: string | undefined): Answer {
  return { state: 'elsewhere', address, namespace, ...(home === undefined ? {} : { home }) };
}

function elsewhere({ address }: ExternalServer, action: string): string {
  return `The environment names the server ${address}, which is not this home's to ${action}: unset TEMPORAL_ADDRESS (or TEMPORAL_PROFILE) first.`;
}

function lines(answer: Answer): readonly string[] {
  return Object.entries(answer).map(([name, value]) => `${name.padEnd(9)} ${visibleLine(String(value))}`);
}
