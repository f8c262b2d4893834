/**
 * What the same work costs in hand-written Temporal code: one workflow, plain activities, nothing else. The yardstick
 * of `bench/run.ts`; must not use anything of the product.
 */
import { proxyActivities } from '@temporalio/workflow';

interface BareActivities {
  bareModel(): Promise<string>;
  bareTool(ms: number): Promise<string>;
}

const { bareModel, bareTool } = proxyActivities<BareActivities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
});

/** `turns` times: one model activity, then one tool activity. */
export async function bareTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await bareModel();
    await bareTool(0);
  }
}

/** One model activity, then `calls` tool activities one after the other. */
export async function bareSequence(calls: number): Promise<void> {
  await bareModel();
  for (let call = 0; call < calls; call++) await bareTool(0);
}
