/** Recorded histories tell nothing of where they were made, not even inside their encoded payloads. */
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { recordings } from '../../replay/recorded-runs.ts';
import { scrubbed } from '../../replay/scrub.ts';

/** Every string of a JSON value; base64 data also decoded. */
function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'data' && typeof member === 'string'
      ? [member, Buffer.from(member, 'base64').toString('utf8')]
      : strings(member),
  );
}

const telling: Readonly<Record<string, RegExp>> = {
  'an absolute path': /(?<![\w.~/-])\/(home|root|Users|work|workspace|tmp|private|mnt|opt|app)\//,
  'a path as a URL': /file:\/\//,
  'an identity of a process': /\b\d+@[\w.-]+/,
  ...(hostname().length >= 6 && hostname() !== 'localhost' ? { 'the name of this host': new RegExp(hostname()) } : {}),
};

it('no recording holds an absolute path, a process id or the name of a host, encoded or not', () => {
  const found = [...recordings('history'), ...recordings('events')].flatMap(({ name, text }) =>
    strings(JSON.parse(text)).flatMap((string) =>
      Object.entries(telling).flatMap(([what, pattern]) =>
        pattern.test(string) ? [`${name}: ${what}: ${string.slice(0, 80)}`] : [],
      ),
    ),
  );
  expect(found).toEqual([]);
});

it('every identity in a recording is the recorder', () => {
  const identities = recordings('history').flatMap(({ text }) =>
    [...text.matchAll(/"identity": ?"([^"]*)"/g)].map(([, who]) => who),
  );
  expect([identities.length > 100, [...new Set(identities)]]).toEqual([true, ['recorder']]);
});

it('scrubbing takes out identities and stacks, and leaves the rest', () => {
  const data = Buffer.from('{"identity":"the user"}').toString('base64');
  expect(
    scrubbed({
      events: [{ identity: '1@box', failure: { message: 'm', stackTrace: 'at /home/x' }, data, none: null }],
    }),
  ).toEqual({
    events: [{ identity: 'recorder', failure: { message: 'm' }, data, none: null }],
  });
});

it('what tells of a machine is found where it is', () => {
  const data = Buffer.from('read /home/somebody/notes').toString('base64');
  const seen = strings({ payloads: [{ data }], identity: '4711@box' });
  expect(
    Object.values(telling)
      .map((pattern) => seen.some((string) => pattern.test(string)))
      .slice(0, 3),
  ).toEqual([true, false, true]);
});
