/**
 * How a call that waits for a decision is shown: what would run, in full, and how to decide. Must never shorten what is
 * decided about without a mark, or let it pass for something else.
 */
import type { DecisionOutcome, PendingApproval } from '../../client/index.ts';
import type { Decision } from '../../core/control.ts';
import type { AgentEvent } from '../../core/events.ts';
import { argumentLines } from './argument-lines.ts';
import { dateTime, duration } from './duration.ts';
import type { Look } from './render-call.ts';
import type { Style } from './style.ts';
import { visibleLine } from './visible.ts';

/** What is decided about is shown in full; only its controls are made visible. */
export function requestLines(
  event: Extract<AgentEvent, { type: 'approval_requested' }>,
  look: Pick<Look, 'style'>,
): readonly string[] {
  const { toolName, args, argsHash, reason, approvalId } = event;
  const why = reason === undefined ? '' : `: ${visibleLine(reason)}`;
  return [
    look.style.yellow(`? ${visibleLine(toolName)} waits for approval${why}`),
    ...argumentLines(args, argsHash).map((line) => `  ${line}`),
    ...wayLines(approvalId, look.style),
  ];
}

/** The same for the list of all that wait. @param now milliseconds since the epoch */
export function approvalLines(approval: PendingApproval, style: Style, now: number): readonly string[] {
  const { id, session, tool, args, argsHash, reason, since, expiresAt } = approval;
  const left = expiresAt > now ? `expires in ${duration(expiresAt - now)}` : 'its time is over';
  return [
    `${style.yellow(`? ${visibleLine(tool)}`)}  session ${session}`,
    ...argumentLines(args, argsHash).map((line) => `  ${line}`),
    ...(reason === undefined ? [] : [`  reason: ${visibleLine(reason)}`]),
    style.dim(`  waiting since ${dateTime(since)}, ${left}`),
    ...wayLines(id, style),
  ];
}

/** One line, for the end of a timeline that shows the arguments already. */
export function pendingLine({ id, tool, expiresAt }: PendingApproval, style: Style, now: number): string {
  const left = expiresAt > now ? `, expires in ${duration(expiresAt - now)}` : '';
  return `${style.yellow(`? ${visibleLine(tool)} waits for approval${left}`)}: turnkeeper approve ${id}`;
}

/** What became of one that waits no more; undefined if its turn is gone. */
export function settledLine(
  { id, tool }: Pick<PendingApproval, 'id' | 'tool'>,
  decision: Decision | undefined,
  style: Style,
): string {
  const how = decision === undefined ? 'waits no more' : settled(decision);
  return style.dim(`${visibleLine(tool)} ${how}: ${id}`);
}

function settled(decision: Decision): string {
  if (decision.kind === 'expired') return 'expired, not executed';
  if (decision.kind === 'withdrawn') return 'withdrawn, not executed';
  const why = decision.reason === undefined ? '' : ` (${visibleLine(decision.reason)})`;
  return `${decision.kind} by ${visibleLine(decision.by)}${why}`;
}

function wayLines(id: string, { dim }: Style): readonly string[] {
  return [dim(`  turnkeeper approve ${id}`), dim(`  turnkeeper deny ${id} --reason TEXT`)];
}

export function decisionLine(
  { decision, toolName }: Extract<AgentEvent, { type: 'approval_decided' }>,
  look: Look,
): string {
  const by = 'by' in decision ? ` by ${visibleLine(decision.by)}` : '';
  return look.style.dim(`  ${visibleLine(toolName)}: ${decision.kind}${by}`);
}

/** What became of a decision; `why` says what keeps one that is only recorded. */
export function decisionSentence(
  outcome: DecisionOutcome,
  sent: { readonly approve: 'yes' | 'no'; readonly edited: 'yes' | 'no'; readonly why: string },
): string {
  switch (outcome.kind) {
    case 'applied':
      if (sent.approve === 'no') return 'Denied; the model reads the reason.';
      return sent.edited === 'yes' ? 'Approved; the call runs with the edited arguments.' : 'Approved; the call runs.';
    case 'unfit':
      return `Approved, but the call does not run: its result is ${outcome.result}; turnkeeper show says why.`;
    case 'decided':
      return earlierSentence(outcome.decision);
    case 'recorded':
      return `Recorded; ${sent.why}`;
  }
}

function earlierSentence(decision: Decision): string {
  switch (decision.kind) {
    case 'approved':
    case 'denied': {
      const why = decision.reason === undefined ? '' : `: ${visibleLine(decision.reason)}`;
      const edited = decision.kind === 'approved' && decision.args !== undefined ? ' with edited arguments' : '';
      return `Already ${decision.kind} by ${visibleLine(decision.by)}${edited}${why}`;
    }
    case 'expired':
      return 'Already expired: nobody decided in time, and the call was not executed.';
    case 'withdrawn':
      return 'Already withdrawn: the run was aborted or the call was cancelled.';
  }
}
