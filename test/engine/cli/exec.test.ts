/** `turnkeeper exec`: the executor without a model. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

const noted = (id: string, text: string) => ({
  role: 'toolResult',
  toolCallId: id,
  toolName: 'note',
  content: [{ type: 'text', text }],
  isError: false,
  timestamp: expect.any(Number) as number,
});

it('one result per call comes out, in call order, and the exit code is 0 if none is an error', async () => {
  const { file, run } = place();
  file('agent.ts', notingAgent(freshName('agent')));
  file(
    'calls.json',
    JSON.stringify([
      { name: 'note', arguments: { text: 'a' } },
      { id: 'mine', name: 'note', arguments: { text: 'b' } },
    ]),
  );
  const { exitCode, stdout } = await run(['exec', 'agent.ts', 'calls.json']);
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, [noted('call_1', 'noted a'), noted('mine', 'noted b')]]);
});

it('an error result does not stop its siblings, and the exit code is 1', async () => {
  const { file, run, folder } = place();
  file('agent.ts', notingAgent(freshName('agent')));
  const calls = [
    { name: 'note', arguments: { text: 'fail' } },
    { name: 'nothing_such' },
    { name: 'note', arguments: {} },
    { name: 'note', arguments: { text: 'still' } },
  ];
  const { exitCode, stdout } = await run(['exec', 'agent.ts', '-', '--json'], { stdin: JSON.stringify(calls) });
  const results = JSON.parse(stdout) as readonly { isError: boolean; details?: { turnkeeper: { kind: string } } }[];
  expect([exitCode, stdout.trimEnd().includes('\n')]).toEqual([1, false]);
  expect(results.map(({ details }) => details?.turnkeeper.kind)).toEqual([
    'Failed',
    'NotFound',
    'InvalidArguments',
    undefined,
  ]);
  expect(readFileSync(join(folder, 'effects.txt'), 'utf8')).toBe('still\n');
});

it('asked for again under its id, an execution answers the same and its effect is not repeated', async () => {
  const { file, run, folder } = place();
  const id = freshName('once');
  file('agent.ts', notingAgent(freshName('agent')));
  file(
    'calls.json',
    JSON.stringify({
      role: 'assistant',
      content: [{ type: 'toolCall', id: 'x', name: 'note', arguments: { text: 'once' } }],
    }),
  );
  file('other.json', JSON.stringify([{ name: 'note', arguments: { text: 'other' } }]));

  const first = await run(['exec', 'agent.ts', 'calls.json', '--id', id]);
  const again = await run(['exec', 'agent.ts', 'calls.json', '--id', id]);
  const other = await run(['exec', 'agent.ts', 'other.json', '--id', id]);

  expect([first.exitCode, again.exitCode, again.stdout]).toEqual([0, 0, first.stdout]);
  expect([other.exitCode, other.stdout, other.stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^The id "\S+" is taken by other calls.*\n$/),
  ]);
  expect(readFileSync(join(folder, 'effects.txt'), 'utf8')).toBe('once\n');
});

it('calls that cannot be read start nothing', async () => {
  const { file, run, folder } = place();
  file('agent.ts', notingAgent(freshName('agent')));
  file('calls.json', '[{"name": ');
  const { exitCode, stdout, stderr } = await run(['exec', 'agent.ts', 'calls.json']);
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^calls\.json is not JSON \(.*\): correct it\.\n$/),
  ]);
  expect([existsSync(join(folder, 'effects.txt')), existsSync(join(folder, 'home'))]).toEqual([false, false]);
});
