/**
 * The framing of event streams: every cut, every line end.
 */
import { describe, expect, it } from 'vitest';
import { sseDecoder, type SseEvent } from '../../../src/activities/models/sse.ts';
import { broken, call, delta, pieces, sse, stream } from './ask.ts';

function decoded(parts: readonly Uint8Array[]): readonly SseEvent[] {
  const decoder = sseDecoder();
  return [...parts.flatMap((part) => decoder.push(part)), ...decoder.end()];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const line = JSON.stringify({ text: '你好😀é\u2028' });

describe('an event stream', () => {
  it.each([
    ['line feeds', `data: ${line}\n\ndata:${line}\n\n`],
    ['carriage returns and line feeds', `data: ${line}\r\n\r\ndata:${line}\r\n\r\n`],
    ['lone carriage returns', `data: ${line}\r\rdata:${line}\r\r`],
    ['comments and unknown fields', `: ping\n\nid: 7\ndata: ${line}\n\n: ping\nretry: 5\ndata:${line}\n\n`],
    ['a byte order mark', `\uFEFFdata: ${line}\n\ndata:${line}\n\n`],
    ['no empty line at the end', `data: ${line}\n\ndata:${line}`],
  ])('with %s gives the same events however it is cut (B116)', (_title, text) => {
    const all = bytes(text);
    const expected = [{ data: line }, { data: line }];
    for (let cut = 0; cut <= all.length; cut += 1) {
      expect(decoded([all.subarray(0, cut), all.subarray(cut)])).toEqual(expected);
    }
    expect(decoded(Array.from(all, (_, at) => all.subarray(at, at + 1)))).toEqual(expected);
  });

  it('keeps names and lines of one event together', () => {
    expect(decoded([bytes('event: error\ndata: a\ndata: b\n\nevent: ping\n\ndata: c\n\n')])).toEqual([
      { event: 'error', data: 'a\nb' },
      { data: 'c' },
    ]);
  });

  it('refuses broken characters', () => {
    expect(() => decoded([Uint8Array.of(0x64, 0xff)])).toThrow();
    expect(() => decoded([bytes('data: é').subarray(0, -1)])).toThrow();
  });
});

describe('arguments in an event stream', () => {
  it('are equal to the byte in every cut, over HTTP (B116)', async () => {
    const args = JSON.stringify({ text: '你好😀é\u2028' });
    const text = sse(pieces({ index: 0, id: 'a', name: 'read', args }), delta({}, 'tool_calls'), '[DONE]');
    const all = bytes(`\uFEFF: ping\r\n\r\n${text.replaceAll('\n', '\r\n')}`);
    const expected = {
      content: [call('a', 'read', JSON.parse(args) as object as { text: string })],
      stopReason: 'toolUse',
      rawStopReason: 'tool_calls',
    };
    const answers = await Promise.all(
      Array.from({ length: Math.ceil(all.length / 3) }, (_, at) =>
        stream(all.subarray(0, at * 3), all.subarray(at * 3)),
      ),
    );
    expect(answers).toEqual(answers.map(() => expected));
    expect(await stream(...Array.from(all, (_, at) => all.subarray(at, at + 1)))).toEqual(expected);
  });

  it('fail the request when a character is cut off for good (B116)', async () => {
    const cut = bytes('data: é').subarray(0, -1);
    expect(await stream(cut)).toEqual(broken('it is not valid UTF-8'));
  });
});
