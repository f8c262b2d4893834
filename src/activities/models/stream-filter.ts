/**
 * The port between the HTTP body and pi-ai: a filter sees every event of the server first, hands on what pi-ai reads
 * rightly, and keeps what pi-ai would lose. A filter must be pure over the events it was given.
 */
import type { StopReason } from '../../core/messages.ts';
import { brokenStream } from './fault.ts';
import type { SseEvent } from './sse.ts';

/** How the server's answer ended, as read by the filter: it overrides what pi-ai made of it. */
export interface StreamOutcome {
  readonly stopReason: StopReason;
  readonly errorMessage?: string;
  /** As sent; left out if the server named none. */
  readonly rawStopReason?: string;
  /** The ids of the calls as sent, in call order, where pi-ai was given others. */
  readonly callIds?: readonly string[];
}

export interface StreamFilter {
  /** Whether a body that is not declared as an event stream is read all the same. */
  readonly reads: 'every answer' | 'event streams';
  /** Takes one event; gives those that pi-ai shall see. Throws a ModelFailure if the stream cannot be trusted. */
  push(event: SseEvent): readonly SseEvent[];
  /** The body has ended; throws a ModelFailure if it ended too early. */
  end(): readonly SseEvent[];
  /** True once the end mark came: nothing after it is read. */
  readonly ended: boolean;
  /** The argument texts of the calls, in call order, where pi-ai might not pass them on as sent. */
  readonly argumentTexts?: readonly string[];
  /** Known once the stream has ended; undefined for filters that leave it to pi-ai. */
  readonly outcome: StreamOutcome | undefined;
}

/** The data of an event as JSON. Throws a ModelFailure if it is not. */
export function parseEvent(event: SseEvent): unknown {
  try {
    return JSON.parse(event.data);
  } catch {
    throw brokenStream(`an event is not valid JSON (${JSON.stringify(event.data)})`);
  }
}
