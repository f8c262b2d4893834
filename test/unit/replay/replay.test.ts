/**
 * Recorded histories replay with today's workflows, so that sessions which are running go on after an upgrade; and
 * workflows in another order do not. Needs no server.
 */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Worker, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { beforeAll, expect, it } from 'vitest';
import { workflowBundle } from '../../../src/worker/bundle.ts';
import { installRuntime } from '../../../src/worker/runtime.ts';
import { historyOf, recordings, runIdOf, workflowIdOf } from '../../replay/recorded-runs.ts';
import type { Recording } from '../../replay/recorded-runs.ts';
import { scenarios } from '../../replay/scenarios.ts';

const all = recordings('history');

beforeAll(() => installRuntime('ERROR'));

/** What keeps histories from replaying, by name; empty if nothing does. */
async function problems(
  bundle: WorkflowBundleOption,
  which: readonly Recording[],
): Promise<Readonly<Record<string, string>>> {
  const histories = which.map((recording) => ({ history: historyOf(recording), workflowId: workflowIdOf(recording) }));
  const found: Record<string, string> = {};
  for await (const { runId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, each(histories))) {
    const name = which.find((recording) => runIdOf(recording) === runId)?.name ?? runId;
    if (error !== undefined) found[name] = `${error.name}: ${error.message}`;
  }
  return found;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

function altered(file: string): Promise<WorkflowBundleOption> {
  const workflowsPath = fileURLToPath(new URL(`../../replay/${file}`, import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

it('there is a recording of every kind of run', () => {
  const sessions = all.filter(({ name }) => name.endsWith('.session')).map(({ name }) => name.replace('.session', ''));
  expect(sessions).toEqual(Object.keys(scenarios).toSorted());
});

it('every recorded session and turn replays with the workflows of today (B88, B89)', async () => {
  expect(await problems(await workflowBundle(), all)).toEqual({});
}, 60_000);

it('a turn that schedules its calls in another order does not replay (B88)', async () => {
  const several = all.filter(({ name }) =>
    ['parallel.turn-1', 'failing-tool.turn-1', 'given-calls.turn-1'].includes(name),
  );

  const found = await problems(await altered('reordered-workflows.ts'), several);

  expect(Object.keys(found)).toEqual(several.map(({ name }) => name));
  expect(Object.values(found).join('\n')).toMatch(/DeterminismViolationError|Nondeterminism/);
});

it('a turn that leaves out the gate does not replay (B88)', async () => {
  const gated = all.filter(({ name }) => ['read-config.turn-1', 'blocked.turn-1', 'hooks.turn-1'].includes(name));

  const found = await problems(await altered('ungated-workflows.ts'), gated);

  expect(Object.keys(found)).toEqual(gated.map(({ name }) => name));
});

it('a session under another id than its own does not replay, because its turns would have other ids', async () => {
  const [recording] = all.filter(({ name }) => name === 'read-config.session');
  if (recording === undefined) throw new Error('no recording');
  const replay = Worker.runReplayHistory({ workflowBundle: await workflowBundle() }, historyOf(recording), 'another');
  await expect(replay).rejects.toThrow();
});
