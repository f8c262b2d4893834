/** The starter's agent: a module that runs as it is, and says where to go from there. Text only. */

export const agentFile = `/** An agent with two tools. Run it: npm start */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

/** The tools see this folder and nothing else. */
const folder = import.meta.dirname;

export const listFiles = defineTool({
  name: 'list_files',
  description: 'Lists the files of the project folder.',
  parameters: Type.Object({}),
  replay: 'safe', // reading twice does no harm: done again if a worker dies
  execute: async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    return { content: [{ type: 'text', text: names.sort().join('\\n') }] };
  },
});

export const countLines = defineTool({
  name: 'count_lines',
  description: 'Counts the lines of one file of the project folder.',
  parameters: Type.Object({ file: Type.String({ description: 'name of the file' }) }),
  replay: 'safe',
  execute: async (_id, { file }, signal) => {
    // What is thrown becomes an error result that the model reads; the run goes on.
    if (path.basename(file) !== file) throw new Error('Only files of the project folder: ' + file);
    const text = await readFile(path.join(folder, file), { encoding: 'utf8', signal });
    return { content: [{ type: 'text', text: String(text.split('\\n').length - 1) }] };
  },
});

/** Plays the model, so that the starter needs no key. The answer is made from the results. */
const script = scripted([
  { content: [{ type: 'toolCall', id: 'call_1', name: 'list_files', arguments: {} }] },
  { content: [{ type: 'toolCall', id: 'call_2', name: 'count_lines', arguments: { file: 'agent.ts' } }] },
  ({ messages }) => {
    const results = messages.filter((message) => message.role === 'toolResult');
    const [files = '', lines = ''] = results.map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''));
    return \`The folder has \${files.split('\\n').length} files; agent.ts has \${lines} lines.\`;
  },
]);

export default defineAgent({
  name: 'starter',
  systemPrompt: 'You answer questions about the files of a project.',
  // A real model: write 'openai/gpt-4o-mini' (any provider/id of pi-ai) instead of script, and set OPENAI_API_KEY.
  model: script,
  tools: [listFiles, countLines],
});

/** What \`turnkeeper run agent.ts\` asks if you name no prompt. */
export const prompt = 'How many files are here, and how long is agent.ts?';
`;

export const testFile = `/** Tools are plain functions: test them as such. Run it: npm test */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import agent, { countLines, listFiles } from './agent.ts';

test('the agent offers its two tools', () => {
  assert.deepEqual(
    agent.tools.map((tool) => tool.name),
    ['list_files', 'count_lines'],
  );
});

test('list_files names the agent file', async () => {
  const { content } = await listFiles.execute('call_1', {});
  assert.match(content[0]?.type === 'text' ? content[0].text : '', /^agent\\.ts$/m);
});

test('count_lines reads nothing outside the folder', async () => {
  await assert.rejects(async () => countLines.execute('call_1', { file: '../secret' }), /Only files/);
});
`;
