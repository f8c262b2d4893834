/**
 * What Anthropic's Messages API demands of a request, as strictly as any server of its kind. The rules are explained in
 * README.md; each is silent about what another one refuses.
 */
import type { Finding, Json, Placed, Rule, Violation } from './rules.ts';
import { inOrder, isObject, isPlainName, objects, repeated, saysSomething, standIn, violations } from './rules.ts';

/** @param request the JSON body as it goes out */
export function anthropicViolations(request: Json): readonly Violation[] {
  return violations(anthropicRules, request);
}

const messages = (request: Json) => objects(request['messages'], 'messages');
const tools = (request: Json) => objects(request['tools'], 'tools');
const blocks = ({ value, at }: Placed) => objects(value['content'], `${at}.content`);
const ofType = (message: Placed | undefined, type: string) =>
  message === undefined ? [] : blocks(message).filter(({ value }) => value['type'] === type);
const all = (request: Json, type: string) => messages(request).flatMap((message) => ofType(message, type));
const idsOf = (uses: readonly Placed[]) => uses.map(({ value }) => value['id']);
const answeredBy = (results: readonly Placed[]) => results.map(({ value }) => value['tool_use_id']);
const finding = (said: string) => (place: Placed) => ({ at: place.at, said });

/** Each message beside the one before it. */
function pairs(request: Json, check: (message: Placed, before: Placed | undefined) => readonly Finding[]) {
  const list = messages(request);
  return list.flatMap((message, index) => check(message, list[index - 1]));
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
};

function isEmpty(content: unknown): boolean {
  return typeof content === 'string' ? !saysSomething(content) : !Array.isArray(content) || content.length === 0;
}

export const anthropicRules: Readonly<Record<string, Rule>> = {
  'some-message': (request) =>
    messages(request).length === 0 ? [{ at: 'messages', said: 'at least one message is required' }] : [],

  role: (request) =>
    messages(request)
      .filter(({ value }) => value['role'] !== 'user' && value['role'] !== 'assistant')
      .map(finding('a role is user or assistant')),

  'first-is-user': (request) =>
    messages(request)
      .slice(0, 1)
      .filter(({ value }) => value['role'] === 'assistant')
      .map(finding('the first message is the user’s')),

  'last-is-user': (request) =>
    messages(request)
      .slice(-1)
      .filter(({ value, index }) => value['role'] === 'assistant' && index > 0)
      .map(finding('the last message is the user’s: there is nothing to answer')),

  content: (request) =>
    messages(request)
      .filter(({ value }) => isEmpty(value['content']))
      .map(finding('content is a text or a list, and not empty')),

  text: (request) =>
    all(request, 'text')
      .filter(({ value }) => !saysSomething(value['text']))
      .map(finding('a text block holds more than white space')),

  'block-type': (request) =>
    messages(request).flatMap((message) =>
      blocks(message)
        .filter(({ value }) => allowed[String(message.value['role'])]?.includes(String(value['type'])) === false)
        .map(finding('this kind of block has no place in a message of this role')),
    ),

  'call-id': (request) =>
    all(request, 'tool_use')
      .filter(({ value }) => !isPlainName(value['id'], 64))
      .map(finding('the id of a call is 1 to 64 of A-Z a-z 0-9 _ -')),

  'call-id-unique': (request) =>
    repeated(all(request, 'tool_use'), ({ value }) => value['id']).map(finding('ids of calls are unique')),

  'call-name': (request) =>
    all(request, 'tool_use')
      .filter(({ value }) => !isPlainName(value['name'], 64))
      .map(finding('the name of a call is 1 to 64 of A-Z a-z 0-9 _ -')),

  'call-input': (request) =>
    all(request, 'tool_use')
      .filter(({ value }) => !isObject(value['input']))
      .map(finding('the input of a call is an object')),

  answered: (request) =>
    messages(request).flatMap((message, index, list) => {
      const answers = answeredBy(ofType(list[index + 1], 'tool_result'));
      return ofType(message, 'tool_use')
        .filter(({ value }) => !answers.includes(value['id']))
        .map(finding('every call has its result in the message directly after it'));
    }),

  'answered-once': (request) =>
    messages(request).flatMap((message) =>
      repeated(ofType(message, 'tool_result'), ({ value }) => value['tool_use_id']).map(
        finding('a call has one result'),
      ),
    ),

  orphan: (request) =>
    pairs(request, (message, before) => {
      const asked = idsOf(ofType(before, 'tool_use'));
      return ofType(message, 'tool_result')
        .filter(({ value }) => !asked.includes(value['tool_use_id']))
        .map(finding('every result answers a call of the message directly before it'));
    }),

  'results-first': (request) =>
    messages(request).flatMap((message) => {
      const list = blocks(message);
      const other = list.findIndex(({ value }) => value['type'] !== 'tool_result');
      return list
        .filter(({ value, index }) => value['type'] === 'tool_result' && other >= 0 && index > other)
        .map(finding('results come before everything else in their message'));
    }),

  'call-order': (request) =>
    pairs(request, (message, before) =>
      inOrder(answeredBy(ofType(message, 'tool_result')), idsOf(ofType(before, 'tool_use')))
        ? []
        : [{ at: message.at, said: 'results are in the order of their calls' }],
    ),

  'result-content': (request) =>
    all(request, 'tool_result')
      .filter(({ value }) => !isResultContent(value))
      .map(
        finding('the content of a result is a text, or a list of non-empty texts and images; of an error, of texts'),
      ),

  'stand-in': (request) =>
    all(request, 'tool_result')
      .filter(({ value }) => JSON.stringify(value['content'] ?? '').includes(standIn))
      .map(finding('the adapter had to make a result up')),

  'tools-defined': (request) =>
    [...all(request, 'tool_use'), ...all(request, 'tool_result')].length > 0 && tools(request).length === 0
      ? [{ at: 'tools', said: 'a request with calls in it defines tools' }]
      : [],

  'tool-name': (request) => [
    ...tools(request)
      .filter(({ value }) => !isPlainName(value['name'], 64))
      .map(finding('the name of a tool is 1 to 64 of A-Z a-z 0-9 _ -')),
    ...repeated(tools(request), ({ value }) => value['name']).map(finding('names of tools are unique')),
  ],

  'tool-schema': (request) =>
    tools(request)
      .filter(({ value }) => !isObject(value['input_schema']) || value['input_schema']['type'] !== 'object')
      .map(finding('the schema of a tool is of type object')),

  'max-tokens': ({ max_tokens: limit }) =>
    Number.isInteger(limit) && Number(limit) > 0
      ? []
      : [{ at: 'max_tokens', said: 'the limit of the answer is a whole number above 0' }],
};

/** No content at all is fine; `text` looks into messages only, so texts of results are looked at here. */
function isResultContent({ content, is_error: isError }: Json): boolean {
  if (content === undefined || typeof content === 'string') return true;
  if (!Array.isArray(content)) return false;
  const known = isError === true ? ['text'] : ['text', 'image', 'document'];
  return content.every(
    (block: unknown) =>
      isObject(block) &&
      known.includes(String(block['type'])) &&
      (block['type'] !== 'text' || saysSomething(block['text'])),
  );
}
