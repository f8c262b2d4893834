/** A listener that throws harms nobody but itself. That no error is left over is the runner's to see: it fails for one. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { toolSignal } from '../../../src/activities/tool-signal.ts';

function signalled() {
  const engine = new AbortController();
  const heard: unknown[] = [];
  const { signal } = toolSignal(engine.signal, { timeout: 60_000, told: (error) => heard.push(error) });
  return { signal, heard, abort: () => engine.abort(new Error('stop')) };
}

it('what listeners throw is told, and the others hear the abort all the same', async () => {
  const { signal, heard, abort } = signalled();
  const fault = (text: string) => (): never => {
    throw new Error(text);
  };
  let calm = 0;
  signal.addEventListener('abort', fault('a function'));
  signal.addEventListener('abort', { handleEvent: fault('an object') });
  signal.addEventListener('abort', (): unknown => Promise.reject(new Error('a promise')));
  signal.onabort = fault('a handler');
  signal.addEventListener('abort', () => (calm += 1), { once: true });

  abort();
  await Promise.resolve();
  await Promise.resolve();

  expect(heard.map(String).sort()).toEqual([
    'Error: a function',
    'Error: a handler',
    'Error: a promise',
    'Error: an object',
  ]);
  expect(calm).toBe(1);
});

it('a listener is heard once, can be taken away, and a handler can be replaced', () => {
  const { signal, abort } = signalled();
  const heard: string[] = [];
  const twice = () => heard.push('twice added');
  const gone = () => heard.push('taken away');
  signal.addEventListener('abort', twice);
  signal.addEventListener('abort', twice);
  signal.addEventListener('abort', gone);
  signal.removeEventListener('abort', gone);
  signal.onabort = () => heard.push('first handler');
  signal.onabort = () => heard.push('second handler');

  abort();

  expect(heard).toEqual(['twice added', 'second handler']);
});

it('the platform’s own ways to wait for a signal work with it', async () => {
  const { signal, abort } = signalled();
  const any = AbortSignal.any([signal]);
  const waits = [sleep(60_000, undefined, { signal }), once(signal, 'abort')];
  abort();
  const [slept, heard] = await Promise.allSettled(waits);
  expect([slept?.status, heard?.status, any.aborted]).toEqual(['rejected', 'fulfilled', true]);
});
