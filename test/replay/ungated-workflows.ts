/** The turn workflow with the gate taken out: it schedules its first call at once. No recorded turn may replay with it. */
import { proxyActivities } from '@temporalio/workflow';
import type { TurnInput } from '../../src/core/turn.ts';
import { askModel } from '../../src/workflows/ask-model.ts';

export async function agentTurn(input: TurnInput): Promise<void> {
  await askModel(input);
  const tools = proxyActivities<Record<string, (given: object) => Promise<void>>>({
    activityId: 'call-0',
    startToCloseTimeout: '10s',
  });
  await tools['tool.read_file']?.({});
}
