/** The events of a run are a pure fold over its history: the same live, from a file, and from any beginning of it. */
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/core/events.ts';
import { eventsOf, eventsOfRun, factsOf, recordings } from '../../replay/recorded-runs.ts';

/** One event in a line that a person can check against the scenario. */
function line(event: AgentEvent): string {
  const where = `${event.run}.${event.turn}`;
  switch (event.type) {
    case 'message_start':
    case 'message_end':
      return `${where} ${event.type} ${event.message.role}`;
    case 'tool_execution_start':
      return `${where} ${event.type} ${event.index} ${event.toolName} ${JSON.stringify(event.args)}`;
    case 'tool_execution_end':
      return `${where} ${event.type} ${event.index} ${event.isError ? 'error' : 'ok'}`;
    case 'agent_end':
      return `${where} ${event.type} ${event.ended}${event.errorMessage === undefined ? '' : `: ${event.errorMessage}`}`;
    default:
      return `${where} ${event.type}`;
  }
}

const lines = (name: string): readonly string[] => eventsOfRun(name).map(line);
const message = (where: string, role: string): readonly string[] => [
  `${where} message_start ${role}`,
  `${where} message_end ${role}`,
];

describe('the events of a recorded run', () => {
  it('are those of the everyday case, by hand', () => {
    expect(lines('read-config')).toEqual([
      '1.1 agent_start',
      '1.1 turn_start',
      ...message('1.1', 'user'),
      ...message('1.1', 'assistant'),
      '1.1 tool_execution_start 0 read_file {"path":"config.json"}',
      '1.1 tool_execution_end 0 ok',
      ...message('1.1', 'toolResult'),
      '1.1 turn_end',
      '1.2 turn_start',
      ...message('1.2', 'assistant'),
      '1.2 turn_end',
      '1.2 agent_end answered',
    ]);
  });

  it('are those of a sequential batch, by hand: each result follows its call', () => {
    expect(lines('sequential')).toEqual([
      '1.1 agent_start',
      '1.1 turn_start',
      ...message('1.1', 'user'),
      ...message('1.1', 'assistant'),
      '1.1 tool_execution_start 0 read_file {"path":"config.json"}',
      '1.1 tool_execution_end 0 ok',
      ...message('1.1', 'toolResult'),
      '1.1 tool_execution_start 1 write_file {"path":"a.txt"}',
      '1.1 tool_execution_end 1 ok',
      ...message('1.1', 'toolResult'),
      '1.1 tool_execution_start 2 search {"word":"a"}',
      '1.1 tool_execution_end 2 ok',
      ...message('1.1', 'toolResult'),
      '1.1 turn_end',
      '1.2 turn_start',
      ...message('1.2', 'assistant'),
      '1.2 turn_end',
      '1.2 agent_end answered',
    ]);
  });

  it('are those of a reply that was cut, by hand: both calls fail, the run goes on', () => {
    expect(lines('length-stop')).toEqual([
      '1.1 agent_start',
      '1.1 turn_start',
      ...message('1.1', 'user'),
      ...message('1.1', 'assistant'),
      '1.1 tool_execution_start 0 read_file {"path":"config.json"}',
      '1.1 tool_execution_end 0 error',
      ...message('1.1', 'toolResult'),
      '1.1 tool_execution_start 1 read_file {}',
      '1.1 tool_execution_end 1 error',
      ...message('1.1', 'toolResult'),
      '1.1 turn_end',
      '1.2 turn_start',
      ...message('1.2', 'assistant'),
      '1.2 turn_end',
      '1.2 agent_end answered',
    ]);
  });

  it('are those of a model that failed, by hand', () => {
    expect(lines('model-error')).toEqual([
      '1.1 agent_start',
      '1.1 turn_start',
      ...message('1.1', 'user'),
      ...message('1.1', 'assistant'),
      '1.1 turn_end',
      '1.1 agent_end error: the key was refused',
    ]);
  });

  it.each(recordings('events'))('are those that a live follower saw: $name', ({ name, text }) => {
    expect(JSON.parse(JSON.stringify(eventsOfRun(name)))).toEqual(JSON.parse(text));
  });
});

it.each(recordings('history'))('any beginning of a history gives a beginning of its events: $name', (recording) => {
  const facts = factsOf(recording);
  const whole = eventsOf(facts);
  for (let length = 0; length <= facts.length; length++) {
    const events = eventsOf(facts.slice(0, length));
    expect(events).toEqual(whole.slice(0, events.length));
  }
});

it.each(recordings('events'))('a call has one start, then one end, and nothing after it: $name', ({ name }) => {
  const ofCalls = eventsOfRun(name).flatMap((event) =>
    event.type === 'tool_execution_start' || event.type === 'tool_execution_end'
      ? [[`${event.turn}/${event.index}`, event.type] as const]
      : [],
  );
  const calls = new Set(ofCalls.map(([call]) => call));
  for (const call of calls) {
    const types = ofCalls.filter(([one]) => one === call).map(([, type]) => type);
    expect(types).toEqual(['tool_execution_start', 'tool_execution_end']);
  }
});
