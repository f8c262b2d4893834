/** `turnkeeper builds`: the builds of an agent's workers, what is open on each, and which one is current. */
import type { AgentBuild } from '../../client/index.ts';
import { openEngine } from '../open-engine.ts';
import { duration } from '../render/duration.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export interface BuildsInput {
  readonly agent: string;
  /** The build to make current. */
  readonly current?: string;
  readonly deployment?: string;
  readonly json?: true;
}

/** @returns 0, also if there is none */
export async function builds(screen: Screen, { agent, current, json, ...where }: BuildsInput): Promise<number> {
  const engine = await openEngine(screen.note, { home: 'existing' });
  try {
    const { client } = engine;
    const woken = current === undefined ? undefined : await client.makeCurrent(agent, current, where);
    const found = await client.builds(agent, where);
    if (json !== undefined) {
      for (const build of found) screen.printJson({ v: 1, agent, ...build });
      return 0;
    }
    if (found.length === 0) {
      throw new UsageError(`No worker of agent "${agent}" named a build: turnkeeper worker FILE --build ID.`);
    }
    if (woken !== undefined) {
      const moving =
        woken === 0 ? '' : `; ${woken} idle ${woken === 1 ? 'session was' : 'sessions were'} woken to move to it`;
      screen.print([`Build ${current} of agent "${agent}" is current${moving}.`, '']);
    }
    screen.print(buildLines(found, Date.now()));
    return 0;
  } finally {
    await engine.close();
  }
}

function buildLines(found: readonly AgentBuild[], now: number): readonly string[] {
  const rows = found.map(({ build, state, sessions, turns, createdAt }) => {
    return [build, state, String(sessions), String(turns), duration(now - createdAt)];
  });
  const table = [['BUILD', 'STATE', 'SESSIONS', 'TURNS', 'AGE'], ...rows];
  const widths = table[0]?.map((_head, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
