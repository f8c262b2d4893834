/** A worker dies under a tool that never beats, and none comes for a long time: that is shown, and the call ends once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { resultKind } from '../../../src/core/errors.ts';
import { place } from '../cli/cli.ts';
import { Stage } from '../control/interleavings/stage.ts';

it.each([
  ['work', 'OutcomeUnknown'],
  ['again', undefined],
] as const)(
  'a call of %s does not wait for ever when its worker has gone: that is shown, and it ends once (B92)',
  async (tool, kind) => {
    await using stage = await Stage.open();
    const real = stage.session();
    await real.say('prompt', 'go');
    await real.until(() => (real.requests.length > 0 ? undefined : 'nothing is asked'));
    real.answer({ kind: 'calls', calls: [{ id: 'a', tool }] });
    await real.until(() => (real.bodies.length > 0 ? undefined : 'nothing runs'));
    const turn = await turnOf(stage, real.session.id);
    let shown = '';

    await stage.replaceWorker('SIGKILL', async () => {
      // Until the silence has lasted for the heartbeat time-out, and the server says so.
      while (!(await isTimedOut(stage, turn))) await sleep(200);
      shown = (await place().run(['show', real.session.id])).stdout;
    });
    real.autopilot();
    await real.session.finish(1);
    await real.until(() => (real.events.some(({ type }) => type === 'agent_end') ? undefined : 'the run goes on'));

    expect(shown).toMatch(/no worker is polling \S+, no worker since /);
    const ends = real.events.flatMap((event) =>
      event.type === 'tool_execution_end' ? [resultKind(event.result.details)] : [],
    );
    expect(ends).toEqual([kind]);
  },
);

async function turnOf(stage: Stage, session: string): Promise<string> {
  const { raw } = await stage.engine.workflow.getHandle(session).describe();
  return raw.pendingChildren?.[0]?.workflowId ?? '';
}

/** Has the server given the attempt up, for good or for another one? */
async function isTimedOut(stage: Stage, turn: string): Promise<boolean> {
  const handle = stage.engine.workflow.getHandle(turn);
  const { pendingActivities } = (await handle.describe()).raw;
  const { events } = await handle.fetchHistory();
  return (
    events?.some((event) => event.activityTaskTimedOutEventAttributes) === true ||
    pendingActivities?.some(({ lastFailure }) => lastFailure?.timeoutFailureInfo) === true
  );
}
