/**
 * What OpenAI's Chat Completions API, and the strict ones among the servers that speak it, demand of a request. The
 * rules are explained in README.md; each is silent about what another one refuses.
 */
import type { Json, Placed, Rule, Violation } from './rules.ts';
import { inOrder, isObject, isPlainName, objects, repeated, saysSomething, standIn, violations } from './rules.ts';

/** @param request the JSON body as it goes out */
export function openaiViolations(request: Json): readonly Violation[] {
  return violations(openaiRules, request);
}

const messages = (request: Json) => objects(request['messages'], 'messages');
const ofRole = (request: Json, ...roles: readonly string[]) =>
  messages(request).filter(({ value }) => roles.includes(String(value['role'])));
const calls = ({ value, at }: Placed) => objects(value['tool_calls'], `${at}.tool_calls`);
const allCalls = (request: Json) => ofRole(request, 'assistant').flatMap(calls);
const functions = (request: Json) =>
  objects(request['tools'], 'tools').map(({ value, ...place }) => ({ ...place, value: objectOf(value['function']) }));
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const functionOf = ({ value }: Placed) => objectOf(value['function']);
const idOf = ({ value }: Placed) => value['id'];
const answers = ({ value }: Placed) => value['tool_call_id'];
const finding = (said: string) => (place: Placed) => ({ at: place.at, said });

/** A message that calls, and the tool messages that stand directly after it. */
interface Group {
  readonly asking: Placed | undefined;
  readonly results: readonly Placed[];
}

/** Every run of tool messages with what stands before it, and every calling message, answered or not. */
function groups(request: Json): readonly Group[] {
  const list = messages(request);
  return list.flatMap((message, index): readonly Group[] => {
    const before = list[index - 1];
    const isResult = message.value['role'] === 'tool';
    if (isResult && before?.value['role'] !== 'assistant' && !isTool(before)) {
      return [{ asking: undefined, results: resultsFrom(list, index) }];
    }
    return message.value['role'] === 'assistant' ? [{ asking: message, results: resultsFrom(list, index + 1) }] : [];
  });
}

const isTool = (message: Placed | undefined) => message?.value['role'] === 'tool';

function resultsFrom(list: readonly Placed[], start: number): readonly Placed[] {
  const end = list.findIndex((message, index) => index >= start && !isTool(message));
  return list.slice(start, end === -1 ? list.length : end);
}

/** A text that says something, or a list of parts of these kinds that do. */
function isContent(content: unknown, kinds: readonly string[]): boolean {
  if (typeof content === 'string') return content !== '';
  if (!Array.isArray(content) || content.length === 0) return false;
  return content.every(
    (part: unknown) =>
      isObject(part) && kinds.includes(String(part['type'])) && (part['type'] !== 'text' || part['text'] !== ''),
  );
}

export const openaiRules: Readonly<Record<string, Rule>> = {
  'some-message': (request) =>
    ofRole(request, 'user', 'assistant', 'tool').length === 0
      ? [{ at: 'messages', said: 'at least one message beside the system’s is required' }]
      : [],

  role: (request) =>
    messages(request)
      .filter(({ value }) => !['system', 'developer', 'user', 'assistant', 'tool'].includes(String(value['role'])))
      .map(finding('a role is system, developer, user, assistant or tool')),

  'system-first': (request) =>
    ofRole(request, 'system', 'developer')
      .filter(({ index }) => index > 0)
      .map(finding('the system’s message comes first, and once')),

  'first-is-user': (request) =>
    ofRole(request, 'user', 'assistant')
      .slice(0, 1)
      .filter(({ value }) => value['role'] === 'assistant')
      .map(finding('the conversation begins with the user')),

  'last-is-answerable': (request) =>
    messages(request)
      .slice(-1)
      .filter(({ value, index }) => value['role'] === 'assistant' && calls({ value, at: '', index }).length === 0)
      .map(finding('the last message is the user’s or a tool’s: there is nothing to answer')),

  'user-content': (request) =>
    ofRole(request, 'user')
      .filter(({ value }) => !isContent(value['content'], ['text', 'image_url', 'file', 'input_audio']))
      .map(finding('a user’s content is a text or a list of parts, and not empty')),

  'system-content': (request) =>
    ofRole(request, 'system', 'developer')
      .filter(({ value }) => !isContent(value['content'], ['text']))
      .map(finding('a system’s content is a text, and not empty')),

  'assistant-content': (request) =>
    ofRole(request, 'assistant')
      .filter(({ value }) => {
        const { content } = value;
        const silent = content === null || content === undefined;
        return silent ? value['tool_calls'] === undefined : !isContent(content, ['text', 'refusal']);
      })
      .map(finding('an assistant’s content is a text that is not empty; null only beside calls')),

  'calls-list': (request) =>
    ofRole(request, 'assistant')
      .filter(({ value }) => value['tool_calls'] !== undefined && objects(value['tool_calls'], '').length === 0)
      .map(finding('a list of calls is left out rather than empty')),

  'call-type': (request) =>
    allCalls(request)
      .filter(({ value }) => value['type'] !== 'function')
      .map(finding('the type of a call is function')),

  'call-id': (request) =>
    allCalls(request)
      .filter((call) => !isPlainName(idOf(call), 40))
      .map(finding('the id of a call is 1 to 40 of A-Z a-z 0-9 _ -')),

  'call-id-unique': (request) => repeated(allCalls(request), idOf).map(finding('ids of calls are unique')),

  'call-name': (request) =>
    allCalls(request)
      .filter((call) => !isPlainName(functionOf(call)['name'], 64))
      .map(finding('the name of a call is 1 to 64 of A-Z a-z 0-9 _ -')),

  'call-arguments': (request) =>
    allCalls(request)
      .filter((call) => !isObjectText(functionOf(call)['arguments']))
      .map(finding('the arguments of a call are the JSON text of an object')),

  answered: (request) =>
    groups(request).flatMap(({ asking, results }) =>
      (asking === undefined ? [] : calls(asking))
        .filter((call) => !results.map(answers).includes(idOf(call)))
        .map(finding('every call has its result in the tool messages directly after it')),
    ),

  'answered-once': (request) =>
    groups(request).flatMap(({ results }) => repeated(results, answers).map(finding('a call has one result'))),

  orphan: (request) =>
    groups(request).flatMap(({ asking, results }) => {
      const asked = asking === undefined ? [] : calls(asking).map(idOf);
      return results
        .filter((result) => !asked.includes(answers(result)))
        .map(finding('every tool message answers a call of the message that it follows'));
    }),

  'call-order': (request) =>
    groups(request).flatMap(({ asking, results }) =>
      asking === undefined || inOrder(results.map(answers), calls(asking).map(idOf))
        ? []
        : [{ at: asking.at, said: 'results are in the order of their calls' }],
    ),

  'result-content': (request) =>
    ofRole(request, 'tool')
      .filter(({ value }) => !isContent(value['content'], ['text']))
      .map(finding('the content of a tool message is a text, and not empty')),

  'stand-in': (request) =>
    ofRole(request, 'tool')
      .filter(({ value }) => JSON.stringify(value['content'] ?? '').includes(standIn))
      .map(finding('the adapter had to make a result up')),

  'tool-name': (request) => [
    ...functions(request)
      .filter(({ value }) => !isPlainName(value['name'], 64))
      .map(finding('the name of a tool is 1 to 64 of A-Z a-z 0-9 _ -')),
    ...repeated(functions(request), ({ value }) => value['name']).map(finding('names of tools are unique')),
  ],

  'tool-schema': (request) =>
    functions(request)
      .filter(({ value }) => saysSomething(value['name']) && objectOf(value['parameters'])['type'] !== 'object')
      .map(finding('the parameters of a tool are of type object')),
};

function isObjectText(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
