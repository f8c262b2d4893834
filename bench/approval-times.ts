/** How long the other calls of a parallel batch take beside one that waits for approval. */
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import type { Lab } from './lab.ts';

const CALLS = 5;
const NAP = 200;

export async function measureApproval(lab: Lab, rounds: number): Promise<readonly Figure[]> {
  const without: number[] = [];
  const beside: number[] = [];
  const session = lab.session();
  for (let round = 0; round < rounds; round++) {
    without.push(await napsOf(lab, session, 'parallel'));
    beside.push(await napsOf(lab, session, 'gated'));
  }
  const more = median(beside) - median(without);
  return [
    {
      name: `${String(CALLS)} parallel calls of ${String(NAP)} ms, prompt to their last end`,
      value: median(without),
      unit: 'ms',
    },
    { name: '  more, with another call that waits for approval', value: more, unit: 'ms', limit: 150 },
  ];
}

/** From the prompt to the end of the last nap; then the call that waits, if there is one, is refused. */
async function napsOf(lab: Lab, session: ReturnType<Lab['session']>, mode: 'parallel' | 'gated'): Promise<number> {
  const start = performance.now();
  let ended = 0;
  let took = 0;
  let asked: string | undefined;
  const { run } = await session.prompt(JSON.stringify({ turns: 1, calls: CALLS, ms: NAP, mode }));
  for await (const event of session.events({ fromRun: run })) {
    if (event.type === 'approval_requested') asked = event.approvalId;
    if (event.type === 'tool_execution_end' && event.toolName !== 'gated' && ++ended === CALLS) {
      took = performance.now() - start;
      if (asked !== undefined) await lab.refuse(asked);
    }
    if (event.type === 'agent_end') break;
  }
  return took;
}
