/**
 * One call as lines: its start, its progress, its end. Pure; all text of model and tool is made visible and bounded.
 */
import { resultKind } from '../../core/errors.ts';
import type { AgentEvent } from '../../core/events.ts';
import type { CallResult } from '../../core/calls.ts';
import type { JsonObject } from '../../core/json.ts';
import { duration } from './duration.ts';
import { columns, cut, fold } from './fold.ts';
import type { Style } from './style.ts';
import { visibleJson, visibleLine, visibleLines } from './visible.ts';

export interface Look {
  readonly style: Style;
  /** Columns of a line. */
  readonly width: number;
  /** Lines of a result or of arguments that are shown; `all` keeps the layout of JSON. */
  readonly lines: number | 'all';
  /** Whether every event begins with its time. */
  readonly times: 'shown' | 'hidden';
  /** Whether a call is told as it goes, or once, when it has its result. */
  readonly calls: 'streamed' | 'settled';
}

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

const NAME_COLUMNS = 40;

/** `→ read_file {"path":"config.json"}` */
export function startLines(event: EventOf<'tool_execution_start'>, name: string, look: Look): readonly string[] {
  const { cyan, bold } = look.style;
  const room = look.width * mostLines(look) - columns(name) - 3;
  return [`${cyan('→')} ${bold(name)} ${cut(visibleJson(event.args), room)}`];
}

/** `⋯ read_file  half of it` */
export function updateLines(event: EventOf<'tool_execution_update'>, name: string, look: Look): readonly string[] {
  const text = visibleLine(contentText(event.partial.content).trim());
  const { attempt } = event.partial;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return [look.style.dim(cut(`⋯ ${name}${again}  ${text}`, look.width))];
}

/** `✓ read_file 12 ms  {"apiBaseUrl":…`, or `✗ read_file [Kind] 12 ms  what went wrong`, and some lines below. */
export function endLines(event: EventOf<'tool_execution_end'>, name: string, look: Look): readonly string[] {
  const { head, used } = ending(event, name, look.style);
  const [first = '', ...rest] = fold(resultLines(event.result.content, look), {
    width: look.width - 4,
    first: Math.max(20, look.width - used - 2),
    most: mostLines(look),
  });
  return [first === '' ? head : `${head}  ${first}`, ...rest.map((line) => `    ${line}`)];
}

/** `✓ read_file 12 ms  {"path":"config.json"}`, and below it what came of it: the whole call, without its beginning. */
export function settledLines(
  event: EventOf<'tool_execution_end'>,
  { name, args }: { readonly name: string; readonly args: JsonObject },
  look: Look,
): readonly string[] {
  const { head, used } = ending(event, name, look.style);
  const room = look.lines === 'all' ? Infinity : Math.max(20, look.width - used - 2);
  const result = fold(resultLines(event.result.content, look), { width: look.width - 4, most: mostLines(look) });
  return [`${head}  ${look.style.dim(cut(visibleJson(args), room))}`, ...result.map((line) => `    ${line}`)];
}

function ending(
  event: EventOf<'tool_execution_end'>,
  name: string,
  { green, red, bold, dim }: Style,
): { readonly head: string; readonly used: number } {
  const kind = event.isError ? resultKind(event.result.details) : undefined;
  const mark = kind === undefined ? '' : ` [${kind}]`;
  const time = event.durationMs === undefined ? '' : ` ${duration(event.durationMs)}`;
  const head = `${event.isError ? red('✗') : green('✓')} ${bold(name)}${red(mark)}${dim(time)}`;
  return { head, used: columns(`✓ ${name}${mark}${time}`) };
}

export function mostLines({ lines }: Pick<Look, 'lines'>): number {
  return lines === 'all' ? Infinity : lines;
}

/** JSON loses its layout, so that more of it is seen. */
function resultLines(content: CallResult['content'], { lines }: Look): readonly string[] {
  const text = contentText(content);
  if (lines === 'all' || !/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text)) return visibleLines(text);
  return [visibleLine(text.trim().replace(/\s*\n\s*/g, ' '))];
}

/** A name that fits into a line; `#2` tells calls of one batch apart. */
export function callName(toolName: string, index: number, batch: number): string {
  const name = cut(visibleLine(toolName === '' ? '(no name)' : toolName), NAME_COLUMNS);
  return batch > 1 ? `${name} #${index + 1}` : name;
}

/** The text of a result; an image is named, not shown. */
export function contentText(content: CallResult['content']): string {
  return content
    .map((block) => {
      if (block.type === 'text') return block.text;
      return `[${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4 / 1000)} kB]`;
    })
    .join('\n');
}
