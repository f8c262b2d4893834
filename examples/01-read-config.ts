/**
 * The everyday case: the model asks for a file, the tool reads it, the model answers from what it got.
 * Run it: npm start
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

const folder = import.meta.dirname;

const readConfig = defineTool({
  name: 'read_file',
  description: 'Reads a text file of the configuration folder.',
  parameters: Type.Object({ path: Type.String({ description: 'relative to the configuration folder' }) }),
  replay: 'safe',
  execute: async (_id, args, signal) => {
    const file = path.resolve(folder, args.path);
    if (path.relative(folder, file).startsWith('..')) throw new Error(`${args.path} is outside the folder.`);
    return { content: [{ type: 'text', text: await readFile(file, { encoding: 'utf8', signal }) }] };
  },
});

/** A real model works the same way: model: 'openai/gpt-4o-mini', or --model on the command line. */
const model = scripted([
  { content: [{ type: 'toolCall', id: 'call_42', name: 'read_file', arguments: { path: 'config.json' } }] },
  ({ messages }) => {
    const result = messages.find((message) => message.role === 'toolResult' && message.toolCallId === 'call_42');
    const text = result?.role === 'toolResult' && result.content[0]?.type === 'text' ? result.content[0].text : '';
    const value = /"apiBaseUrl": *"([^"]*)"/.exec(text)?.[1];
    return value === undefined
      ? 'No, config.json does not contain apiBaseUrl.'
      : `Yes, config.json contains apiBaseUrl: ${value}`;
  },
  'I have answered from config.json already; nothing else was asked of me.',
]);

export default defineAgent({
  name: 'read-config',
  systemPrompt: 'You answer questions about configuration files.',
  model,
  tools: [readConfig],
});

export const prompt = 'Does config.json contain apiBaseUrl?';
