/**
 * The text form of server-sent events: bytes in, events out, and back. It must never look into the data.
 * Rules: the HTML standard's "Server-sent events", and a last event without its empty line still counts.
 */

/** One event; `data` is joined with line feeds if it came in several lines. */
export interface SseEvent {
  readonly event?: string;
  readonly data: string;
}

export interface SseDecoder {
  /** Takes the next bytes, wherever they were cut; gives the events that they complete. Throws on broken UTF-8. */
  push(bytes: Uint8Array): SseEvent[];
  /** The body has ended: gives what is left. Throws if it ended inside a character. */
  end(): SseEvent[];
}

/** Makes a decoder for one body. A byte order mark, comments and unknown fields are dropped. */
export function sseDecoder(): SseDecoder {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let afterReturn = false;
  let name: string | undefined;
  let data: string[] = [];

  const flush = (): SseEvent[] => {
    const event = { ...(name === undefined ? {} : { event: name }), data: data.join('\n') };
    const any = data.length > 0;
    name = undefined;
    data = [];
    return any ? [event] : [];
  };
  const line = (text: string): SseEvent[] => {
    if (text === '') return flush();
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
    return [];
  };
  const take = (text: string): SseEvent[] => {
    // A line feed that follows a carriage return of the previous piece belongs to the line end already seen.
    const fresh = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') afterReturn = text.endsWith('\r');
    const lines = (rest + fresh).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    return lines.flatMap(line);
  };

  return {
    push: (bytes) => take(utf8.decode(bytes, { stream: true })),
    end: () => [...take(utf8.decode()), ...(rest === '' ? [] : line(rest)), ...flush()],
  };
}

/** The bytes of one event. */
export function encodeSse({ event, data }: SseEvent): Uint8Array {
  const head = event === undefined ? '' : `event: ${event}\n`;
  const body = data.split('\n').map((text) => `data: ${text}\n`);
  return new TextEncoder().encode(`${head}${body.join('')}\n`);
}
