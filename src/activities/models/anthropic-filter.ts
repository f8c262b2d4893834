/**
 * The filter for Anthropic's messages stream: it holds the end marks (`content_block_stop`, `message_stop`) against the
 * blocks, so that a call that was cut never becomes one with salvaged arguments.
 */
import { brokenStream, errorObjectFailure, isObject } from './fault.ts';
import type { SseEvent } from './sse.ts';
import { stopOutcome } from './stop-reasons.ts';
import { parseEvent, type StreamFilter, type StreamOutcome } from './stream-filter.ts';

interface OpenBlock {
  readonly type: unknown;
  readonly input: unknown;
  streamed: string;
}

/** Makes a filter for one answer. */
export function anthropicFilter(): StreamFilter {
  const open = new Map<unknown, OpenBlock>();
  let calls = 0;
  let reason: string | undefined;
  let refusal = '';
  let outcome: StreamOutcome | undefined;

  const start = (body: Record<string, unknown>): void => {
    const block = isObject(body['content_block']) ? body['content_block'] : {};
    if (open.has(body['index'])) throw brokenStream('a block started twice');
    if (block['type'] === 'tool_use') {
      if (typeof block['name'] !== 'string' || block['name'] === '')
        throw brokenStream('a tool call came without a name');
      calls += 1;
    }
    open.set(body['index'], { type: block['type'], input: block['input'], streamed: '' });
  };
  const stop = (index: unknown): readonly SseEvent[] => {
    const block = open.get(index);
    open.delete(index);
    const given = block?.type === 'tool_use' && block.streamed === '' && isObject(block.input);
    // Some servers send the whole input with the start; pi-ai reads the deltas alone.
    return given && Object.keys(block.input).length > 0 ? [inputEvent(index, block.input)] : [];
  };
  const finish = (): void => {
    if (open.size > 0) throw brokenStream('it ended in the middle of a block');
    if (reason === undefined) throw brokenStream('it has no reason to stop');
    outcome = stopOutcome(reason, calls, refusal);
  };

  return {
    reads: 'every answer',
    get ended() {
      return outcome !== undefined;
    },
    get outcome() {
      return outcome;
    },
    push(event) {
      if (outcome !== undefined || event.data.trim() === '') return [];
      const body = parseEvent(event);
      if (!isObject(body)) throw brokenStream('an event is not a JSON object');
      const type = typeof body['type'] === 'string' ? body['type'] : (event.event ?? '');
      const delta = isObject(body['delta']) ? body['delta'] : {};
      const same = (seen: object): SseEvent => ({ event: type, data: JSON.stringify({ ...seen, type }) });
      switch (type) {
        case 'error':
          throw errorObjectFailure(body['error'] ?? body);
        case 'message_start': {
          const message = isObject(body['message']) ? body['message'] : {};
          return [same({ ...body, message: { ...message, usage: message['usage'] ?? {} } })];
        }
        case 'content_block_start':
          start(body);
          return [same(body)];
        case 'content_block_delta': {
          const block = open.get(body['index']);
          if (block === undefined) throw brokenStream('a piece belongs to no open block');
          const payload = [delta['text'], delta['thinking'], delta['signature'], delta['partial_json']];
          if (!payload.some((value) => typeof value === 'string')) return [];
          block.streamed += typeof delta['partial_json'] === 'string' ? delta['partial_json'] : '';
          return [same(body)];
        }
        case 'content_block_stop':
          return [...stop(body['index']), same(body)];
        case 'message_delta': {
          const details = isObject(delta['stop_details']) ? delta['stop_details'] : {};
          if (typeof details['explanation'] === 'string') refusal = details['explanation'];
          if (typeof delta['stop_reason'] !== 'string') return [same(body)];
          reason = delta['stop_reason'];
          return [same({ ...body, delta: { ...delta, stop_reason: 'end_turn' } })];
        }
        case 'message_stop':
          finish();
          return [same(body)];
        default:
          return [];
      }
    },
    end() {
      if (outcome === undefined) throw brokenStream('it has no end mark');
      return [];
    },
  };
}

function inputEvent(index: unknown, input: unknown): SseEvent {
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
  return { event: 'content_block_delta', data: JSON.stringify({ type: 'content_block_delta', index, delta }) };
}
