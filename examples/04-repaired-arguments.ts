/**
 * Wrong arguments never reach a tool: the model gets what is wrong with them, line by line, and tries again.
 */
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

const schedule = defineTool({
  name: 'schedule_backup',
  description: 'Schedules a backup of one database.',
  parameters: Type.Object({
    database: Type.String({ minLength: 1 }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    keepDays: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  execute: (_id, { database, hour, keepDays = 7 }) => ({
    content: [{ type: 'text', text: `${database}: every day at ${hour}:00, kept for ${keepDays} days` }],
  }),
});

const call = (id: string, args: Record<string, string | number>) => ({
  content: [{ type: 'toolCall' as const, id, name: 'schedule_backup', arguments: args }],
});

const model = scripted([
  // There is no hour 26, and the database has no name.
  call('first_try', { database: '', hour: 26 }),
  ({ messages }) => {
    const last = messages.at(-1);
    const complaint = last?.role === 'toolResult' && last.content[0]?.type === 'text' ? last.content[0].text : '';
    // A real model reads the complaint as well, and mends what it names.
    const hour = complaint.includes('hour') ? 2 : 26;
    const database = complaint.includes('database') ? 'orders' : '';
    return call('second_try', { database, hour });
  },
  ({ messages }) => {
    const last = messages.at(-1);
    const text = last?.role === 'toolResult' && last.content[0]?.type === 'text' ? last.content[0].text : '';
    return `Scheduled at the second try: ${text}.`;
  },
]);

export default defineAgent({ name: 'repairing', model, tools: [schedule] });

export const prompt = 'Back up the orders database every night.';
