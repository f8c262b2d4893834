/** Rules that decide about calls in place of a person. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { ApprovalRules } from '../../../src/agent/index.ts';
import { decideByRule, defineAgent } from '../../../src/agent/index.ts';

const small = { type: 'object', properties: { amount: { type: 'number', maximum: 10 } }, required: ['amount'] };
const rules: ApprovalRules = {
  autoApprove: [
    { name: 'small sums', tool: 'pay', args: small },
    { name: 'reading', tool: 'read_*' },
  ],
  autoDeny: [{ name: 'no wiping', tool: '*wipe*' }],
};
const decide = (tool: string, args = {}, wanted: 'yes' | 'no' = 'yes') => decideByRule(rules, { tool, args, wanted });

it('approves a call that a rule names, with arguments that the rule takes', () => {
  expect(decide('pay', { amount: 10 })).toEqual({ kind: 'approved', by: 'rule small sums' });
  expect(decide('pay', { amount: 11 })).toBeUndefined();
  expect(decide('read_file')).toEqual({ kind: 'approved', by: 'rule reading' });
  expect(decide('read')).toBeUndefined();
});

it('denies every call that a denying rule names, whether or not an approval is wanted', () => {
  expect(decide('wipe', {}, 'no')).toEqual({ kind: 'denied', by: 'rule no wiping' });
  expect(decide('read_wiped')).toEqual({ kind: 'denied', by: 'rule no wiping' });
});

it('approves nothing for which no approval is wanted', () => {
  expect(decide('read_file', {}, 'no')).toBeUndefined();
});

it('takes every character of a tool name but the star as it is', () => {
  const odd = { autoApprove: [{ name: 'odd', tool: 'a.b(c)*' }] };
  expect(decideByRule(odd, { tool: 'a.b(c)d', args: {}, wanted: 'yes' })?.kind).toBe('approved');
  expect(decideByRule(odd, { tool: 'axb(c)d', args: {}, wanted: 'yes' })).toBeUndefined();
});

it('refuses a rule whose arguments are no usable schema, and names the rule', () => {
  const approvals = { autoDeny: [{ name: 'broken', tool: 'pay', args: { type: 'nothing' } }] };
  expect(() => defineAgent({ name: 'a', model: scripted([]), approvals })).toThrow(/approval rule "broken"/);
});
