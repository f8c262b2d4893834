/**
 * What each reason to stop means for a run, for every server that names one. The table is closed on purpose: a reason
 * that nobody has read about must never pass as a normal end.
 */
import type { StreamOutcome } from './stream-filter.ts';

/** `pause_turn` is a normal end whose `rawStopReason` tells the caller to ask again. */
const normalEnds = new Set([
  'stop',
  'end',
  'eos',
  'end_turn',
  'stop_sequence',
  'tool_calls',
  'function_call',
  'tool_use',
  'pause_turn',
]);

/** The output was cut: none of the calls is executed. */
const cuts = new Set(['length', 'max_tokens', 'incomplete', 'model_length', 'model_context_window_exceeded']);

const refusals: Readonly<Partial<Record<string, string>>> = {
  content_filter: 'The answer was withheld by the content filter of the provider.',
  refusal: 'The model refused to answer.',
  safety: 'The answer was withheld for safety.',
  sensitive: 'The answer was withheld as sensitive.',
};

/** The server's own fault told as a reason to stop: the request may be tried again. */
export const faultReasons: ReadonlySet<string> = new Set(['network_error', 'error', 'abort', 'server_error']);

/**
 * Maps a reason as sent. Among normal ends the calls decide: with calls it is `toolUse`, without `stop`, whatever the
 * server said. `refusal` is the model's own text for a refusal; a normal end with one is a refusal.
 */
export function stopOutcome(raw: string | undefined, calls: number, refusal = ''): StreamOutcome {
  const named = raw === undefined ? {} : { rawStopReason: raw };
  const reason = raw === undefined || normalEnds.has(raw) ? 'stop' : raw;
  if (reason === 'stop' && refusal === '') return { stopReason: calls > 0 ? 'toolUse' : 'stop', ...named };
  if (cuts.has(reason)) return { stopReason: 'length', ...named };
  const told = refusals[reason === 'stop' ? 'refusal' : reason];
  if (told === undefined) {
    return {
      stopReason: 'error',
      errorMessage: `The model stopped for a reason that is not known: ${reason}.`,
      ...named,
    };
  }
  return { stopReason: 'error', errorMessage: refusal === '' ? told : `${told} It said: ${refusal}`, ...named };
}
