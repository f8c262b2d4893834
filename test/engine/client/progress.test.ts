/** What runs is heard while it runs: in the same process at once, in others through the server. */
import { expect, inject, it, onTestFinished } from 'vitest';
import type { Model } from '../../../src/core/model.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import type { AgentEvent, Session } from '../../../src/client/index.ts';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { fileStore } from '../../../src/store/index.ts';
import type { Engine } from '../engine.ts';
import { startEngine } from '../engine.ts';
import { asks, call, text } from '../cases/kit.ts';

/** The session as a process sees it in which nothing of it runs. */
async function elsewhere(engine: Engine, { id }: Session): Promise<Session> {
  const client = await TurnkeeperClient.connect({
    connection: { address: engine.address },
    namespace: inject('namespace'),
    store: fileStore(engine.home),
  });
  onTestFinished(() => client.close());
  return client.session(id);
}

async function heard(session: Session, onEvent: (event: AgentEvent) => void): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.events()) {
    events.push(event);
    onEvent(event);
    if (event.type === 'agent_end') break;
  }
  return events;
}

const placesOf = (events: readonly AgentEvent[], ...types: readonly AgentEvent['type'][]) =>
  events.flatMap(({ type }, index) => (types.includes(type) ? [index] : []));

it.each(['safe', 'never'] as const)(
  'updates of a running %s tool reach followers here and elsewhere before it ends, none after (B114)',
  async (replay) => {
    const [begun, here, there] = [0, 1, 2].map(() => Promise.withResolvers<undefined>());
    let late: (() => void) | undefined;
    const tool = {
      name: 'count',
      description: 'Counts.',
      parameters: { type: 'object' },
      replay,
      execute: async (...[, , , onUpdate]: Parameters<AgentTool['execute']>) => {
        await begun?.promise;
        for (const done of [1, 2, 3]) onUpdate?.({ content: [], details: { done, total: 3, unit: 'rows' } });
        await Promise.all([here?.promise, there?.promise]);
        late = () => onUpdate?.(text('too late'));
        return text('counted');
      },
    };
    await using engine = await startEngine({ model: scripted([asks(call('a', 'count')), 'Done.']), tools: [tool] });
    const session = engine.session();
    await session.prompt('count');
    const away = await elsewhere(engine, session);
    const onUpdate = (resolve: (() => void) | undefined) => (event: AgentEvent) => {
      if (event.type === 'tool_execution_start') begun?.resolve(undefined);
      if (event.type === 'tool_execution_update' && event.partial.sequence === 3) resolve?.();
      if (event.type === 'tool_execution_end') late?.();
    };
    // The tool returns only when both have heard its last update.
    const [near, far] = await Promise.all([
      heard(
        session,
        onUpdate(() => here?.resolve(undefined)),
      ),
      heard(
        away,
        onUpdate(() => there?.resolve(undefined)),
      ),
    ]);

    const said = (events: readonly AgentEvent[]) =>
      events.flatMap((event) => (event.type === 'tool_execution_update' ? [event.partial] : []));
    const partial = (done: number) => ({
      attempt: 1,
      sequence: done,
      content: [],
      details: { done, total: 3, unit: 'rows' },
    });
    expect(said(near)).toEqual([partial(1), partial(2), partial(3)]);
    expect(said(far).at(-1)).toEqual(partial(3));
    for (const events of [near, far]) {
      const [end = -1] = placesOf(events, 'tool_execution_end');
      expect(placesOf(events, 'tool_execution_update').every((place) => place < end)).toBe(true);
    }
  },
);

it('what a model says is heard while it speaks, here and elsewhere, and its message is whole (B114)', async () => {
  const words = ['The ', 'lights ', 'are ', 'on.'];
  const everyone = Promise.withResolvers<undefined>();
  const followed = Promise.withResolvers<undefined>();
  const done = scripted([words.join('')]);
  const model: Model = {
    name: 'speaking',
    respond: async (request) => {
      await followed.promise;
      for (const word of words) request.onDelta?.({ kind: 'text', text: word });
      await everyone.promise;
      const { onDelta: _heard, ...silent } = request;
      return done.respond(silent);
    },
  };
  await using engine = await startEngine({ model, tools: [] });
  const session = engine.session();
  await session.prompt('Are they?');
  const away = await elsewhere(engine, session);
  let waiting = 2;
  const listener = () => {
    let whole = '';
    return (event: AgentEvent): void => {
      if (event.type === 'turn_start') followed.resolve(undefined);
      if (event.type !== 'message_update') return;
      expect(event.update.offset).toBe(whole.length);
      whole += event.update.text;
      if (whole === words.join('') && --waiting === 0) everyone.resolve(undefined);
    };
  };
  const lists = await Promise.all([heard(session, listener()), heard(away, listener())]);

  for (const events of lists) {
    const said = events.flatMap((event) => (event.type === 'message_update' ? [event.update.text] : []));
    const message = placesOf(events, 'message_start').at(-1) ?? -1;
    expect(said.join('')).toBe('The lights are on.');
    expect(placesOf(events, 'message_update').every((place) => place < message)).toBe(true);
  }
});
