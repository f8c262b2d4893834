/** What the harness leaves out of messages before it compares them, and nothing more. */
import { expect, it } from 'vitest';
import type { Message } from '../../../src/core/messages.ts';
import { shownMessage } from '../../conformance/shown.ts';

const result = (details: unknown): Message => ({
  role: 'toolResult',
  toolCallId: 'a',
  toolName: 'nap',
  content: [],
  details,
  isError: true,
  timestamp: 1,
});

it('times are left out, everything that a tool said stays', () => {
  expect(shownMessage({ ...result({ path: 'x' }), addedToolNames: ['y'] } as Message)).toEqual({
    role: 'toolResult',
    toolCallId: 'a',
    toolName: 'nap',
    content: [],
    details: { path: 'x' },
    addedToolNames: ['y'],
    isError: true,
  });
});

it.each([
  ['empty details', {}, undefined],
  ["Turnkeeper's mark alone", { turnkeeper: { kind: 'Failed' } }, undefined],
  ["Turnkeeper's mark beside others", { turnkeeper: { kind: 'Failed' }, code: 3 }, { code: 3 }],
  ['details that are a list', [], []],
])('of details, the mark goes and an empty rest counts as absent: %s', (_what, details, kept) => {
  expect(shownMessage(result(details))['details']).toEqual(kept);
});
