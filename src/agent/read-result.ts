/** How the built-in tool `read_result` is offered: it pages through a result that was too big for the model. */
import { limits } from '../core/limits.ts';
import type { OfferedTool } from '../core/model.ts';
import { readResultTool } from '../core/stored-result.ts';

export const readResultOffer: OfferedTool = {
  name: readResultTool,
  description:
    'Reads a part of a large result that was kept whole while you saw only its beginning and end. ' +
    'Give the reference that its note names.',
  parameters: {
    type: 'object',
    properties: {
      result: { type: 'string', description: 'The reference in the note, such as 3f9a1c20b7d4e685.' },
      offset: { type: 'integer', minimum: 0, description: 'Characters to skip. Default: 0.' },
      length: {
        type: 'integer',
        minimum: 1,
        description: `Characters to read. Default: ${String(limits.readCharacters)}; a part that is too large is cut.`,
      },
    },
    required: ['result'],
    additionalProperties: false,
  },
};
