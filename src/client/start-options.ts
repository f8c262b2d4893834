/** How a session's workflow is started, whoever starts it: one that exists is attached to, a closed one never restarted. */
import { agentTaskQueue } from '../core/identity.ts';
import type { SessionInput } from '../core/session.ts';

export function startOptions(workflowId: string, input: SessionInput) {
  const { agent, model } = input;
  return {
    workflowId,
    taskQueue: agentTaskQueue(agent),
    args: [input] as [SessionInput],
    memo: { agent, ...(model === undefined ? {} : { model }) },
    workflowTaskTimeout: '5s',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  } as const;
}
