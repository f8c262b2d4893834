/** `turnkeeper result`: the whole of a result that was too large for the model. */
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { place } from './cli.ts';

const agentFile = (name: string): string => `import { defineAgent, scripted } from 'turnkeeper';
const text = Array.from({ length: 20000 }, (_, n) => 'line ' + n).join('\\n') + '\\u001b[2J';
export default defineAgent({
  name: '${name}',
  model: scripted([{ content: [{ type: 'toolCall', id: '1', name: 'dump', arguments: {} }] }, 'Done.']),
  tools: [{
    name: 'dump', description: '', parameters: { type: 'object' },
    execute: () => ({ content: [{ type: 'text', text }], details: { lines: 20000 } }),
  }],
});
`;

it('prints text for people and everything for programs; what is not kept is one sentence', async () => {
  const { file, run } = place();
  const session = freshName('dump');
  file('agent.ts', agentFile(freshName('agent')));
  await run(['run', 'agent.ts', 'Dump.', '--session', session]);
  const { stdout } = await run(['transcript', session]);
  const reference = /kept as result ([0-9a-f]{16})/.exec(stdout)?.[1] ?? '';

  const [text, json, none] = [
    await run(['result', session, reference]),
    await run(['result', session, reference, '--json']),
    await run(['result', session, '0000000000000000']),
  ];

  const lines = text.stdout.trimEnd().split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([20_000, 'line 0', 'line 19999\\x1b[2J']);
  expect(JSON.parse(json.stdout)).toMatchObject({ details: { lines: 20_000 }, content: [{ type: 'text' }] });
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringMatching(/keeps no result "0000000000000000"/)]);
}, 120_000);
