/**
 * A gate before the effect: the hook sees validated arguments and may refuse. The model reads the reason, the tool
 * never runs, and the refusal stands in the record before anything else happens.
 */
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

const deleteFolder = defineTool({
  name: 'delete_folder',
  description: 'Deletes a folder with all it holds.',
  parameters: Type.Object({ path: Type.String() }),
  // Only pretends: what matters here is which calls get this far.
  execute: (_id, args) => ({ content: [{ type: 'text', text: `deleted ${args.path}` }] }),
});

const model = scripted([
  {
    content: [
      { type: 'toolCall', id: 'call_tmp', name: 'delete_folder', arguments: { path: 'scratch/build' } },
      { type: 'toolCall', id: 'call_data', name: 'delete_folder', arguments: { path: 'data/customers' } },
    ],
  },
  ({ messages }) => {
    const refused = messages.filter((message) => message.role === 'toolResult' && message.isError);
    return `Done, except ${refused.length} call that the rules do not allow.`;
  },
]);

export default defineAgent({
  name: 'careful-cleaner',
  model,
  tools: [deleteFolder],
  beforeToolCall: ({ args }) => {
    const { path } = args;
    if (typeof path === 'string' && path.startsWith('scratch/')) return undefined;
    return { block: true, reason: `Only folders below scratch/ may be deleted, not ${JSON.stringify(path)}.` };
  },
});

export const prompt = 'Free some space: delete the build and the customer data.';
