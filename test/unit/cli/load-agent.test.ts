/** What is wrong with an agent file is said in one sentence that names the file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { loadAgent, loadAgents } from '../../../src/cli/load-agent.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

const library = pathToFileURL(resolve('src/agent/index.ts')).href;

let files = 0;

function file(body: string): string {
  files += 1;
  const path = join(folder, `agent-${files}.ts`);
  writeFileSync(path, `import { defineAgent } from '${library}';\nconst model = 'openai/x';\n${body}`);
  return path;
}

it('the default export is the agent, and prompt is what it is asked by default', async () => {
  const path = file(`export const other = defineAgent({ name: 'b', model });
export default defineAgent({ name: 'a', model });
export const prompt = 'Well?';`);
  const { agent, agents, prompt } = await loadAgent(path);
  expect([agent.name, agents.length, prompt]).toEqual(['a', 2, 'Well?']);
});

it('an agent under any name is found if it is the only one', async () => {
  const { agent, prompt } = await loadAgent(
    file(`export const mine = defineAgent({ name: 'a', model });\nexport { mine as again };`),
  );
  expect([agent.name, prompt]).toEqual(['a', undefined]);
});

it.each([
  ['no agent', 'export const x = 1;', / exports no agent: export what defineAgent\(\{ … \}\) returns/],
  [
    'plain options',
    `export default { name: 'a', model, tools: [] };`,
    /it exports plain options; export what defineAgent/,
  ],
  [
    'several agents and no default',
    `export const a = defineAgent({ name: 'a', model });\nexport const b = defineAgent({ name: 'b', model });`,
    / exports several agents \(a, b\): make one of them the default export\./,
  ],
  [
    'a throw',
    `throw new Error('no database\\nat all');`,
    / cannot be loaded: Error: no database at all( \(line \d+\))?\.$/,
  ],
  ['a throw of a text', `throw 'oops';`, / cannot be loaded: it threw oops\.$/],
  ['a missing package', `import 'no-such-package-anywhere';`, / cannot be loaded: .*no-such-package-anywhere/],
  [
    'two tools with one name',
    `const tool = { name: 't', description: '', parameters: {}, execute: () => ({ content: [] }) };
export default defineAgent({ name: 'a', model, tools: [tool, { ...tool }] });`,
    /Agent "a", tool "t": two tools have this name; give each its own\.$/,
  ],
  [
    'an invalid schema',
    `const tool = { name: 't', description: '', parameters: { type: 'strange' }, execute: () => ({ content: [] }) };
export default defineAgent({ name: 'a', model, tools: [tool] });`,
    /Agent "a", tool "t": its parameters cannot be used: /,
  ],
])('a file with %s is refused', async (_what, body, complaint) => {
  const path = file(body);
  const error = await loadAgent(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(complaint) as string });
  expect((error as Error).message).toMatch(new RegExp(`^${path}[^\\n]*$`));
});

it('a file that is not there, and a folder, are told apart', async () => {
  await expect(loadAgent(join(folder, 'none.ts'))).rejects.toThrow(/^There is no file .*none\.ts: name the module/);
  await expect(loadAgent(folder)).rejects.toThrow(/ is a folder: name the file in it/);
});

it('a worker gets all agents of its files, and two of one name are refused', async () => {
  const both = file(
    `export const a = defineAgent({ name: 'a', model });\nexport const b = defineAgent({ name: 'b', model });`,
  );
  const twin = file(`export const a = defineAgent({ name: 'a', model });`);
  expect((await loadAgents([both])).map((agent) => agent.name)).toEqual(['a', 'b']);
  await expect(loadAgents([both, twin])).rejects.toThrow(
    /^Two agents are named "a", in .* and in .*: rename one of them\.$/,
  );
});
