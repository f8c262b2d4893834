import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/core/messages.ts';
import { HeadCache } from '../../../src/store/head-cache.ts';
import { usedHeap } from '../used-heap.ts';

const said = (text: string): Message => ({ role: 'user', content: text, timestamp: 0 });

/** Appends commits of one message each, and gives their heads. */
function grown(
  cache: HeadCache,
  name: string,
  { from = 0, to, bytes = 1 }: { from?: number; to: number; bytes?: number },
) {
  const head = (at: number) => `${name}-${String(at)}`;
  for (let at = from; at < to; at += 1) {
    const messages = [said(`${head(at)} ${'x'.repeat(bytes)}`)];
    cache.append(head(at), { prev: at === 0 ? null : head(at - 1), messages });
  }
  return head(to - 1);
}

const textsOf = (messages: readonly Message[] | undefined) =>
  messages?.map(({ content }) => (content as string).split(' ')[0]);

describe('transcripts in memory', () => {
  it('are there under every head, each as it was then', () => {
    const cache = new HeadCache();
    grown(cache, 'a', { to: 3 });

    expect(textsOf(cache.get('a-0'))).toEqual(['a-0']);
    expect(textsOf(cache.get('a-2'))).toEqual(['a-0', 'a-1', 'a-2']);
    expect([cache.get('b-0'), cache.has('a-1'), cache.has('b-0')]).toEqual([undefined, true, false]);
  });

  it('share a common beginning: two ends of one transcript are counted like one and what differs', () => {
    const cache = new HeadCache();
    const head = grown(cache, 'a', { to: 100, bytes: 1_000 });
    const before = cache.bytes;
    cache.append('left', { prev: head, messages: [said('left')] });
    cache.append('right', { prev: head, messages: [said('right')] });

    expect(cache.bytes - before).toBeLessThan(5_000);
    expect([cache.get('left')?.length, cache.get('right')?.length]).toEqual([101, 101]);
    expect(cache.get('left')?.[50]).toBe(cache.get('right')?.[50]);
  });

  it('are lists of their reader: changing one changes no other', () => {
    const cache = new HeadCache();
    grown(cache, 'a', { to: 2 });
    (cache.get('a-1') as Message[]).length = 0;

    expect(cache.get('a-1')).toHaveLength(2);
  });

  it('are only continued where they are known', () => {
    const cache = new HeadCache();
    cache.append('late', { prev: 'unknown', messages: [said('late')] });
    cache.put('whole', [said('one'), said('two')]);
    cache.append('next', { prev: 'whole', messages: [said('three')] });

    expect([cache.get('late'), textsOf(cache.get('next'))]).toEqual([undefined, ['one', 'two', 'three']]);
  });

  it('cost an append what is appended, however long they are', () => {
    const millis = (length: number) => {
      const cache = new HeadCache(1e9);
      grown(cache, 'a', { to: length });
      const start = performance.now();
      grown(cache, 'a', { from: length, to: length + 2_000 });
      return performance.now() - start;
    };
    millis(10);
    const best = (length: number) => Math.min(...[1, 2, 3].map(() => millis(length)));

    // To copy the list each time would take 100 times as long.
    expect(best(50_000)).toBeLessThan(10 * best(500));
  });

  it('name the commits of a stretch where it ends', () => {
    const cache = new HeadCache();
    grown(cache, 'a', { to: 7 });
    cache.put('whole', [said('one')]);

    expect([cache.stretch('a-5', 3), cache.stretch('a-6', 3), cache.stretch('whole', 1)]).toEqual([
      ['a-3', 'a-4', 'a-5'],
      undefined,
      undefined,
    ]);
  });
});

describe('the memory of transcripts', () => {
  const bound = 200_000;

  it('stays below its bound over many sessions; the least recently used go first', () => {
    const cache = new HeadCache(bound);
    const kept: number[] = [];
    const heads = Array.from({ length: 40 }, (_, session) => {
      const head = grown(cache, `s${String(session)}`, { to: 10, bytes: 500 });
      cache.get('s0-9');
      kept.push(cache.bytes);
      return head;
    });

    expect(Math.max(...kept)).toBeLessThanOrEqual(bound);
    expect(heads.map((head) => cache.has(head)).filter(Boolean).length).toBeGreaterThan(8);
    expect([cache.has('s0-9'), cache.has('s1-9'), cache.has('s39-9')]).toEqual([true, false, true]);
  });

  it('a transcript beyond the bound keeps its beginning, and is whole again with what is read', () => {
    const cache = new HeadCache(bound);
    grown(cache, 'a', { to: 1_000, bytes: 500 });
    const kept = Array.from({ length: 1_000 }, (_, at) => cache.has(`a-${String(at)}`));
    const first = kept.indexOf(false);

    expect(cache.bytes).toBeLessThanOrEqual(bound);
    expect([first > 80, kept.slice(first).some(Boolean)]).toEqual([true, false]);
    expect(cache.get(`a-${String(first - 1)}`)).toHaveLength(first);
  });

  it.each([10, 1_000, 20_000])('is counted as what it takes, at least about: messages of %s bytes', (bytes) => {
    const cache = new HeadCache(1e9);
    const before = usedHeap();
    for (let at = 0; at < 2_000; at += 1) {
      // As they come from files and from the wire: fresh objects and texts.
      const text = JSON.stringify([said(`${String(at)} ${'x'.repeat(bytes)}`)]);
      cache.append(nameLike(at), { prev: at === 0 ? null : nameLike(at - 1), messages: JSON.parse(text) as Message[] });
    }
    const taken = usedHeap() - before;
    expect(taken / cache.bytes).toBeLessThan(1.3);
  });
});

const nameLike = (at: number): string => String(at).padStart(64, '0');
