/** A step that is tried again, as one line. Pure. */
import type { RetryingStep } from '../../client/index.ts';
import { duration } from './duration.ts';
import { visibleLine } from './visible.ts';

/** Characters shown of a failure. */
const SHOWN = 300;

export function retryLine({ step, attempt, attempts, failure, at }: RetryingStep, now: number): string {
  const which = `attempt ${attempt}${attempts === undefined ? '' : ` of ${attempts}`}`;
  const when = at === undefined || at <= now ? 'is under way' : `in ${duration(at - now)}`;
  const why = visibleLine(failure.length > SHOWN ? `${failure.slice(0, SHOWN)}…` : failure);
  return `${subject(step)}: ${why}; ${which} ${when}`;
}

function subject(step: string): string {
  if (step === 'callModel') return 'The model request failed';
  if (step.startsWith('tool.')) return `The worker of ${visibleLine(step.slice('tool.'.length))} was lost`;
  return `Waiting for the store (${step})`;
}
