/** Keys stay in the worker's environment: nothing that is kept or shown has them, also when a provider says them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, it } from 'vitest';
import { turnWorkflowId } from '../../../src/core/identity.ts';
import { delta, pieces, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { place } from '../cli/cli.ts';
import { freshName } from '../engine.ts';
import { withServer } from './recorded.ts';

const key = 'canary-key-4f1c9a';
const toolSecret = 'canary-tool-77b2e0';

const agentFile = (name: string): string => `import { defineAgent, defineTool, Type } from 'turnkeeper';
const fetchIt = defineTool({
  name: 'fetch_it', description: '', parameters: Type.Object({}),
  execute: (_id, _args, _signal, onUpdate) => {
    onUpdate({ content: [{ type: 'text', text: 'asking' }] });
    return { content: [{ type: 'text', text: process.env.TOOL_SECRET ? 'signed in' : 'no secret' }] };
  },
});
export default defineAgent({ name: '${name}', tools: [fetchIt], model: 'openai/test' });
`;

/** Everything that the server has of a session and its turns: histories, memos, attributes, what is pending. */
async function kept(session: string): Promise<string> {
  return withServer(async (server) => {
    const { runId } = await server.workflow.getHandle(session).describe();
    const turns = [1, 2].map((turn) => turnWorkflowId({ session, execution: runId, turn, run: 1 }));
    const all = [session, ...turns].map(async (id) => {
      const handle = server.workflow.getHandle(id);
      const { raw, memo } = await handle.describe();
      const history = historyToJSON(await handle.fetchHistory());
      // Payloads are bytes: in base64 a secret would not be seen.
      const plain = history.replaceAll(/"data":\s*"([^"]*)"/g, (_all, data: string) => atob(data));
      return [plain, JSON.stringify(raw), JSON.stringify(memo)].join('\n');
    });
    return (await Promise.all(all)).join('\n');
  });
}

function filesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
}

it('a key that the provider echoes, and a secret that a tool uses, appear in nothing that is kept or shown (B78)', async () => {
  const asksTool = sse(pieces({ index: 0, id: 'c', name: 'fetch_it', args: '{}' }), delta({}, 'tool_calls'), '[DONE]');
  const refusal = { error: { message: `Incorrect API key provided: ${key}. Header: Bearer ${key}`, key } };
  await using server = await modelServer(
    { chunks: [asksTool] },
    { status: 401, headers: { 'content-type': 'application/json', 'x-key': key }, chunks: [JSON.stringify(refusal)] },
  );
  const here = place();
  const session = freshName('secret');
  here.file('agent.ts', agentFile(freshName('agent')));
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: key, TOOL_SECRET: toolSecret };

  const ran = await here.run(['run', 'agent.ts', 'Go.', '--session', session], { env });
  const shown = await here.run(['show', session], { env });
  const events = await here.run(['show', session, '--json'], { env });
  const [history, files] = [await kept(session), filesIn(join(here.folder, 'home'))];

  expect([ran.exitCode, ran.stdout.includes('status 401'), ran.stdout.includes('signed in')]).toEqual([1, true, true]);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${key}`));
  expect([history.includes('status 401'), history.includes('signed in')]).toEqual([true, true]);
  expect(files).toContain('signed in');
  const everything = { ran, shown, events, history, files };
  const leaks = Object.entries(everything).filter(([, text]) => /canary/.test(JSON.stringify(text)));
  expect(leaks.map(([where]) => where)).toEqual([]);
});
