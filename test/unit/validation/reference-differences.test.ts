/**
 * Every pair of wanted type and given value, here and in the reference (pi-agent-core 0.85.1). The differences are
 * listed in `reference-differences.json`, each with its reason; the list is compared exactly. An outcome is the
 * arguments that the tool gets, or `invalid` and the paths that the message names.
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import listed from './reference-differences.json' with { type: 'json' };
import { givenValues, structures, typeBoxObject, typeBoxSchemas, wantedSchemas } from './reference-pairs.ts';
import { referenceOutcome } from './reference.ts';
import { objectOf, outcome } from './schemas.ts';

const presences = ['required', 'optional'] as const;

describe('differences from the reference', () => {
  it('with plain schemas are the listed ones', () => {
    const found = presences.flatMap((presence) =>
      wantedSchemas.flatMap((schema) =>
        givenValues.flatMap((value) => {
          const parameters = objectOf({ v: schema }, presence === 'required' ? ['v'] : []);
          return difference(`${presence} ${JSON.stringify(schema)} < ${JSON.stringify(value)}`, parameters, {
            v: value,
          });
        }),
      ),
    );
    expect(found.sort()).toEqual(listedAs('plain'));
  });

  it('with TypeBox objects are the listed ones', () => {
    const found = presences.flatMap((presence) =>
      typeBoxSchemas().flatMap(([name, schema]) =>
        givenValues.flatMap((value) =>
          difference(`${presence} ${name} < ${JSON.stringify(value)}`, typeBoxObject(schema, presence), { v: value }),
        ),
      ),
    );
    expect(found.sort()).toEqual(listedAs('typebox'));
  });

  it('in other structures are the listed ones', () => {
    const found = structures.flatMap(([name, schema, args]) => difference(name, schema, args));
    expect(found.sort()).toEqual(listedAs('structure'));
  });

  it('each have a reason', () => {
    const given = new Set(Object.values(listed.differences).flatMap((byReason) => Object.keys(byReason)));
    expect([...given].sort()).toEqual(Object.keys(listed.reasons).sort());
  });
});

function difference(what: string, parameters: JsonObject, args: JsonObject): readonly string[] {
  const reference = referenceOutcome(parameters, args);
  const made = outcome(parameters, args);
  const here = typeof made === 'string' ? made : JSON.stringify(made);
  return here === reference ? [] : [`${what}: reference ${reference}, here ${here}`];
}

function listedAs(schemas: keyof typeof listed.differences): readonly string[] {
  return Object.values(listed.differences[schemas]).flat().sort();
}
