/** `turnkeeper worker`: hosts agents until it is told to stop, then lets running calls settle. */
import type { Agent } from '../../agent/index.ts';
import { rememberAgentFile } from '../agent-files.ts';
import type { Interrupt } from '../interrupt.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { loadAgents } from '../load-agent.ts';
import { openEngine } from '../open-engine.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export interface WorkerInput {
  readonly files: readonly string[];
  /** Serve only the tools that name this queue. */
  readonly queue?: string;
  /** Default: `TURNKEEPER_BUILD`, else none. */
  readonly build?: string;
}

/** @returns 0 after SIGINT or SIGTERM; throws if the engine fails */
export async function worker(screen: Screen, { files, queue, build }: WorkerInput): Promise<number> {
  const loaded = await loadAgents(files);
  const agents = queue === undefined ? loaded : [ownerOf(queue, loaded)];
  const engine = await openEngine(screen.note);
  let interrupt: Interrupt | undefined;
  try {
    const running = await engine.host(agents, {
      log: 'WARN',
      ...(build === undefined ? {} : { build }),
      ...(queue === undefined ? {} : { toolQueues: [queue] }),
    });
    if (queue === undefined) await rememberFiles(engine.home, files);
    interrupt = listenForInterrupt({
      onFirst: () => {
        screen.note('Stopping: running calls may take up to 10 s to settle; Ctrl-C again leaves at once.');
      },
    });
    const { signal } = interrupt;
    const names = agents.map((agent) => agent.name).join(', ');
    const only = queue === undefined ? '' : `, tools of queue ${queue} only`;
    screen.print([`Worker ready for ${names} on ${engine.address}${only}; Ctrl-C stops it.`]);
    await Promise.race([
      running.done,
      new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
    ]);
    return 0;
  } finally {
    await engine.close();
    interrupt?.dispose();
  }
}

/** The modules are loaded already. */
async function rememberFiles(home: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    for (const { name } of await loadAgents([file])) rememberAgentFile({ home, agent: name }, file);
  }
}

/** The agent whose tools name the queue. @throws UsageError if there is none, or more than one */
function ownerOf(queue: string, agents: readonly Agent[]): Agent {
  const [owner, other] = agents.filter((agent) => agent.tools.some((tool) => tool.taskQueue === queue));
  if (owner !== undefined && other !== undefined) {
    throw new UsageError(
      `Tools of "${owner.name}" and of "${other.name}" name the queue "${queue}": host one agent's file.`,
    );
  }
  if (owner !== undefined) return owner;
  const named = [...new Set(agents.flatMap((agent) => agent.tools).flatMap((tool) => tool.taskQueue ?? []))];
  const way = named.length === 0 ? 'no tool has a queue of its own; leave out --queue' : `there is ${named.join(', ')}`;
  throw new UsageError(`No tool of these agents names the queue "${queue}": ${way}.`);
}
