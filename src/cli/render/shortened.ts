/**
 * A JSON value that takes fewer characters when it is shown, in which every member keeps a part of the room: a long one
 * hides no other. It marks what it leaves out; but a model could write such marks too, so whoever shows this must say
 * beside it that it was cut.
 */
import type { Json } from '../../core/json.ts';
import { visibleJson } from './visible.ts';

/** Characters that a member gets at least; where there are more members than room, the last ones are counted only. */
const LEAST = 40;

/**
 * The value itself if its indented JSON has at most `room` characters; else roughly that much of it.
 * @param depth how deep it stands in what is shown; each level is indented by two
 */
export function shortened(value: Json, room: number, depth = 0): Json {
  const text = visibleJson(value, 2);
  if (text.length + text.split('\n').length * 2 * depth <= room) return value;
  if (typeof value === 'string') return beginning(value, room);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  // Its own two brackets stand on lines of their own.
  const inside = room - 4 * (depth + 1);
  const most = Math.floor(inside / (LEAST + 2 * depth));
  if (most < 1) return leftOut(members.length, 'members');
  const kept = members.slice(0, most);
  const each = Math.floor(inside / kept.length);
  const rest = leftOut(members.length - kept.length, 'members');
  if (Array.isArray(value)) {
    const items = kept.map(([, item]) => shortened(item, each, depth + 1));
    return kept.length === members.length ? items : [...items, rest];
  }
  // The place keeps two long names with one beginning apart.
  const shown = kept.map(([name, member], at): [string, Json] => [
    name.length <= each ? name : `${beginning(name, each)} #${String(at + 1)}`,
    shortened(member, each, depth + 1),
  ]);
  return Object.fromEntries(kept.length === members.length ? shown : [...shown, ['…', rest]]);
}

function beginning(text: string, room: number): string {
  let kept = text.slice(0, room);
  // What must be escaped takes more room than it has characters.
  for (let size = visibleJson(kept).length; size > room + 2; size = visibleJson(kept).length) {
    kept = kept.slice(0, Math.floor((kept.length * room) / size));
  }
  return kept.length === text.length ? text : `${kept}${leftOut(text.length - kept.length, 'characters')}`;
}

function leftOut(count: number, what: string): string {
  return `… (${count.toLocaleString('en')} more ${what})`;
}
