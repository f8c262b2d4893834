/** Secrets of the environment, and a provider that says them back: they are in no history, no log and no store. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, inject, it } from 'vitest';
import { delta, pieces, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { freshName } from '../engine.ts';
import { place } from '../cli/cli.ts';

const key = 'sk-canary-of-the-model-0123456789abcdef';
const secret = 'ts-canary-of-a-tool-fedcba987654321';
/** A part of a secret that was cut is a leak too. */
const canaries = [key, secret].flatMap((canary) => [
  canary,
  canary.slice(0, 14),
  Buffer.from(canary).toString('base64'),
]);

function tokenAgent(name: string): string {
  return `import { defineAgent, defineTool, Type } from 'turnkeeper';
const upload = defineTool({
  name: 'upload', description: '', parameters: Type.Object({}),
  execute: (_id, _args, _signal, onUpdate) => {
    const { length } = process.env.UPLOAD_TOKEN;
    onUpdate({ content: [{ type: 'text', text: 'uses a token' }] });
    return { content: [{ type: 'text', text: 'uploaded with a token of ' + length + ' characters' }] };
  },
});
export default defineAgent({ name: '${name}', model: 'openai/test', tools: [upload] });
`;
}

/** Everything that the server keeps of a session and of its turns: histories, memos, search attributes. */
async function kept(session: string): Promise<string> {
  const connection = await Connection.connect({ address: inject('address') });
  try {
    const server = new Client({ connection, namespace: inject('namespace') });
    const texts: string[] = [];
    const ids = [session];
    for (const id of ids) {
      const handle = server.workflow.getHandle(id);
      const history = await handle.fetchHistory();
      const { raw } = await handle.describe();
      texts.push(decoded(historyToJSON(history)), decoded(JSON.stringify(raw)));
      for (const event of history.events ?? []) {
        const child = event.childWorkflowExecutionStartedEventAttributes?.workflowExecution?.workflowId;
        if (child) ids.push(child);
      }
    }
    expect(ids.length).toBeGreaterThan(1);
    return texts.join('\n');
  } finally {
    await connection.close();
  }
}

/** Payloads are base64 in an export; they are read. */
function decoded(json: string): string {
  const inner = [...json.matchAll(/"data":\s*"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
  return [json, ...inner].join('\n');
}

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

it('keys and secrets of the environment are in no history, log, store or output, also when the provider says them (B78)', async () => {
  // The text of an error is cut after 1,000 characters: here in the middle of the key.
  const message = `Incorrect API key provided: ${key}. Header: Bearer ${key}. ${'x'.repeat(870)}`;
  const cut = `${message.slice(0, 980)}${key}`;
  await using server = await modelServer(
    {
      chunks: [
        sse(delta({ content: 'Uploading.' })),
        sse(pieces({ index: 0, id: 'c', name: 'upload', args: '{}' })),
        sse(delta({}, 'tool_calls')),
        sse('[DONE]'),
      ],
    },
    {
      status: 401,
      headers: { 'content-type': 'application/json' },
      chunks: [JSON.stringify({ error: { message: cut } })],
    },
  );
  const { file, folder, run } = place();
  file('agent.ts', tokenAgent(freshName('agent')));
  const session = freshName('session');
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: key, UPLOAD_TOKEN: secret };

  const ran = await run(['run', 'agent.ts', 'Upload.', '--session', session], { env });
  const shown = await run(['show', session, '--json'], { env });
  const places = {
    ran: ran.stdout + ran.stderr,
    shown: shown.stdout + shown.stderr,
    kept: await kept(session),
    store: filesIn(join(folder, 'home')),
  };

  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  expect(places.shown).toContain('uploaded with a token of 35 characters');
  expect(places.kept).toContain('Incorrect API key provided: [key]');
  const leaks = Object.entries(places).flatMap(([where, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${where}: ${canary}`),
  );
  expect(leaks).toEqual([]);
}, 60_000);
