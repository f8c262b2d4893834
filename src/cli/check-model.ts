/** Whether the model that a session would ask can be asked at all: known, with a key. Sends nothing. */
import type { Agent } from '../agent/index.ts';
import { piModel } from '../activities/models/index.ts';
import { oneSentence } from './explain-failure.ts';
import { UsageError } from './usage-error.ts';

/** @param chosen `provider/id`, if it overrides the agent's own model @throws UsageError */
export async function checkModel(agent: Agent, chosen?: string): Promise<void> {
  const { model } = agent;
  const spec = chosen ?? model;
  if (typeof spec !== 'string' || (typeof model !== 'string' && model.name === chosen)) return;
  try {
    await piModel(spec).check();
  } catch (error) {
    throw new UsageError(oneSentence(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}
