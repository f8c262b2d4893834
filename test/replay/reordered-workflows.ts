/**
 * The turn workflow up to its calls, with these scheduled in the wrong order: last one first. Recorded batches of several
 * calls must not replay with it.
 */
import { toolCalls } from '../../src/core/batch-rules.ts';
import type { TurnInput } from '../../src/core/turn.ts';
import { askModel } from '../../src/workflows/ask-model.ts';
import { clearCalls } from '../../src/workflows/clear-calls.ts';
import { Lanes } from '../../src/workflows/lanes.ts';
import { runCall } from '../../src/workflows/run-call.ts';
import { TurnControl } from '../../src/workflows/turn-control.ts';

export async function agentTurn(input: TurnInput): Promise<void> {
  const asked = await askModel(input);
  if (asked.kind === 'failed') return;
  const { turn } = asked;
  const calls = toolCalls(turn.message);
  const batch = { input, turn, calls, control: new TurnControl(), settling: new Lanes({ count: 1, weight: 1 }) };
  const { verdicts } = await clearCalls(batch, [...calls.keys()]);
  const cleared = verdicts.filter((verdict) => verdict.kind === 'cleared');
  await Promise.all(cleared.toReversed().map((verdict) => runCall(batch, verdict)));
}
