/** Asks a person before something that cannot be undone; a process without a terminal is not asked. */
import { createInterface } from 'node:readline/promises';

/** @returns `no terminal` if nobody can be asked */
export async function confirmed(question: string): Promise<'yes' | 'no' | 'no terminal'> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return 'no terminal';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  terminal.once('close', () => left.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: left.signal });
    return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
  } catch {
    return 'no';
  } finally {
    terminal.close();
  }
}
