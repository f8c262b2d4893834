/** Results that are too big for the model: kept whole in the store, told in an excerpt, read on in pages. */
import { Client, Connection } from '@temporalio/client';
import { inject, expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { ToolResult } from '../../../src/agent/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import { limits } from '../../../src/core/limits.ts';
import { turnWorkflowId } from '../../../src/core/identity.ts';
import { asks, call, recordingTool, results, text } from '../cases/kit.ts';
import { failedTasks } from '../cases/recorded.ts';
import { eventsOfRun, freshName, startEngine } from '../engine.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${String(index).padStart(7, '0')} größer`).join('\n');

it('a result of 50 MB becomes an excerpt, and the model and the client read the rest', async () => {
  const whole = lines(2_300_000);
  const dump = recordingTool('dump', { body: () => ({ ...text(whole), details: { rows: 2_300_000 } }) });
  const model = scripted([
    asks(call('a', 'dump')),
    ({ messages }) => asks(call('b', 'read_result', { result: referenceIn(messages), offset: 40_000_000, length: 60 })),
    'Read.',
  ]);
  await using engine = await startEngine({ model, tools: [dump] });
  const session = engine.session();

  const finished = await session.run('Dump.');

  expect([finished.ended, finished.answer]).toEqual(['answered', 'Read.']);
  const [first, second] = await results(session);
  expect(first?.text.length).toBeLessThan(limits.excerptBytes + 1_000);
  expect(first?.text).toContain('line 0000000');
  expect(first?.text).toContain('line 2299999');
  expect(second?.text).toBe(
    `[Characters 40000000 to 40000060 of ${String(whole.length)}; to read on: offset 40000060.]\n${whole.slice(40_000_000, 40_000_060)}`,
  );
  expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ['dump'],
    ['dump', 'read_result'],
    ['dump', 'read_result'],
  ]);
  const kept = await session.keptResult(referenceIn(await session.transcript()));
  expect(kept.content).toEqual([{ type: 'text', text: whole }]);
  expect(kept.details).toEqual({ rows: 2_300_000 });
  expect(await historyBytes(session.id)).toBeLessThan(200_000);
  expect(await failedTasks(session.id)).toBe(0);
});

it.each([-1, 0, 1])('text of a result at its limit %i: more than that is an excerpt', async (more) => {
  const value = 'x'.repeat(limits.resultBytes + more);
  const model = scripted([asks(call('a', 'dump')), 'Done.']);
  await using engine = await startEngine({ model, tools: [recordingTool('dump', { body: () => text(value) })] });
  const session = engine.session();

  await session.run('Dump.');

  const [result] = await results(session);
  expect(result?.text === value).toBe(more <= 0);
  expect(result?.text.includes('It is kept as result')).toBe(more > 0);
});

it.each([-1, 0, 1])("a payload at the limit %i passes the engine's own 2 MiB, or lies in the store", async (more) => {
  // Everything beside the details, as it is recorded.
  const frame = JSON.stringify({ content: [], details: '', isError: false, timestamp: 1_700_000_000_000 }).length;
  const details = 'd'.repeat(limits.payloadBytes - frame + more);
  const dump = recordingTool('dump', { body: () => ({ content: [], details }) });
  await using engine = await startEngine({ model: scripted([asks(call('a', 'dump')), 'Done.']), tools: [dump] });
  const session = engine.session();

  const finished = await session.run('Dump.');

  expect(finished.ended).toBe('answered');
  const result = (await session.transcript()).find((message) => message.role === 'toolResult');
  expect(result?.role === 'toolResult' && result.details === details).toBe(more <= 0);
  if (more > 0) {
    const kept = await session.keptResult(referenceIn(await session.transcript()));
    expect(kept.details === details).toBe(true);
  }
});

it('an image that is too big is kept beside the text, and the kind of an error stays', async () => {
  const image = { type: 'image', data: 'a'.repeat(2_000_000), mimeType: 'image/png' } as const;
  const shot = recordingTool('shot', { body: () => ({ content: [{ type: 'text', text: 'A shot.' }, image] }) });
  const late = recordingTool('late', {
    timeout: 10,
    body: ({ signal }) =>
      new Promise<ToolResult>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('y'.repeat(2_500_000))), { once: true });
      }),
  });
  const model = scripted([asks(call('a', 'shot'), call('b', 'late')), 'Done.']);
  await using engine = await startEngine({ model, tools: [shot, late], limits: { resultBytes: 20_000 } });
  const session = engine.session();

  await session.run('Take a shot.');

  const messages = (await session.transcript()).filter((message) => message.role === 'toolResult');
  const [first, second] = messages;
  expect(first?.content).toHaveLength(1);
  expect(JSON.stringify(first?.content)).toContain('1 image is kept with it.');
  expect((await session.keptResult(referenceIn(messages.slice(0, 1)))).content[1]).toEqual(image);
  expect(resultKind(second?.details)).toBe('TimedOut');
  expect(Buffer.byteLength(JSON.stringify(second?.content))).toBeLessThan(12_000);
});

it('what another session keeps cannot be read, and a wrong reference or offset is an error of the call', async () => {
  const dump = recordingTool('dump', { body: () => text('secret '.repeat(20_000)) });
  const asked: string[] = [];
  const model = scripted([
    asks(call('a', 'dump')),
    ({ messages }) => {
      asked.push(referenceIn(messages));
      return 'Dumped.';
    },
  ]);
  await using engine = await startEngine({ model, tools: [dump] });
  await engine.session().run('Dump.');
  const reference = asked[0] ?? '';
  const calls = [
    call('a', 'read_result', { result: reference }),
    call('b', 'read_result', { result: '' }),
    call('c', 'read_result', { result: reference, offset: -1 }),
  ];

  const { results: read } = await engine.client.executeToolCalls(engine.agent.name, calls, { id: freshName('calls') });

  expect(read.map(({ isError }) => isError)).toEqual([true, true, true]);
  expect(JSON.stringify(read)).not.toContain('secret secret');
});

it('500 calls in one message run, with results in call order and a history that stays small', async () => {
  const dump = recordingTool('dump', {
    replay: 'safe',
    body: ({ args }) => text(`${JSON.stringify(args['n'])}:${'r'.repeat(90_000)}`),
  });
  const calls = Array.from({ length: 500 }, (_, n) => call(`call_${String(n)}`, 'dump', { n }));
  await using engine = await startEngine({ model: scripted([asks(...calls), 'Done.']), tools: [dump] });
  const session = engine.session();

  const finished = await session.run('Dump all.');

  expect(finished.ended).toBe('answered');
  const told = await results(session);
  expect(told).toHaveLength(500);
  expect(told.map(({ text: said }) => /(\d+):r/.exec(said)?.[1])).toEqual(calls.map((_, n) => String(n)));
  expect(dump.effects).toHaveLength(500);
  const ends = (await eventsOfRun(session, 1)).filter(({ type }) => type === 'tool_execution_end');
  expect(ends).toHaveLength(500);
  const size = await historyBytes(session.id);
  expect(size).toBeLessThan(limits.batchBytes * 1.5);
}, 120_000);

/** The reference in the note of the newest kept result. */
function referenceIn(messages: readonly object[]): string {
  return (
    /kept as result ([0-9a-f]{16})/.exec(JSON.stringify(messages.at(-1)))?.[1] ??
    /kept as result ([0-9a-f]{16})/.exec(JSON.stringify(messages))?.[1] ??
    'none'
  );
}

/** Bytes of the history of a session's first turn. */
async function historyBytes(session: string): Promise<number> {
  const connection = await Connection.connect({ address: inject('address') });
  try {
    const client = new Client({ connection, namespace: inject('namespace') });
    const { raw } = await client.workflow.getHandle(session).describe();
    const execution = raw.workflowExecutionInfo?.firstRunId ?? '';
    const ref = { session, execution, turn: 1, run: 1 };
    const turn = await client.workflow.getHandle(turnWorkflowId(ref)).describe();
    return turn.historySize ?? Number.NaN;
  } finally {
    await connection.close();
  }
}
