/** Results that say nothing: stored as the tool gave them, and never sent as an empty block. */
import { expect, it } from 'vitest';
import type { ToolResult } from '../../../src/agent/index.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { startEngine } from '../engine.ts';
import { call, otherWorker, recordingTool } from './kit.ts';
import { outline, refusedBy, wires } from './wires.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

const answers: readonly unknown[] = [
  { content: [] },
  { content: [{ type: 'text', text: '' }] },
  undefined,
  null,
  { content: [{ type: 'text', text: ' \n' }] },
  { content: [{ type: 'text' }] },
];
const names = answers.map((_answer, index) => `silent_${index}`);

it.each(wires)(
  'to $name, a result that says nothing goes out as words, live and after a restart (B121)',
  async (wire) => {
    const tools = names.map((name, index) => recordingTool(name, { body: () => answers[index] as ToolResult }));
    const image = recordingTool('image', {
      body: () => ({
        content: [
          { type: 'text', text: ' ' },
          { type: 'image', data: pixel, mimeType: 'image/png' },
        ],
      }),
    });
    const calls = names.map((name, index) => call(`c${index}`, name));
    await using server = await modelServer(
      wire.asks(...calls, call('picture', 'image')),
      wire.says('Nothing there.'),
      wire.says('Still nothing.'),
    );
    const agent = { model: wire.model(server), tools: [...tools, image] };
    await using engine = await startEngine(agent);
    const session = engine.session();

    await session.run('Try all.');
    await engine.worker.shutdown();
    const second = await otherWorker(engine, agent);
    await session.run('And now?').finally(() => second.shutdown());

    const [, live, replayed] = server.requests.map(outline);
    const silent = live?.filter((line) => /^result c/.test(line));
    expect(silent).toEqual(names.map((_name, index) => `result c${index}: (no output)`));
    expect(replayed?.slice(0, live?.length)).toEqual(live);
    expect(refusedBy(wire, server)).toEqual([]);
    const stored = (await session.transcript()).flatMap((message) =>
      message.role === 'toolResult' ? [message.content] : [],
    );
    expect(stored.slice(0, answers.length)).toEqual([
      [],
      [{ type: 'text', text: '' }],
      [],
      [],
      [{ type: 'text', text: ' \n' }],
      [{ type: 'text' }],
    ]);
  },
);
