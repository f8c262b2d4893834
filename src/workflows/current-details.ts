/**
 * What a session and a turn say of themselves on Temporal's own pages: what they wait for now. It costs no event; the
 * pages ask a worker for it. It must never hold arguments or text of a conversation.
 */
import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { TurnRef } from '../core/identity.ts';
import { callActivityId, turnWorkflowId } from '../core/identity.ts';
import { escaped, unsafe } from '../core/unsafe-text.ts';

/** Calls that are named; the number of the rest is told. */
const NAMED = 10;

export function tellIdle(): void {
  setCurrentDetails('idle: waits for a prompt');
}

export function tellRunning(ref: TurnRef): void {
  const { turn, run } = ref;
  setCurrentDetails(`running turn ${String(turn)} of run ${String(run)}: \`${turnWorkflowId(ref)}\``);
}

/** How a workflow ended. */
export function tellEnd(how: 'closed' | 'expired' | 'over'): void {
  setCurrentDetails(how);
}

export function tellModel(): void {
  setCurrentDetails('waiting for the model');
}

/** @param waiting tools of calls that wait for a decision, by the calls' indexes; none: the others run */
export function tellCalls(waiting: ReadonlyMap<number, string>): void {
  if (waiting.size === 0) {
    setCurrentDetails('running its calls');
    return;
  }
  const { workflowId } = workflowInfo();
  const named = [...waiting].slice(0, NAMED).map(([index, tool]) => {
    const id = `${workflowId}/${callActivityId(index)}`;
    return `waiting for approval of ${tool.replace(unsafe, escaped)} (\`${id}\`)`;
  });
  const more = waiting.size - named.length;
  setCurrentDetails([...named, ...(more === 0 ? [] : [`and ${String(more)} more`])].join('\n\n'));
}
