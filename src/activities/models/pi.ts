/**
 * Real models, through pi-ai's providers: one HTTP request per `respond`, an answer or a failure. It must never retry,
 * never turn a broken stream into a message, and never let a key into a text.
 */
import type * as Pi from '@earendil-works/pi-ai';
import type { AssistantMessage } from '../../core/messages.ts';
import type { Model, ModelFailure, ModelRequest } from '../../core/model.ts';
import { abortReason, throwIfAborted, untilAborted } from './abort.ts';
import { anthropicFilter } from './anthropic-filter.ts';
import { toAnswer } from './answer.ts';
import { findModel, findSecrets, parseSpec, type CatalogueOptions, type FoundModel } from './catalogue.ts';
import { checkedFetch, type Exchange } from './checked-fetch.ts';
import { completionsFilter } from './completions-filter.ts';
import { isModelFailure, modelFailure } from './failure.ts';
import { isOverflow } from './fault.ts';
import { framingFilter } from './framing-filter.ts';
import type { StreamFilter } from './stream-filter.ts';
import { toContext } from './wire.ts';

export interface PiModelOptions extends CatalogueOptions {
  /** How hard a reasoning model thinks. Default: not at all. */
  readonly reasoning?: 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
  /** Tokens of one answer. Default: the model's limit. */
  readonly maxTokens?: number;
  readonly temperature?: number;
}

export interface PiModel extends Model {
  /** Throws the ModelFailure that every request would end with: an unknown model, a missing key. Sends nothing. */
  check(): Promise<void>;
}

/** pi-ai's and the SDKs' own time-out, out of the way: the caller's signal rules. The largest a timer takes. */
const noTimeout = 2 ** 31 - 1;

/** Characters of a failure's text; it is cut after the secrets are out, so that none is left in part. */
const mostTold = 1_000;

/**
 * Makes the model that `provider/id` names. Throws a ModelFailure at once if the spec is malformed; whether the model
 * and its key exist is told by `check` or by the first request. The catalogue is loaded on first use.
 */
export function piModel(spec: string, options: PiModelOptions = {}): PiModel {
  const parsed = parseSpec(spec);
  let found: Promise<FoundModel> | undefined;
  const resolved = async (): Promise<FoundModel & { readonly secrets: readonly string[] }> => {
    found ??= findModel(parsed, options);
    const model = await found;
    return { ...model, secrets: await findSecrets(model, options) };
  };
  return {
    name: spec,
    async check() {
      await resolved();
    },
    async respond(request) {
      throwIfAborted(request.signal);
      const { models, model, secrets } = await untilAborted(resolved(), request.signal);
      const stop = new AbortController();
      const onAbort = (): void => stop.abort(abortReason(request.signal));
      request.signal.addEventListener('abort', onAbort, { once: true });
      try {
        throwIfAborted(request.signal);
        const answer = await untilAborted(ask(models, model, request, options, stop.signal), request.signal);
        const { errorMessage } = answer;
        return errorMessage === undefined ? answer : { ...answer, errorMessage: scrub(errorMessage, secrets) };
      } catch (error) {
        if (request.signal.aborted) throw abortReason(request.signal);
        throw clean(error, spec, secrets);
      } finally {
        request.signal.removeEventListener('abort', onAbort);
        stop.abort();
      }
    },
  };
}

async function ask(
  models: Pi.Models,
  model: Pi.Model<Pi.Api>,
  request: ModelRequest,
  options: PiModelOptions,
  signal: AbortSignal,
): Promise<AssistantMessage> {
  const { systemPrompt, messages, tools } = request;
  const filter = filterFor(model.api, new Set(tools.map(({ name }) => name)));
  const exchange = checkedFetch(filter, signal);
  const { reasoning, maxTokens, temperature, env } = options;
  const stream = models.streamSimple(model, toContext(systemPrompt, messages, { tools, target: model }), {
    signal,
    maxRetries: 0,
    timeoutMs: noTimeout,
    ...(model.api === 'bedrock-converse-stream' ? {} : { fetch: exchange.fetch }),
    ...(env === undefined ? {} : { env: definedOnly(env) }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  });
  const deltas = new Map<number, string>();
  for await (const event of stream) {
    if (event.type === 'text_delta') request.onDelta?.({ kind: 'text', text: event.delta });
    if (event.type === 'thinking_delta') request.onDelta?.({ kind: 'thinking', text: event.delta });
    if (event.type === 'toolcall_delta') {
      deltas.set(event.contentIndex, (deltas.get(event.contentIndex) ?? '') + event.delta);
    }
  }
  const message = await stream.result();
  const failure = failureOf(message, exchange, filter);
  if (failure !== undefined) throw failure;
  return toAnswer(message, { deltas, texts: filter.argumentTexts ?? [], outcome: filter.outcome, tools });
}

function filterFor(api: string, offered: ReadonlySet<string>): StreamFilter {
  if (api === 'openai-completions') return completionsFilter(offered);
  return api === 'anthropic-messages' ? anthropicFilter() : framingFilter();
}

/** Reasons to stop that are the model's or its provider's answer, where no filter reads them. */
const withheld = /^incomplete|safety|recitation|content|prohibited|blocklist|spii|refus|guardrail/i;

/** A message of pi-ai that stands for a failed request; undefined for an answer, even one that ends the run. */
function failureOf(message: Pi.AssistantMessage, exchange: Exchange, filter: StreamFilter): ModelFailure | undefined {
  if (exchange.failure !== undefined) return exchange.failure;
  const filtered = filter.reads === 'every answer';
  if (filtered && filter.outcome === undefined) return failed(message);
  if (message.stopReason !== 'error' && message.stopReason !== 'aborted') return undefined;
  return !filtered && withheld.test(message.rawStopReason ?? '') ? undefined : failed(message);
}

function failed(message: Pi.AssistantMessage): ModelFailure {
  const told = message.errorMessage ?? 'The request ended without an answer';
  const overflow = isOverflow(told);
  const lasting = overflow || /invalid_request|invalid_prompt|insufficient_quota|no api key|not configured/i.test(told);
  return modelFailure(told, { retryable: !lasting, data: overflow ? { reason: 'contextOverflow' } : undefined });
}

/** The same failure with the model named and every secret taken out. An error that is none is a fault of the request. */
function clean(error: unknown, spec: string, secrets: readonly string[]): ModelFailure {
  const failure = isModelFailure(error)
    ? error
    : modelFailure(error instanceof Error ? error.message : String(error), { retryable: true });
  return modelFailure(`Model ${spec}: ${scrub(failure.message, secrets).slice(0, mostTold)}`, failure);
}

function scrub(text: string, secrets: readonly string[]): string {
  const bare = secrets.reduce((left, secret) => left.replaceAll(secret, '[key]'), text);
  return bare.replace(/\b(Bearer\s+)\S+/gi, '$1[key]');
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
