/** Which file an agent came from. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recallAgentFile, rememberAgentFile } from '../../../src/cli/agent-files.ts';

function home(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnkeeper-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('the file that last hosted an agent is known from any folder', () => {
  const place = { home: home(), agent: 'ops' };
  expect(recallAgentFile(place)).toBe(undefined);
  rememberAgentFile(place, 'old.ts');
  rememberAgentFile(place, 'agent.ts');
  rememberAgentFile({ ...place, agent: 'other' }, 'other.ts');
  expect(recallAgentFile(place)).toBe(path.resolve('agent.ts'));
});

it('a home that cannot be written, or a broken note, is no error', () => {
  const place = { home: home(), agent: 'ops' };
  rememberAgentFile(place, 'agent.ts');
  writeFileSync(path.join(place.home, 'agents', 'ops.json'), '{"file":1');
  expect(recallAgentFile(place)).toBe(undefined);
  const file = path.join(place.home, 'agents', 'ops.json');
  expect(() => rememberAgentFile({ home: file, agent: 'ops' }, 'agent.ts')).not.toThrow();
});
