/** Why a workflow task keeps failing, as far as the history says it: the first failure of a row is an event. */
import type { Client } from '@temporalio/client';

/** temporal.api.enums.v1.WorkflowTaskFailedCause, of a worker whose code does not fit the history. */
const NON_DETERMINISTIC = 24;

/** Events that may come after the failure: the task that is tried again. */
const NEWEST = 10;

export async function failsByNonDeterminism(client: Client, workflowId: string): Promise<boolean> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId },
    maximumPageSize: NEWEST,
  });
  const failed = (history?.events ?? []).find((event) => event.workflowTaskFailedEventAttributes);
  return Number(failed?.workflowTaskFailedEventAttributes?.cause) === NON_DETERMINISTIC;
}
