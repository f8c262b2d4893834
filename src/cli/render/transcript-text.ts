/**
 * A transcript as plain text for people: whole, nothing folded or cut. Pure; what could act on a terminal is written
 * out.
 */
import { resultKind } from '../../core/errors.ts';
import type { AssistantMessage, Message, ToolResultMessage } from '../../core/messages.ts';
import { dateTime } from './duration.ts';
import { contentText } from './render-call.ts';
import type { Style } from './style.ts';
import { usageText } from './usage-text.ts';
import { visibleJson, visibleLine, visibleLines } from './visible.ts';

/** The lines of one message, an empty one last. */
export function messageText(message: Message, style: Style): readonly string[] {
  return [...headed(message, style), ''];
}

function headed(message: Message, style: Style): readonly string[] {
  switch (message.role) {
    case 'user': {
      const { content } = message;
      return [
        head(['user'], message, style),
        ...indented(typeof content === 'string' ? content : contentText(content)),
      ];
    }
    case 'assistant':
      return assistantLines(message, style);
    case 'toolResult':
      return [head([resultTitle(message)], message, style), ...indented(contentText(message.content))];
  }
}

function assistantLines(message: AssistantMessage, style: Style): readonly string[] {
  const used = usageText(message.usage);
  const about = [visibleLine(message.model), ...(used === undefined ? [] : [used])];
  const blocks = message.content.flatMap((block) => {
    switch (block.type) {
      case 'text':
        return indented(block.text);
      case 'thinking':
        return indented(block.redacted === true ? '(reasoning that the provider hides)' : block.thinking).map(
          style.dim,
        );
      case 'toolCall':
        return [
          `  → ${nameOf(block.name)} ${visibleJson(block.arguments)}`,
          ...(block.argumentsError === undefined ? [] : indented(`  not valid: ${block.argumentsError}`)),
        ];
    }
  });
  return [head(['assistant', ...about], message, style), ...blocks, ...endLines(message, style)];
}

/** How it ended, if not as usual. */
function endLines({ stopReason, errorMessage }: AssistantMessage, { red }: Style): readonly string[] {
  const ends = { length: 'cut at the output limit', error: 'ended by an error', aborted: 'aborted' };
  if (stopReason === 'stop' || stopReason === 'toolUse') return [];
  return [red(`  ✗ ${ends[stopReason]}${errorMessage === undefined ? '' : `: ${visibleLine(errorMessage)}`}`)];
}

function resultTitle({ toolName, isError, details }: ToolResultMessage): string {
  if (!isError) return `✓ ${nameOf(toolName)}`;
  const kind = resultKind(details);
  return `✗ ${nameOf(toolName)}${kind === undefined ? '' : ` [${kind}]`}`;
}

function head(parts: readonly string[], { timestamp }: Message, { bold, dim }: Style): string {
  const [title = '', ...rest] = parts;
  return bold(title) + dim([` · ${dateTime(timestamp)}`, ...rest].join(' · '));
}

function nameOf(tool: string): string {
  return tool === '' ? '(no name)' : visibleLine(tool);
}

function indented(text: string): readonly string[] {
  return visibleLines(text).map((line) => (line === '' ? '' : `  ${line}`));
}
