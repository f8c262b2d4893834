/** Names that every object inherits are names like others: no tool, no key, no setting is found by them. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { callIds, turnHistory } from './recorded.ts';

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
const inherited = (): unknown => Object.getOwnPropertyDescriptors(Object.prototype);

it('a call of a name that every object inherits, or of no name, finds no tool and the run goes on (B75)', async () => {
  const before = inherited();
  const echo = recordingTool('echo');
  const asked = [...names, ''];
  const model = scripted([
    asks(...asked.map((name, index) => call(`c${index}`, name))),
    asks(call('d', 'echo', { n: 1 })),
    'Done.',
  ]);
  await using engine = await startEngine({ model, tools: [echo] });
  const session = engine.session();

  const finished = await session.run('Call them.');

  expect(finished).toEqual({ run: 1, ended: 'answered', answer: 'Done.' });
  expect(await results(session)).toEqual([
    ...asked.map((name, index) => ({
      id: `c${index}`,
      text: `Tool ${name} not found`,
      isError: true,
      kind: 'NotFound',
    })),
    { id: 'd', text: '{"n":1}', isError: false },
  ]);
  expect(callIds(await turnHistory(session.id))).toEqual([]);
  expect(echo.effects.length).toBe(1);
  expect(inherited()).toEqual(before);
});

it('such names are kept as keys of arguments, and change no other object (B75)', async () => {
  const before = inherited();
  const sent =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"a","hasOwnProperty":1,"valueOf":null,"":2}';
  const echo = recordingTool('echo');
  const model = scripted([asks(call('a', 'echo', JSON.parse(sent) as JsonObject)), 'Done.']);
  await using engine = await startEngine({ model, tools: [echo] });
  const session = engine.session();

  await session.run('Echo it.');

  const [result] = await results(session);
  expect(sorted(result?.text)).toBe(sorted(sent));
  expect(sorted(JSON.stringify(echo.effects[0]?.args))).toBe(sorted(sent));
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(inherited()).toEqual(before);
});

it('tools may have such names, and exactly they are called then (B75)', async () => {
  const tools = names.map((name) =>
    recordingTool(name, { body: () => ({ content: [{ type: 'text', text: `I am ${name}` }] }) }),
  );
  const model = scripted([asks(...names.map((name) => call(name, name))), 'Done.']);
  await using engine = await startEngine({ model, tools });
  const session = engine.session();

  await session.run('Call them.');

  expect(await results(session)).toEqual(names.map((name) => ({ id: name, text: `I am ${name}`, isError: false })));
});

/** The members of a JSON object in one order; canonical JSON puts them in another than they were sent in. */
function sorted(json = '{}'): string {
  const members = Object.entries(JSON.parse(json) as object).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(members);
}
