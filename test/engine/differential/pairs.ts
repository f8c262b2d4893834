/**
 * Every pair of a wanted type and a given type of value, for a required and for an optional property: one tool per
 * wanted type and presence, one call per given value.
 */
import type { Json, JsonObject } from '../../../src/core/json.ts';
import type { ScenarioTool } from '../../conformance/scenario.ts';
import type { Case } from './case.ts';

const number = { type: 'number' };
const text = { type: 'string' };
const flag = { type: 'boolean' };
const none = { type: 'null' };

export const wanted: Readonly<Record<string, JsonObject>> = {
  number,
  integer: { type: 'integer' },
  string: text,
  boolean: flag,
  null: none,
  object: { type: 'object', properties: { n: number }, required: ['n'] },
  array: { type: 'array', items: number },
  'number or null': { type: ['number', 'null'] },
  'string or null': { anyOf: [text, none] },
  'null or boolean': { oneOf: [none, flag] },
  'string or number': { anyOf: [text, number] },
  'boolean or string': { type: ['boolean', 'string'] },
  'object or boolean': { anyOf: [{ type: 'object', properties: { n: number }, required: ['n'] }, flag] },
  'map of numbers': { type: 'object', additionalProperties: number },
  'array of objects': { type: 'array', items: { type: 'object', properties: { n: number, m: text }, required: ['n'] } },
};

export const given: readonly Json[] = [
  ...[null, true, false, 0, 1, 5, 1.5, 2 ** 53],
  ...['', '5', '1.5', 'true', 'false', 'null', 'x', '[1]', '{"n":1}', '9007199254740993'],
  ...[[], [1], ['1'], [null], [{ n: '1', m: null }], {}, { n: 1 }, { n: '1' }, { n: null }, { n: 'x' }],
];

export const presences = ['required', 'optional'] as const;

/** Conversations of equal length, so that they can be played side by side. */
const CONVERSATIONS = 4;

const tools = Object.entries(wanted).flatMap(([name, schema]) =>
  presences.map((presence): ScenarioTool => {
    const required = presence === 'required' ? ['v'] : [];
    const parameters = { type: 'object', properties: { v: schema }, required };
    return { name: `${presence} ${name}`, parameters, behavior: { kind: 'echo' } };
  }),
);

export const pairs: Case = {
  agent: { tools },
  conversations: Array.from({ length: CONVERSATIONS }, (_, part) => ({
    prompts: [`part ${part}`],
    script: [
      ...tools
        .filter((_tool, index) => index % CONVERSATIONS === part)
        .map(({ name }) => ({
          content: given.map((value) => {
            const id = `${name} < ${JSON.stringify(value)}`;
            return { type: 'toolCall' as const, id, name, arguments: { v: value } };
          }),
        })),
      { content: [{ type: 'text' as const, text: 'done' }] },
    ],
    says: [],
  })),
};

/** What became of each call: the arguments that the tool got, or the places that were refused. */
export function outcomes(messages: readonly JsonObject[]): ReadonlyMap<string, string> {
  const results = messages.filter(({ role }) => role === 'toolResult');
  return new Map(results.map((result) => [result['toolCallId'] as string, outcome(result)]));
}

function outcome({ isError, content }: JsonObject): string {
  const [first] = content as readonly { readonly text?: string }[];
  const said = first?.text ?? '';
  if (isError !== true) return said;
  const places = [...said.matchAll(/^ {2}- (.*?): /gm)].map(([, path]) => path ?? '');
  return `refused at ${[...new Set(places)].sort().join(' ')}`;
}
