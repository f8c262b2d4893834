/**
 * Real operations tools: disk usage, largest files, log search, process list. They run the system's own commands,
 * without a shell where arguments are involved, with bounded output, and end when the call is cancelled. Read only.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ToolResult } from 'turnkeeper';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

const LINES = 20;

/** Runs a command. Its exit code may be any of `fine`; more than 1 MB of output, or another code, is a failure. */
async function command(file: string, args: readonly string[], signal?: AbortSignal, fine: readonly number[] = [0]) {
  const env = { ...process.env, LC_ALL: 'C' };
  try {
    const options = { env, maxBuffer: 1_000_000, timeout: 30_000, ...(signal === undefined ? {} : { signal }) };
    return (await promisify(execFile)(file, args, options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && fine.includes(error.code as number)) return '';
    throw error;
  }
}

/** The first lines as a result; what was left out is said. */
function bounded(lines: readonly string[], nothing: string): ToolResult {
  const more = lines.length > LINES ? [`(${lines.length - LINES} more lines left out)`] : [];
  const text = lines.length === 0 ? nothing : [...lines.slice(0, LINES), ...more].join('\n').slice(0, 8_000);
  return { content: [{ type: 'text', text }] };
}

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

const folder = Type.Object({ folder: Type.String({ description: 'folder to look at' }) });

const diskUsage = defineTool({
  name: 'disk_usage',
  description: 'Free and used space of the file system that a folder lies on.',
  parameters: folder,
  replay: 'safe',
  execute: async (_id, args, signal) =>
    bounded(lines(await command('df', ['-Pk', path.resolve(args.folder)], signal)), ''),
});

const largestFiles = defineTool({
  name: 'largest_files',
  description: 'The largest files below a folder, in kB, largest first.',
  parameters: folder,
  replay: 'safe',
  execute: async (_id, args, signal) => {
    const found = await command(
      'find',
      [path.resolve(args.folder), '-type', 'f', '-exec', 'du', '-k', '{}', '+'],
      signal,
    );
    const sorted = [...lines(found)].sort((left, right) => Number.parseInt(right, 10) - Number.parseInt(left, 10));
    return bounded(sorted, 'There are no files.');
  },
});

const searchLog = defineTool({
  name: 'search_log',
  description: 'Lines below a folder that hold a text, with file and line number.',
  parameters: Type.Object({ folder: Type.String(), text: Type.String({ minLength: 1 }) }),
  replay: 'safe',
  execute: async (_id, args, signal) => {
    const options = ['-rnIF', '--max-count=20', '-e', args.text, '--', path.resolve(args.folder)];
    // grep says 1 when it finds nothing.
    return bounded(lines(await command('grep', options, signal, [0, 1])), `No line holds "${args.text}".`);
  },
});

const processList = defineTool({
  name: 'process_list',
  description: 'Running processes: id and name, newest first.',
  parameters: Type.Object({}),
  replay: 'safe',
  execute: async (_id, _args, signal) => {
    const fallback =
      'for f in /proc/[0-9]*/comm; do read -r name <"$f" && echo "${f#/proc/} $name"; done 2>/dev/null; true';
    const script = `if command -v ps >/dev/null; then ps -A -o pid= -o comm=; else ${fallback}; fi`;
    return bounded([...lines(await command('sh', ['-c', script], signal))].reverse(), 'There are no processes.');
  },
});

const model = scripted([
  ({ messages }) => {
    const asked = JSON.stringify(messages.findLast((message) => message.role === 'user')?.content);
    const target = /folder ([^\s"?]+)/.exec(asked)?.[1] ?? '.';
    const call = (name: string, args: Record<string, string>) => ({
      type: 'toolCall' as const,
      id: name,
      name,
      arguments: args,
    });
    return {
      content: [
        call('disk_usage', { folder: target }),
        call('largest_files', { folder: target }),
        call('search_log', { folder: target, text: 'ERROR' }),
        call('process_list', {}),
      ],
    };
  },
  ({ messages }) => {
    const texts = messages.flatMap((message) =>
      message.role === 'toolResult'
        ? [message.content[0]?.type === 'text' ? message.content[0].text.split('\n') : []]
        : [],
    );
    const [disk = [], files = [], errors = [], processes = []] = texts;
    return `Disk: ${disk.at(-1) ?? ''}\nLargest: ${files[0] ?? ''}\nErrors: ${errors[0] ?? ''}\nNewest process: ${processes[0] ?? ''}`;
  },
]);

export default defineAgent({ name: 'operations', model, tools: [diskUsage, largestFiles, searchLog, processList] });

export const prompt = `What fills the folder ${path.relative('.', path.join(import.meta.dirname, 'logs')) || '.'} and is anything wrong there?`;
