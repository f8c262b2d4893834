/**
 * A model that plays a script: for tests, examples and dry runs. Its position is read from the transcript alone, so
 * that retries and restarts cannot shift it. It must never keep a position of its own.
 */
import type { AbortSignalLike } from '../../core/abort.ts';
import { noUsage } from '../../core/failures.ts';
import type { AssistantMessage, Message, StopReason, Usage } from '../../core/messages.ts';
import type { Model, ModelRequest, OfferedTool } from '../../core/model.ts';
import { abortReason, throwIfAborted, untilAborted } from './abort.ts';
import { isModelFailure, modelFailure } from './failure.ts';

/** An assistant message in short form. */
export interface ScriptedMessage {
  readonly content: AssistantMessage['content'];
  /** Default: `toolUse` if the content holds a call, else `stop`. */
  readonly stopReason?: StopReason;
  readonly errorMessage?: string;
  readonly rawStopReason?: string;
  /** Default: zeros. */
  readonly usage?: Usage;
  /** Milliseconds before the answer comes; an abort ends the wait. Default: that of the script. */
  readonly delayMs?: number;
}

/** A string is a text answer; an error is a failed request, retryable unless it says `retryable: false`. */
export type ScriptedAnswer = string | ScriptedMessage | Error;

/** What a step that is a function may look at. */
export interface ScriptedContext {
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly signal: AbortSignalLike;
  /** Number of assistant messages in the transcript: which step this is, from 0. */
  readonly position: number;
  /** Which request for this position this is, from 1, as counted by this object since it was made. */
  readonly attempt: number;
}

/** A step; a function that throws or rejects is a failed request. */
export type ScriptedStep = ScriptedAnswer | ((context: ScriptedContext) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedOptions {
  /** Default `scripted`. */
  readonly name?: string;
  /** Milliseconds before each answer. Default 0. */
  readonly delayMs?: number;
  /** How many requests are remembered; the oldest are forgotten first. Default 1000. */
  readonly maxRecorded?: number;
}

/** What the model was asked: a deeply frozen copy. */
export interface ScriptedRequest {
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly model?: string;
  readonly position: number;
}

export interface ScriptedModel extends Model {
  /** Every request so far, oldest first, failed and aborted ones included. */
  readonly requests: readonly ScriptedRequest[];
}

/**
 * Makes a model that answers the request after N assistant messages with step N (from 0). A request past the last
 * step gets a message with stopReason `error`. Does not throw; `respond` rejects with the signal's reason when aborted,
 * and with a ModelFailure for a step that failed.
 */
export function scripted(steps: readonly ScriptedStep[], options: ScriptedOptions = {}): ScriptedModel {
  const { name = 'scripted', delayMs = 0, maxRecorded = 1000 } = options;
  const requests: ScriptedRequest[] = [];
  const attempts = new Map<number, number>();

  return {
    name,
    requests,
    async respond(request) {
      const position = request.messages.filter((message) => message.role === 'assistant').length;
      const attempt = (attempts.get(position) ?? 0) + 1;
      attempts.set(position, attempt);
      requests.push(recorded(request, position));
      if (requests.length > maxRecorded) requests.shift();
      throwIfAborted(request.signal);

      const step = steps[position];
      if (step === undefined) return answer(pastTheEnd(steps.length, position));
      const { systemPrompt, messages, tools, signal } = request;
      const given = await play(step, { systemPrompt, messages, tools, signal, position, attempt });
      const message: ScriptedMessage = typeof given === 'string' ? { content: [{ type: 'text', text: given }] } : given;
      await delay(message.delayMs ?? delayMs, signal);
      for (const block of message.content) {
        if (block.type === 'text') request.onDelta?.({ kind: 'text', text: block.text });
        if (block.type === 'thinking') request.onDelta?.({ kind: 'thinking', text: block.thinking });
      }
      return answer(message);
    },
  };
}

function recorded(request: ModelRequest, position: number): ScriptedRequest {
  const { systemPrompt, messages, tools, model } = request;
  const copy = structuredClone({ systemPrompt, messages, tools, ...(model === undefined ? {} : { model }), position });
  return freeze(copy);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}

async function play(step: ScriptedStep, context: ScriptedContext): Promise<string | ScriptedMessage> {
  try {
    const given = typeof step === 'function' ? await untilAborted((async () => step(context))(), context.signal) : step;
    if (given instanceof Error) throw given;
    return given;
  } catch (error) {
    if (context.signal.aborted) throw abortReason(context.signal);
    if (isModelFailure(error)) throw error;
    const told = error instanceof Error ? error.message : String(error);
    throw modelFailure(told, {
      retryable: !(error instanceof Error && 'retryable' in error && error.retryable === false),
    });
  }
}

async function delay(milliseconds: number, signal: AbortSignalLike): Promise<void> {
  throwIfAborted(signal);
  if (milliseconds <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await untilAborted(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}

function pastTheEnd(length: number, position: number): ScriptedMessage {
  const script = `The script has ${length} ${length === 1 ? 'message' : 'messages'}`;
  return {
    content: [],
    stopReason: 'error',
    errorMessage: `${script}; request ${position + 1} was not expected.`,
  };
}

function answer(message: ScriptedMessage): AssistantMessage {
  const { content, errorMessage, rawStopReason, usage = noUsage } = message;
  const called = content.some((block) => block.type === 'toolCall');
  return structuredClone({
    role: 'assistant',
    content,
    api: 'scripted',
    provider: 'scripted',
    model: 'scripted',
    usage,
    stopReason: message.stopReason ?? (called ? 'toolUse' : 'stop'),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(rawStopReason === undefined ? {} : { rawStopReason }),
    timestamp: Date.now(),
  });
}
