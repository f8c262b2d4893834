/** The order inside a batch: one after the other where a tool asks for it, in call order for the model always. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results, text } from './kit.ts';
import { activitySteps, turnHistory } from './recorded.ts';

async function file(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnkeeper-edit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'f.txt'), content);
  return join(folder, 'f.txt');
}

it('three edits of one file by a sequential tool are all in the file (B30)', async () => {
  const path = await file('one\ntwo\nthree\n');
  const edit = recordingTool('edit', {
    executionMode: 'sequential',
    body: async ({ args }) => {
      const lines = (await readFile(path, 'utf8')).split('\n');
      const line = Number(args['line']);
      lines[line] = `${lines[line] ?? ''}!`;
      await writeFile(path, lines.join('\n'));
      return text('edited');
    },
  });
  const model = scripted([asks(...[0, 1, 2].map((line) => call(`e${line}`, 'edit', { line }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [edit] });

  await engine.session().run('Edit all lines.');

  expect(await readFile(path, 'utf8')).toBe('one!\ntwo!\nthree!\n');
});

it('one sequential tool makes the whole batch run one after the other, in call order (B30)', async () => {
  const read = recordingTool('read');
  const edit = recordingTool('edit', { executionMode: 'sequential' });
  const model = scripted([asks(call('a', 'read'), call('b', 'edit'), call('c', 'read')), 'Done.']);
  await using engine = await startEngine({ model, tools: [read, edit] });
  const session = engine.session();

  await session.run('Read, edit, read.');

  const steps = activitySteps(await turnHistory(session.id)).slice(2);
  expect(steps).toEqual(['+tool.read', '-tool.read', '+tool.edit', '-tool.edit', '+tool.read', '-tool.read']);
});

it('the model gets results in call order, whatever order the calls finish in (B30)', async () => {
  const ended = [0, 1, 2].map(() => Promise.withResolvers<undefined>());
  const wait = recordingTool('wait', {
    // Each call but the last waits until the one after it has been seen to end.
    body: async ({ context: { index } }) => {
      await ended[index + 1]?.promise;
      return text(`result ${index}`);
    },
  });
  const model = scripted([asks(...['a', 'b', 'c'].map((id) => call(id, 'wait'))), 'Done.']);
  await using engine = await startEngine({ model, tools: [wait] });
  const session = engine.session();
  const order: number[] = [];

  await session.run('Wait.', {
    onEvent: (event) => {
      if (event.type !== 'tool_execution_end') return;
      order.push(event.index);
      ended[event.index]?.resolve(undefined);
    },
  });

  expect(order).toEqual([2, 1, 0]);
  expect((await results(session)).map((result) => result.text)).toEqual(['result 0', 'result 1', 'result 2']);
});

it('of many parallel calls, as many run at once as the agent allows, and all of them run', async () => {
  let running = 0;
  let most = 0;
  let waiting: (() => void)[] = [];
  const work = recordingTool('work', {
    // The first of two waits for the second, so the batch ends only if two really run side by side.
    body: async ({ context: { index } }) => {
      most = Math.max(most, ++running);
      if (waiting.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else {
        for (const go of waiting) go();
        waiting = [];
      }
      running--;
      return text(`result ${index}`);
    },
  });
  const indexes = [0, 1, 2, 3, 4, 5, 6, 7];
  const model = scripted([asks(...indexes.map((index) => call(`c${index}`, 'work'))), 'Done.']);
  await using engine = await startEngine({ model, tools: [work], limits: { callsInFlight: 2 } });
  const session = engine.session();

  await session.run('Work.');

  expect({ most, executions: work.effects.length }).toEqual({ most: 2, executions: 8 });
  expect((await results(session)).map((result) => result.text)).toEqual(indexes.map((index) => `result ${index}`));
});
