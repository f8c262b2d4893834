/**
 * How a call that waits for a decision is shown: what would run, in full, and how to decide. Must never shorten what is
 * decided about, or let it pass for something else.
 */
import type { AgentEvent } from '../../core/events.ts';
import type { Look } from './render-call.ts';
import { visibleLine, visibleLines } from './visible.ts';

/** What is decided about is shown in full; only its controls are made visible. */
export function requestLines(
  event: Extract<AgentEvent, { type: 'approval_requested' }>,
  look: Look,
): readonly string[] {
  const { toolName, args, reason, approvalId } = event;
  const why = reason === undefined ? '' : `: ${visibleLine(reason)}`;
  return [
    look.style.yellow(`? ${visibleLine(toolName)} waits for approval${why}`),
    ...visibleLines(JSON.stringify(args, undefined, 2)).map((line) => `  ${line}`),
    look.style.dim(`  turnkeeper approve ${approvalId}`),
    look.style.dim(`  turnkeeper deny ${approvalId} --reason TEXT`),
  ];
}

export function decisionLine(
  { decision, toolName }: Extract<AgentEvent, { type: 'approval_decided' }>,
  look: Look,
): string {
  const by = 'by' in decision ? ` by ${visibleLine(decision.by)}` : '';
  return look.style.dim(`  ${visibleLine(toolName)}: ${decision.kind}${by}`);
}
