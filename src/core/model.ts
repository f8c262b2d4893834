/**
 * The port to a language model. Adapters live in `activities/models`; nothing here does I/O.
 */
import type { AbortSignalLike } from './abort.ts';
import type { Json, JsonObject } from './json.ts';
import type { AssistantMessage, Message } from './messages.ts';

/** One tool as it is offered to the model. `parameters` is a JSON Schema. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** One request. `messages` is the whole transcript that the model shall see, oldest first. */
export interface ModelRequest {
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  /** The model chosen for the session (`provider/id`), if it overrides the agent's own. */
  readonly model?: string;
  /** Aborted when the run is; the request must end as soon as it can. Owned by the caller. */
  readonly signal: AbortSignalLike;
  /** Streaming text, best effort; never needed for correctness. Must not throw. */
  readonly onDelta?: (delta: ModelDelta) => void;
}

export interface ModelDelta {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

/**
 * A model. `respond` returns one complete assistant message (`stopReason` `error` is an answer too: it ends the run).
 * A failure of the request throws a {@link ModelFailure}-shaped error; the caller alone retries.
 */
export interface Model {
  /** For records: `scripted`, or `provider/id`. */
  readonly name: string;
  respond(request: ModelRequest): Promise<AssistantMessage>;
}

/** What a failed request tells: read by the one layer that retries. Checked by shape, never by `instanceof`. */
export interface ModelFailure extends Error {
  readonly name: 'ModelFailure';
  /** False for 400, 401, 403, context overflow and the like. */
  readonly retryable: boolean;
  /** Milliseconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfterMs?: number;
  readonly status?: number;
  readonly data?: Json;
}
