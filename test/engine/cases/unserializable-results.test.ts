/** Results and errors that cannot be recorded: they cost one call its result, and nobody else anything. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { ToolResult } from '../../../src/agent/index.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results, text } from './kit.ts';
import { failedTasks } from './recorded.ts';

function circular(): object {
  const value: Record<string, unknown> = { name: 'loop' };
  value['self'] = value;
  return value;
}

const trap = (): never => {
  throw new Error('do not look');
};

/** A value whose first reading is fine and whose second throws. */
function fickle(): object {
  let reads = 0;
  return {
    get value() {
      if (++reads > 1) throw new Error('read twice');
      return 1;
    },
  };
}

const unfit: Readonly<Record<string, () => unknown>> = {
  circular,
  bigint: () => ({ rows: 10n }),
  function: () => ({ run: () => 1 }),
  symbol: () => ({ mark: Symbol('x') }),
  proxy: () => new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap, has: trap }),
  getter: () => Object.defineProperty({}, 'value', { enumerable: true, get: trap }),
  fickle,
  toJSON: () => ({ toJSON: trap }),
  'toJSON of a bigint': () => ({ toJSON: () => 1n }),
  map: () => ({ found: new Map([['a', 1]]) }),
};
const kinds = Object.keys(unfit);

/** An error that carries such a value wherever an error can carry something. */
function errorWith(details: unknown): Error {
  return Object.assign(new Error('the disk is full', { cause: details }), { details, code: details });
}

it('a result that cannot be recorded becomes an error result that says so, and is not tried again (B93)', async () => {
  const tool = recordingTool('probe', {
    replay: 'safe',
    body: ({ args }) => ({ ...text('fine'), details: unfit[args['kind'] as string]?.() }),
  });
  const model = scripted([asks(...kinds.map((kind) => call(kind, 'probe', { kind }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [tool] });
  const session = engine.session();

  const finished = await session.run('Probe.');

  expect(finished.answer).toBe('Done.');
  const said = await results(session);
  expect(said.map(({ id }) => id)).toEqual(kinds);
  for (const result of said) {
    expect(result).toMatchObject({ isError: true, kind: 'Failed' });
    expect(result.text).toMatch(/^The result of tool "probe" cannot be serialized: result/);
  }
  expect(tool.effects.map(({ args }) => args['kind']).toSorted()).toEqual(kinds.toSorted());
  expect(await failedTasks(session.id)).toBe(0);
});

it('an error with unrecordable details is an error result with its message, and is not tried again (B93)', async () => {
  const tool = recordingTool('probe', {
    replay: 'safe',
    body: ({ args }): ToolResult => {
      throw errorWith(unfit[args['kind'] as string]?.());
    },
  });
  const model = scripted([asks(...kinds.map((kind) => call(kind, 'probe', { kind }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [tool] });
  const session = engine.session();

  await session.run('Probe.');

  expect(await results(session)).toEqual(
    kinds.map((id) => ({ id, text: 'the disk is full', isError: true, kind: 'Failed' })),
  );
  expect(tool.effects.length).toBe(kinds.length);
});

it('whatever is thrown, even what refuses to be read, ends in one error result (B93)', async () => {
  const thrown: Readonly<Record<string, () => unknown>> = {
    ...unfit,
    nothing: () => undefined,
    'an error whose message throws': () => Object.defineProperty(new Error('x'), 'message', { get: trap }),
    'an error whose message is no text': () => Object.assign(new Error('x'), { message: 5n }),
    'an object without a text': () => Object.create(null) as object,
  };
  const all = Object.keys(thrown);
  const tool = recordingTool('probe', {
    replay: 'safe',
    body: ({ args }): ToolResult => {
      throw thrown[args['kind'] as string]?.();
    },
  });
  const model = scripted([asks(...all.map((kind) => call(kind, 'probe', { kind }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [tool] });
  const session = engine.session();

  await session.run('Probe.');

  expect((await results(session)).map(({ id, isError, kind }) => ({ id, isError, kind }))).toEqual(
    all.map((id) => ({ id, isError: true, kind: 'Failed' })),
  );
  expect(tool.effects.length).toBe(all.length);
});

it('progress that cannot be shown is dropped, and its tool does not notice (B93)', async () => {
  const base = recordingTool('probe');
  const tool = {
    ...base,
    execute: ((_id, params, _signal, onUpdate) => {
      for (const make of Object.values(unfit)) onUpdate?.({ ...text('half'), details: make() });
      return text(`done ${JSON.stringify(params)}`);
    }) satisfies typeof base.execute,
  };
  const model = scripted([asks(call('a', 'probe')), 'Done.']);
  await using engine = await startEngine({ model, tools: [tool] });
  const session = engine.session();

  await session.run('Probe.');

  expect(await results(session)).toEqual([{ id: 'a', text: 'done {}', isError: false }]);
});

it('ten other runs on the same worker are not disturbed by such results (B93)', async () => {
  const tool = recordingTool('probe', {
    body: ({ args }) => {
      const details = unfit[args['kind'] as string]?.();
      if (args['how'] === 'throw') throw errorWith(details);
      return { ...text('fine'), details };
    },
  });
  const model = scripted([
    ({ messages }) => {
      const prompt = JSON.stringify(messages);
      if (!prompt.includes('Probe')) return asks(call('ok', 'probe', { kind: 'none' }));
      return asks(
        ...kinds.flatMap((kind) => [call(kind, 'probe', { kind }), call(kind, 'probe', { kind, how: 'throw' })]),
      );
    },
    'Done.',
  ]);
  await using engine = await startEngine({ model, tools: [tool] });
  const others = Array.from({ length: 10 }, () => engine.session());

  const finished = await Promise.all([
    engine.session().run('Probe.'),
    ...others.map((session) => session.run('Work.')),
  ]);

  expect(finished.map(({ ended }) => ended)).toEqual(Array.from({ length: 11 }, () => 'answered'));
  expect(await Promise.all(others.map(results))).toEqual(
    others.map(() => [{ id: 'ok', text: 'fine', isError: false }]),
  );
  expect((await engine.session().run('Still there?')).answer).toBe('Done.');
});
