/** A setting that nobody would read is no setting: it is refused when the agent is defined. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { DefinitionError, defineAgent } from '../../../src/agent/index.ts';

const define = (more: object) => defineAgent({ name: 'clerk', model: scripted([]), ...more });

it.each([
  [{ toolExecution: 'serial' }, 'toolExecution must be "parallel" or "sequential" (got "serial")'],
  [{ steeringMode: 'one' }, 'steeringMode must be "all" or "one-at-a-time" (got "one")'],
  [{ followUpMode: 1 }, 'followUpMode must be "all" or "one-at-a-time" (got 1)'],
  [{ beforeToolcall: () => undefined }, 'there is no option "beforeToolcall"; there are name, systemPrompt'],
  [{ limits: { turnsPerRuns: 3 } }, 'limits: there is no option "turnsPerRuns"; there are turnsPerRun'],
  [{ beforeToolCall: 'ask' }, 'beforeToolCall must be a function'],
  [{ onApproval: {} }, 'onApproval must be a function'],
  [{ systemPrompt: ['a'] }, 'systemPrompt must be a text'],
  [{ tools: new Set() }, 'tools must be a list'],
])('an agent is not defined with %j', (more, why) => {
  expect(() => define(more)).toThrow(DefinitionError);
  expect(() => define(more)).toThrow(`Agent "clerk": ${why}`);
});

it('what is left out, or said to be undefined, has its default', () => {
  expect(define({ toolExecution: undefined, limits: undefined }).policy.toolExecution).toBe('parallel');
});
