/**
 * The required tests of the JSON-Schema test suite (draft 2020-12 and draft-07), through our validator with coercion
 * off. `JSON_SCHEMA_SUITE` names another copy of the suite. Nothing is skipped silently: see `suite-exceptions.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../src/agent/validation/index.ts';
import type { Json } from '../../../src/core/json.ts';
import { formatTests, suiteExceptions } from './suite-exceptions.ts';

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const folder = process.env['JSON_SCHEMA_SUITE'] ?? fileURLToPath(new URL('../../json-schema-suite', import.meta.url));

const drafts = [
  { name: 'draft2020-12', uri: 'https://json-schema.org/draft/2020-12/schema', other: /\/draft(?!2020-12)/ },
  { name: 'draft7', uri: 'http://json-schema.org/draft-07/schema#', other: /\/draft(?!7)/ },
] as const;

const remotes = readAll(join(folder, 'remotes')).map(([file, schema]): [string, Json] => [
  `http://localhost:1234/${file}`,
  schema,
]);

describe.each(drafts)('the JSON-Schema suite of $name', ({ name, uri, other }) => {
  const ownRemotes = Object.fromEntries(remotes.filter(([remote]) => !other.test(remote) && !remote.includes('/v1/')));
  const files = readAll(join(folder, 'tests', name)).filter(([file]) => !file.includes('/'));

  it.each(files)('passes %s, but for the listed exceptions', (file, groups) => {
    const wrong = (groups as unknown as readonly Group[]).flatMap((group) => {
      const schema = typeof group.schema === 'boolean' ? group.schema : { $schema: uri, ...(group.schema as object) };
      const needsRemotes = JSON.stringify(schema).includes('http://localhost:1234');
      const options = needsRemotes ? { remotes: ownRemotes } : {};
      return group.tests.flatMap(({ description, data, valid }) => {
        const { kind } = checkValue(schema, data, options);
        const test = `${file} | ${group.description} | ${description}`;
        return kind === (valid ? 'accepted' : 'rejected') ? [] : [`${test}: ${kind}`];
      });
    });
    const listed = [...suiteExceptions, ...formatTests].filter((entry) => entry.draft === name && entry.file === file);
    expect(wrong.sort()).toEqual(listed.flatMap((entry) => entry.tests.map((test) => `${file} | ${test}`)).sort());
  });

  it('passes its format tests without exception when formats are annotations', () => {
    const groups = files
      .filter(([file]) => file === 'format.json')
      .flatMap(([, read]) => read as unknown as readonly Group[]);
    const wrong = groups.flatMap(({ schema, tests }) =>
      tests.filter(
        ({ data, valid }) =>
          checkValue({ $schema: uri, ...(schema as object) }, data, { formats: 'annotated' }).kind !==
          (valid ? 'accepted' : 'rejected'),
      ),
    );
    expect([groups.length > 0, wrong]).toEqual([true, []]);
  });
});

/** The JSON files below a folder, by their path in it. */
function readAll(root: string): readonly (readonly [string, Json])[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (path) => [relative(root, path).split(sep).join('/'), JSON.parse(readFileSync(path, 'utf8')) as Json] as const,
    );
}
