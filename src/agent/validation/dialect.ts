/**
 * The dialects of JSON Schema that tools may use, and a fresh validator for each schema: nothing is ever registered in
 * a validator that two schemas share, so that equal `$id`s cannot meet. Never fetches anything.
 */
import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats, type FormatName } from 'ajv-formats/dist/formats.js';
import type { Json } from '../../core/json.ts';
import { isPlainObject } from './inspect-value.ts';
import { compilePattern, type Pattern } from './pattern.ts';

export type Dialect = 'draft-07' | '2019-09' | '2020-12';

const makers = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;

const metaSchemas = {
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

/** For messages. */
export const knownDialects = 'draft-07, 2019-09 or 2020-12';

/** The formats of the standard; any other name is an annotation. */
const checkedFormats: readonly FormatName[] = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'regex',
  'relative-json-pointer',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
];

/** The dialect that `$schema` names (http or https, with or without `#`); 2020-12 without one; undefined if unknown. */
export function dialectOf(schema: Json): Dialect | undefined {
  const named = isPlainObject(schema) ? schema['$schema'] : undefined;
  if (named === undefined) return '2020-12';
  if (typeof named !== 'string') return undefined;
  const uri = named.replace(/#$/, '');
  return (['draft-07', '2019-09', '2020-12'] as const).find(
    (dialect) => withoutScheme(metaSchemas[dialect]) === withoutScheme(uri),
  );
}

function withoutScheme(uri: string): string {
  return uri.replace(/^https?:/, '');
}

const strictness: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  // What Object.prototype has is no property of the arguments.
  ownProperties: true,
};

/**
 * A validator of its own for one schema.
 * @param onPattern called with each pattern as it is compiled; a pattern that is none throws a SyntaxError there
 */
export function createValidator(
  dialect: Dialect,
  options: { readonly formats: 'asserted' | 'annotated'; readonly onPattern: (pattern: Pattern) => void },
): Ajv {
  const regExp = (source: string): Pattern => {
    const pattern = compilePattern(source);
    options.onPattern(pattern);
    return pattern;
  };
  const formats = Object.fromEntries(checkedFormats.map((name) => [name, fullFormats[name]]));
  return new makers[dialect]({
    ...strictness,
    validateSchema: false,
    validateFormats: options.formats === 'asserted',
    formats,
    // Optimising the code costs more than it saves.
    code: { optimize: false, regExp: Object.assign(regExp, { code: 'compilePattern' }) },
  });
}

const metaValidators = new Map<Dialect, Ajv>();

/** What is wrong with a schema by its dialect's own meta-schema; undefined if nothing is. */
export function schemaProblem(schema: Json, dialect: Dialect): string | undefined {
  let validator = metaValidators.get(dialect);
  if (validator === undefined) {
    validator = new makers[dialect]({ ...strictness, validateFormats: false });
    metaValidators.set(dialect, validator);
  }
  if (validator.validate(metaSchemas[dialect], schema)) return undefined;
  const [first] = validator.errors ?? [];
  return first === undefined
    ? 'it is not a schema'
    : `${first.instancePath || 'the schema'} ${first.message ?? ''}`.trim();
}
