/**
 * The filter for OpenAI-compatible chat completions. pi-ai gets text as it streams, and the calls whole at the end, one
 * index and one id each. A stream without an end mark must never become an answer.
 */
import { callDeltas, type AssembledCall } from './call-deltas.ts';
import { brokenStream, errorObjectFailure, isObject, parseObject } from './fault.ts';
import type { SseEvent } from './sse.ts';
import { faultReasons, stopOutcome } from './stop-reasons.ts';
import { parseEvent, type StreamFilter, type StreamOutcome } from './stream-filter.ts';

/** Makes a filter for one answer. `offered` holds the names of the tools of the request. */
export function completionsFilter(offered: ReadonlySet<string>): StreamFilter {
  const calls = callDeltas(offered);
  let reason: string | undefined;
  let refusal = '';
  let ended = false;
  let outcome: StreamOutcome | undefined;

  const finish = (mark: 'done' | 'body'): readonly SseEvent[] => {
    if (ended) return [];
    if (reason === undefined && mark === 'body') throw brokenStream('it has no end mark');
    if (reason !== undefined && faultReasons.has(reason)) throw brokenStream(`the server ended it with ${reason}`);
    const whole = calls.end();
    if (reason === undefined && whole.some((call) => parseObject(call.arguments) === undefined)) {
      throw brokenStream('it ended in the middle of a tool call');
    }
    ended = true;
    outcome = { ...stopOutcome(reason, whole.length, refusal), callIds: whole.map((call) => call.id) };
    return [...whole.map(callEvent), choiceEvent({}, 'stop'), { data: '[DONE]' }];
  };

  return {
    reads: 'every answer',
    get ended() {
      return ended;
    },
    get outcome() {
      return outcome;
    },
    push(event) {
      if (ended || event.data.trim() === '') return [];
      if (event.data.trim() === '[DONE]') return finish('done');
      const chunk = parseEvent(event);
      if (!isObject(chunk)) throw brokenStream('an event is not a JSON object');
      if (event.event === 'error') throw errorObjectFailure(chunk['error'] ?? chunk);
      if (chunk['error'] !== undefined && chunk['error'] !== null) throw errorObjectFailure(chunk['error']);

      const choice = Array.isArray(chunk['choices']) ? chunk['choices'].find(isObject) : undefined;
      const delta = [choice?.['delta'], choice?.['message']].find(isObject) ?? {};
      const { tool_calls, function_call, refusal: refused, content, ...rest } = delta;
      calls.push(tool_calls);
      if (isObject(function_call)) calls.push([{ function: function_call }]);
      if (typeof refused === 'string') refusal += refused;
      const finished = choice?.['finish_reason'];
      if (typeof finished === 'string' && finished !== '') reason = finished;
      const text = plainText(content);
      const seen = withoutNulls({ ...rest, ...(text === '' ? {} : { content: text }) });
      const usage = choice === undefined ? {} : withoutNulls({ usage: choice['usage'] });
      return [
        {
          data: JSON.stringify({
            ...withoutNulls(chunk),
            choices: choice === undefined ? [] : [{ index: 0, delta: seen, finish_reason: null, ...usage }],
          }),
        },
      ];
    },
    end: () => finish('body'),
  };
}

/** Content may be null, a text, or a list of parts. */
function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('');
}

function callEvent(call: AssembledCall, index: number): SseEvent {
  const { name, arguments: text } = call;
  const piece = { index, id: `call_${index}`, type: 'function', function: { name, arguments: text } };
  return choiceEvent({ tool_calls: [piece] }, null);
}

function choiceEvent(delta: object, finish: string | null): SseEvent {
  return { data: JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] }) };
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined));
}
