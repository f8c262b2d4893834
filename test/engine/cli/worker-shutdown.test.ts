/** Two workers on one queue, one of which is stopped while it runs a call. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { fileStore } from '../../../src/store/index.ts';
import { results } from '../cases/kit.ts';
import { freshName } from '../engine.ts';
import type { Place } from './cli.ts';
import { place } from './cli.ts';

/** The tool honours its signal and throws. Nobody waits for its minute: the second worker finds `go`. */
function agentFile({ file }: Place, replay: 'safe' | 'never'): string {
  const name = freshName('agent');
  file(
    'agent.ts',
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
const work = defineTool({
  name: 'work', description: '', parameters: Type.Object({}), replay: '${replay}',
  execute: async (_id, _args, signal, _onUpdate, { attempt }) => {
    appendFileSync('log.txt', process.env.WHO + ' began ' + attempt + '\\n');
    if (!existsSync('go')) await sleep(60_000, undefined, { signal });
    return { content: [{ type: 'text', text: 'worked' }] };
  },
});
const ask = { content: [{ type: 'toolCall', id: 'w', name: 'work', arguments: {} }] };
const model = scripted([ask, ({ messages }) => 'It ' + messages.at(-1).content[0].text]);
export default defineAgent({ name: '${name}', model, tools: [work], limits: { heartbeatTimeout: 3_000, grace: 500 } });
`,
  );
  return name;
}

const log = ({ folder }: Place): string => {
  const file = join(folder, 'log.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

async function stoppedUnderACall(replay: 'safe' | 'never') {
  const here = place();
  const agent = agentFile(here, replay);
  const workers = await Promise.all(
    ['1', '2'].map(async (who) => {
      const worker = here.start(['worker', 'agent.ts'], { env: { WHO: who } });
      await worker.shows('Worker ready');
      return worker;
    }),
  );
  const connection = { address: inject('address') };
  const store = fileStore(join(here.folder, 'home'));
  const client = await TurnkeeperClient.connect({ connection, namespace: inject('namespace'), store });
  onTestFinished(() => client.close());
  const session = client.session(freshName('shut'), { agent });
  const run = session.run('Go.');
  await expect.poll(() => log(here), { timeout: 20_000 }).toContain(' began 1');
  const [first = ''] = log(here);
  here.file('go', '');

  const stopped = workers[Number(first) - 1];
  stopped?.kill('SIGTERM');
  const exit = await stopped?.finished;

  const { ended } = await run;
  return {
    exitCode: exit?.exitCode,
    ended,
    effects: log(here).split('\n').length - 1,
    results: await results(session),
  };
}

it('a call that may be repeated moves to the other worker when its own is stopped, and nobody sees an abort (B37)', async () => {
  expect(await stoppedUnderACall('safe')).toEqual({
    exitCode: 0,
    ended: 'answered',
    effects: 2,
    results: [{ id: 'w', text: 'worked', isError: false }],
  });
});

it('a call that must not be repeated ends as unknown when its worker is stopped, not as aborted (B37)', async () => {
  expect(await stoppedUnderACall('never')).toEqual({
    exitCode: 0,
    ended: 'answered',
    effects: 1,
    results: [{ id: 'w', text: expect.any(String) as string, isError: true, kind: 'OutcomeUnknown' }],
  });
});
