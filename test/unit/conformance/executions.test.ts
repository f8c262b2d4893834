/** In which order executions are compared. */
import { expect, it } from 'vitest';
import { executionLog } from '../../conformance/executions.ts';
import type { Scenario, ScenarioTool } from '../../conformance/scenario.ts';

const tool = (name: string, more: Partial<ScenarioTool> = {}): ScenarioTool => ({
  name,
  parameters: {},
  behavior: { kind: 'echo' },
  ...more,
});

/** What is read after calls, given as `TURN.INDEX`, began in this order. */
function read(scenario: Pick<Scenario, 'toolExecution' | 'tools'>, ...began: readonly string[]): readonly string[] {
  const log = executionLog(scenario);
  for (const place of began) {
    const [turn = 0, index = 0] = place.split('.').map(Number);
    const givenUp = new AbortController().signal;
    const context = { idempotencyKey: place, attempt: 1, session: 's', turn, index, givenUp };
    void log.onExecute({ tool: index === 3 ? 'slow' : 'quick', toolCallId: place, params: {} }, context);
  }
  return log.read().map(({ toolCallId }) => toolCallId);
}

const tools = [tool('quick'), tool('slow', { executionMode: 'sequential' })];

it('calls of one parallel batch are put in call order, whichever began first', () => {
  expect(read({ tools }, '1.1', '1.0', '2.2', '2.0', '2.1')).toEqual(['1.0', '1.1', '2.0', '2.1', '2.2']);
});

it('calls of a sequential batch stay in the order in which they began', () => {
  expect(read({ tools, toolExecution: 'sequential' }, '1.1', '1.0')).toEqual(['1.1', '1.0']);
  expect(read({ tools }, '1.3', '1.0')).toEqual(['1.3', '1.0']);
});

it('an execution that comes after a later turn, or twice, is not hidden', () => {
  expect(read({ tools }, '1.0', '2.0', '1.1', '1.0')).toEqual(['1.0', '2.0', '1.0', '1.1']);
});
