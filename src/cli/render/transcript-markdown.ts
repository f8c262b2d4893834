/**
 * A transcript as a page of Markdown: roles as headings, what was said as quotes, calls and results as fenced blocks.
 * Pure. Nothing that was said may leave its place: open a block that swallows what follows, become HTML, load an image
 * or pass for a heading of the page.
 */
import type { SessionRecord } from '../../client/index.ts';
import { resultKind } from '../../core/errors.ts';
import type { AssistantMessage, ImageContent, Message, TextContent, ToolResultMessage } from '../../core/messages.ts';
import { codeSpan, fenced, quoted } from './markdown.ts';
import { usageText } from './usage-text.ts';
import { visibleJson, visibleLine } from './visible.ts';

/** The first lines of the page. */
export function pageHead({ id, agent, model, startedAt, status }: SessionRecord, messages: number): readonly string[] {
  return [
    `# Session ${codeSpan(id)}`,
    '',
    `- agent: ${codeSpan(agent ?? 'unknown')}`,
    ...(model === undefined ? [] : [`- model: ${codeSpan(model)}`]),
    `- started: ${time(startedAt.getTime())}`,
    `- state: ${status.toLowerCase().replace('_', ' ')}`,
    `- messages: ${messages}`,
    '',
  ];
}

/** The lines of one message, an empty one last. */
export function messageMarkdown(message: Message): readonly string[] {
  switch (message.role) {
    case 'user': {
      const blocks = typeof message.content === 'string' ? [textOf(message.content)] : message.content;
      return ['## User', '', time(message.timestamp), '', ...blocks.flatMap(said)];
    }
    case 'assistant':
      return assistantLines(message);
    case 'toolResult':
      return resultLines(message);
  }
}

function assistantLines(message: AssistantMessage): readonly string[] {
  const used = usageText(message.usage);
  const about = [time(message.timestamp), codeSpan(message.model), ...(used === undefined ? [] : [used])];
  const blocks = message.content.flatMap((block): readonly string[] => {
    switch (block.type) {
      case 'text':
        return said(block);
      case 'thinking':
        return [
          '### Reasoning',
          '',
          ...said(textOf(block.redacted === true ? '(hidden by the provider)' : block.thinking)),
        ];
      case 'toolCall': {
        const wrong = block.argumentsError;
        const note = wrong === undefined ? [] : ['Not valid:', '', ...fenced(wrong, 'text'), ''];
        return [
          `### Call ${codeSpan(block.name)}`,
          '',
          ...fenced(visibleJson(block.arguments, 2), 'json'),
          '',
          ...note,
        ];
      }
    }
  });
  return ['## Assistant', '', about.join(' · '), '', ...blocks, ...ending(message)];
}

function ending({ stopReason, errorMessage }: AssistantMessage): readonly string[] {
  const ends = { length: 'Cut at the output limit', error: 'Ended by an error', aborted: 'Aborted' };
  if (stopReason === 'stop' || stopReason === 'toolUse') return [];
  if (errorMessage === undefined) return [`${ends[stopReason]}.`, ''];
  return [`${ends[stopReason]}:`, '', ...fenced(errorMessage, 'text'), ''];
}

function resultLines({ toolName, isError, details, content, timestamp }: ToolResultMessage): readonly string[] {
  const kind = resultKind(details);
  const failed = isError ? `: error${kind === undefined ? '' : ` ${kind}`}` : '';
  const blocks = content.flatMap((block) =>
    block.type === 'text' ? [...fenced(block.text, isJson(block.text) ? 'json' : 'text'), ''] : imageNote(block),
  );
  return [`### Result of ${codeSpan(toolName)}${failed}`, '', time(timestamp), '', ...blocks];
}

function said(block: TextContent | ImageContent): readonly string[] {
  if (block.type === 'image') return imageNote(block);
  const lines = quoted(block.text);
  return lines.length === 0 ? [] : [...lines, ''];
}

function imageNote({ mimeType, data }: ImageContent): readonly string[] {
  return [`Image: ${codeSpan(mimeType)}, ${Math.ceil((data.length * 3) / 4 / 1000)} kB`, ''];
}

function textOf(text: string): TextContent {
  return { type: 'text', text };
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** In UTC: a page is read anywhere. */
function time(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? visibleLine(`at ${String(at)}`) : date.toISOString();
}
