/**
 * One call as lines: its start, its progress, its end. Pure; all text of model and tool is made visible and bounded.
 */
import { resultKind } from '../../core/errors.ts';
import type { AgentEvent } from '../../core/events.ts';
import type { CallResult } from '../../core/calls.ts';
import { duration } from './duration.ts';
import { columns, cut, fold } from './fold.ts';
import type { Style } from './style.ts';
import { visibleJson, visibleLine, visibleLines } from './visible.ts';

export interface Look {
  readonly style: Style;
  /** Columns of a line. */
  readonly width: number;
  /** Lines of a result or of arguments that are shown. */
  readonly lines: number;
  /** Whether every event begins with its time. */
  readonly times: 'shown' | 'hidden';
}

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

const NAME_COLUMNS = 40;

/** `→ read_file {"path":"config.json"}` */
export function startLines(event: EventOf<'tool_execution_start'>, name: string, look: Look): readonly string[] {
  const { cyan, bold } = look.style;
  const room = look.width * look.lines - columns(name) - 3;
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
  const { green, red, bold, dim } = look.style;
  const kind = event.isError ? resultKind(event.result.details) : undefined;
  const mark = kind === undefined ? '' : ` [${kind}]`;
  const time = event.durationMs === undefined ? '' : ` ${duration(event.durationMs)}`;
  const used = columns(`✓ ${name}${mark}${time}  `);
  const [first = '', ...rest] = fold(resultLines(event.result.content), {
    width: look.width - 4,
    first: Math.max(20, look.width - used),
    most: look.lines,
  });
  const head = `${event.isError ? red('✗') : green('✓')} ${bold(name)}${red(mark)}${dim(time)}`;
  return [first === '' ? head : `${head}  ${first}`, ...rest.map((line) => `    ${line}`)];
}

/** JSON loses its layout, so that more of it is seen. */
function resultLines(content: CallResult['content']): readonly string[] {
  const text = contentText(content);
  if (!/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text)) return visibleLines(text);
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
