/**
 * An agent with a shell (`tools/bash.ts`): commands one after the other, their exit codes, a background process that
 * does not outlive its call. Commands that delete wait for somebody's approval.
 */
import { defineAgent, defineTool, scripted } from 'turnkeeper';
import { bashTool } from './tools/bash.ts';

const bash = defineTool({
  ...bashTool({ folder: import.meta.dirname, timeout: 30_000 }),
  approval: ({ command }) => (/\b(rm|dd|mkfs|sudo)\b/.test(command) ? { reason: 'it may delete something' } : false),
});

const call = (id: string, command: string) => ({ type: 'toolCall' as const, id, name: 'bash', arguments: { command } });

const model = scripted([
  {
    content: [
      call('count', 'grep -c ERROR logs/app.log'),
      call('missing', 'grep ERROR logs/no-such.log'),
      call('background', '(sleep 3600 &) ; echo started'),
    ],
  },
  ({ messages }) => {
    const [count, missing, background] = messages.flatMap((message) =>
      message.role === 'toolResult' && message.content[0]?.type === 'text' ? [message.content[0].text] : [],
    );
    return `Errors: ${count ?? ''}. Missing: ${missing?.split('\n').at(-1) ?? ''}. Background: ${background?.split('\n')[0] ?? ''}`;
  },
]);

export default defineAgent({ name: 'shell', model, tools: [bash] });

export const prompt = 'How many errors are in the log of the app?';
