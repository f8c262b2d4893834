/**
 * What the strict checkers share: how a rule is written, how its findings are listed, and how JSON of unknown shape is
 * read. Knows no provider.
 */

/** A JSON object whose members nobody has looked at. */
export type Json = Readonly<Record<string, unknown>>;

/** One thing that a server would refuse. */
export interface Violation {
  readonly rule: string;
  /** Where in the request, such as `messages.3.content.0`. */
  readonly at: string;
  readonly said: string;
}

export type Finding = Omit<Violation, 'rule'>;

/** Lists what is wrong by this rule alone, and is silent about what other rules refuse. */
export type Rule = (request: Json) => readonly Finding[];

/** Every violation, rule by rule. */
export function violations(rules: Readonly<Record<string, Rule>>, request: Json): readonly Violation[] {
  return Object.entries(rules).flatMap(([rule, check]) => check(request).map((found) => ({ rule, ...found })));
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list, with their places; nothing if it is no list. */
export function objects(list: unknown, at: string): readonly Placed[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) => (isObject(value) ? [{ value, at: `${at}.${index}`, index }] : []));
}

export interface Placed {
  readonly value: Json;
  readonly at: string;
  readonly index: number;
}

/** The second and later ones of equal keys. */
export function repeated<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  const keys = items.map(keyOf);
  return items.filter((_, index) => keys.indexOf(keys[index]) !== index);
}

/** Does `part` come in the order of `whole`? Keys that `whole` does not have are passed over. */
export function inOrder(part: readonly unknown[], whole: readonly unknown[]): boolean {
  const places = part.map((key) => whole.indexOf(key)).filter((place) => place >= 0);
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
}

/** Text that is more than white space. */
export function saysSomething(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}

/** Names of functions, and ids of calls up to a length, that both providers take. */
export function isPlainName(name: unknown, length: number): boolean {
  return typeof name === 'string' && name.length <= length && /^[a-zA-Z0-9_-]+$/.test(name);
}

/** What pi-ai puts in for a result that the transcript lacks: accepted by servers, and a lost result all the same. */
export const standIn = 'No result provided';
