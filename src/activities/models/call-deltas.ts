/**
 * Puts streamed pieces of tool calls together, for servers that leave out, repeat or mix up indexes, ids and names.
 * It must never merge two calls, and never guess an argument: what cannot be resolved fails the stream.
 */
import { brokenStream, isObject, parseObject } from './fault.ts';

/** A whole call; `arguments` is the text as sent. */
export interface AssembledCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface OpenCall {
  id: string;
  index: number | undefined;
  readonly names: string[];
  text: string;
}

interface Piece {
  readonly id: string;
  readonly index: number | undefined;
  readonly name: string;
  readonly text: string;
}

export interface CallDeltas {
  /** Takes the `tool_calls` of one delta, whatever they are. */
  push(pieces: unknown): void;
  /** The calls in order of appearance. Throws a ModelFailure for a call without a name. */
  end(): readonly AssembledCall[];
}

/** `offered` holds the names of the tools of the request; it settles how the pieces of a name belong together. */
export function callDeltas(offered: ReadonlySet<string>): CallDeltas {
  const calls: OpenCall[] = [];
  let current: OpenCall | undefined;

  const add = (piece: Piece, alone: 'alone' | 'among others'): void => {
    const found = find(calls, current, piece);
    if (found !== undefined && isRepetition(found, piece)) return;
    const fresh =
      found === undefined ||
      startsAnother(found, piece, offered) ||
      (alone === 'among others' && piece.id === '' && piece.index === undefined && piece.name !== '');
    const call = fresh ? { id: '', index: piece.index, names: [], text: '' } : found;
    if (fresh) calls.push(call);
    if (call.id === '') call.id = piece.id;
    call.index ??= piece.index;
    if (piece.name !== '') call.names.push(piece.name);
    call.text += piece.text;
    current = call;
  };

  return {
    push(pieces) {
      if (!Array.isArray(pieces)) return;
      const read = pieces.filter(isObject).map(readPiece);
      for (const piece of read) add(piece, read.length > 1 ? 'among others' : 'alone');
    },
    end() {
      return joinRenamed(calls).map((call) => {
        const name = wholeName(call.names, offered);
        if (name === '') throw brokenStream('a tool call came without a name');
        return { id: call.id, name, arguments: call.text };
      });
    },
  };
}

function readPiece(piece: Record<string, unknown>): Piece {
  const inner = [piece['function'], piece['custom']].find(isObject) ?? {};
  const sent = inner['arguments'] ?? inner['input'];
  return {
    id: typeof piece['id'] === 'string' ? piece['id'] : '',
    index: typeof piece['index'] === 'number' ? piece['index'] : undefined,
    name: typeof inner['name'] === 'string' ? inner['name'] : '',
    text: typeof sent === 'string' ? sent : isObject(sent) ? JSON.stringify(sent) : '',
  };
}

/** The call that a piece belongs to: by id, else by index, else the one being streamed. */
function find(calls: readonly OpenCall[], current: OpenCall | undefined, piece: Piece): OpenCall | undefined {
  const sameIndex = (call: OpenCall): boolean =>
    call.index === undefined || piece.index === undefined || call.index === piece.index;
  if (piece.id !== '') {
    const byId = calls.findLast((call) => call.id === piece.id && sameIndex(call));
    if (byId !== undefined) return byId;
    const unnamed = calls.findLast((call) => call.id === '' && sameIndex(call));
    return unnamed !== undefined && !isComplete(unnamed) ? unnamed : undefined;
  }
  if (piece.index === undefined) return current;
  if (current?.index === piece.index) return current;
  const byIndex = calls.findLast((call) => call.index === piece.index);
  if (byIndex !== undefined) return byIndex;
  return current?.index === undefined && piece.name === '' ? current : undefined;
}

/** Whether a piece that names a tool opens a call of its own although id or index point to `call`. */
function startsAnother(call: OpenCall, piece: Piece, offered: ReadonlySet<string>): boolean {
  if (piece.name === '') return false;
  const name = wholeName(call.names, offered);
  if (isComplete(call)) return piece.text.trim() !== '' || piece.name !== name;
  if (call.text.trim() !== '' || piece.name === name || (piece.id !== '' && piece.id === call.id)) return false;
  return offered.has(name) && offered.has(piece.name) && !offered.has(name + piece.name);
}

/** The same whole piece once more, under the same index and id. */
function isRepetition(call: OpenCall, piece: Piece): boolean {
  const same = piece.id !== '' && piece.id === call.id && piece.index !== undefined && piece.text === call.text;
  return same && isComplete(call);
}

function isComplete(call: OpenCall): boolean {
  return call.text.trimEnd().endsWith('}') && parseObject(call.text) !== undefined;
}

/** A name may come once, be repeated in each piece, grow, or come in parts; offered tools decide, else the parts join. */
function wholeName(names: readonly string[], offered: ReadonlySet<string>): string {
  const [first = ''] = names;
  const same = names.every((name) => name === first);
  const candidates = [...(same ? [first] : []), names.join(''), names.at(-1) ?? ''];
  return candidates.find((name) => offered.has(name)) ?? candidates[0] ?? '';
}

/**
 * Some servers give every piece of one call another id. Nameless pieces that follow a call at the same index, and
 * without which its arguments are cut, are joined to it if the whole is one JSON object; else the stream fails.
 */
function joinRenamed(calls: readonly OpenCall[]): readonly OpenCall[] {
  const joined: OpenCall[] = [];
  const grown = new Set<OpenCall>();
  for (const call of calls) {
    const owner = joined.findLast((other) => other.index !== undefined && other.index === call.index);
    if (call.names.length > 0 || owner === undefined || isComplete(owner)) {
      joined.push({ ...call });
    } else {
      owner.text += call.text;
      grown.add(owner);
    }
  }
  if ([...grown].some((call) => !isComplete(call))) {
    throw brokenStream('pieces of tool calls that share an index cannot be told apart');
  }
  return joined;
}
