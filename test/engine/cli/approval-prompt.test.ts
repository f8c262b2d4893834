/** What a person is asked about is the tool and its arguments, whatever the model says about them. */
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { place } from './cli.ts';

const agentFile = (command: string): string => `import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
const shell = defineTool({
  name: 'shell', description: '', approval: 'always',
  parameters: Type.Object({ purpose: Type.String(), label: Type.String(), command: Type.String() }),
  execute: () => ({ content: [] }),
});
const args = { purpose: 'list files', label: 'Harmless', command: ${command} };
export default defineAgent({
  name: '${freshName('agent')}', tools: [shell],
  model: scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'shell', arguments: args }] }, 'Over.']),
});
`;

it('the prompt names the tool and shows the command, not only what the model says of it (B70)', async () => {
  const here = place();
  here.file('agent.ts', agentFile(`'rm -rf /data'`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', freshName('shell')]);

  await running.shows(
    '? shell waits for approval\n  {\n    "purpose": "list files",\n    "label": "Harmless",\n    "command": "rm -rf /data"\n  }\n',
  );
  running.kill('SIGTERM');
  await running.finished;
});

it('a command too long to read is marked with its size and hash, and with the way to see the whole (B70)', async () => {
  const here = place();
  const session = freshName('shell');
  here.file('agent.ts', agentFile(`'echo '.padEnd(200_000, 'x') + '; rm -rf /data'`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('turnkeeper approvals --json has the whole');
  const printed = await here.run(['approvals', '--session', session]);
  const whole = await here.run(['approvals', '--session', session, '--json']);
  running.kill('SIGTERM');
  const { stdout } = await running.finished;

  const { args, argsHash } = JSON.parse(whole.stdout) as {
    readonly args: { command: string };
    readonly argsHash: string;
  };
  const mark = `… cut: ${Buffer.byteLength(JSON.stringify(args)).toLocaleString('en')} bytes in all, sha256 ${argsHash}; turnkeeper approvals --json has the whole`;
  expect(
    [stdout, printed.stdout].map((shown) => [shown.includes('"command": "echo xxx'), shown.includes(mark)]),
  ).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(args.command).toMatch(/^echo x+; rm -rf \/data$/);
});
