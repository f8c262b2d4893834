/** Reads text that a user hands over: a file, or what is piped in. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

/** The whole of stdin; undefined if it is a terminal, or empty. */
export async function pipedText(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const piped = await text(process.stdin);
  return piped.trim() === '' ? undefined : piped;
}

/** A file's text; `-` means stdin. @throws UsageError if there is nothing to read */
export async function readText(file: string): Promise<string> {
  if (file === '-') {
    const piped = await pipedText();
    if (piped === undefined) throw new UsageError('Nothing comes in on stdin: pipe the tool calls in, or name a file.');
    return piped;
  }
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new UsageError(`There is no file ${file}: name the file that holds the tool calls.`);
    if (code === 'EISDIR') throw new UsageError(`${file} is a folder: name the file that holds the tool calls.`);
    throw new UsageError(`${file} cannot be read (${code}): make it readable, or name another file.`);
  }
}
