/**
 * Remembers which file an agent came from, so that a session can be hosted again by its id alone: one small file per
 * agent in the home, `agents/NAME.json`. A convenience: what cannot be remembered is asked for.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface AgentFile {
  readonly file: string;
}

/** @param place.home the home folder @param place.agent its name is a file name by its own rule */
export function rememberAgentFile(place: { readonly home: string; readonly agent: string }, file: string): void {
  const content: AgentFile = { file: path.resolve(file) };
  try {
    mkdirSync(path.join(place.home, 'agents'), { recursive: true, mode: 0o700 });
    writeFileSync(recordFile(place), `${JSON.stringify(content)}\n`, { mode: 0o600 });
  } catch {
    // Nothing depends on it.
  }
}

/** The path of the file that last hosted the agent from this home; undefined if it is not known. */
export function recallAgentFile(place: { readonly home: string; readonly agent: string }): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(recordFile(place), 'utf8'));
    if (typeof content !== 'object' || content === null || !('file' in content)) return undefined;
    return typeof content.file === 'string' ? content.file : undefined;
  } catch {
    return undefined;
  }
}

function recordFile({ home, agent }: { readonly home: string; readonly agent: string }): string {
  return path.join(home, 'agents', `${agent}.json`);
}
