/** `turnkeeper approve | deny`: one decision about one waiting call, and whether it was the one that counted. */
import type { JsonObject } from '../../core/json.ts';
import { parseCallId } from '../../core/identity.ts';
import { heard } from '../heard.ts';
import { readArguments } from '../read-arguments.ts';
import { diffLines } from '../render/argument-lines.ts';
import { decisionSentence } from '../render/render-approval.ts';
import { recordedBecause } from '../render/render-pulse.ts';
import { sayOptions } from '../say-options.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { withSession } from '../with-session.ts';

export interface DecideInput {
  readonly id: string;
  readonly approve: 'yes' | 'no';
  /** JSON, with an approval: run with these instead. */
  readonly args?: string;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: true;
}

/** @returns 0 if it counts, or will when a worker is up; 1 if another decision was first, or the edit is not valid */
export async function decide(screen: Screen, { id, approve, json, ...input }: DecideInput): Promise<number> {
  if (parseCallId(id) === undefined) {
    throw new UsageError(`"${id}" is no approval id: turnkeeper approvals lists them.`);
  }
  if (approve === 'no' && input.reason?.trim() === '') {
    throw new UsageError('The reason is empty: write --reason "…", for the model reads it.');
  }
  const args = input.args === undefined ? undefined : argumentsOf(input.args);
  const edited = args === undefined ? 'no' : 'yes';
  return withSession(screen, id.slice(0, id.indexOf('/')), async (session, { client }) => {
    if (args !== undefined && json === undefined) {
      const waiting = (await client.approvals(session.id)).find((approval) => approval.id === id);
      if (waiting !== undefined) screen.print(diffLines(waiting.args, args, screen.style));
    }
    const { outcome, pulse } = await heard(session, (watch) => {
      const options = { ...sayOptions(input), ...watch };
      if (approve === 'no') return client.deny(id, { ...options, reason: input.reason ?? '' });
      return client.approve(id, { ...options, ...(args === undefined ? {} : { args }) });
    });
    const { kind, ...more } = outcome;
    if (json !== undefined) screen.printJson({ v: 1, id, outcome: kind, ...more });
    else screen.print([decisionSentence(outcome, { approve, edited, why: recordedBecause(pulse) })]);
    return outcome.kind === 'decided' || outcome.kind === 'unfit' ? 1 : 0;
  });
}

function argumentsOf(text: string): JsonObject {
  const read = readArguments(text);
  if (read.kind === 'read') return read.args;
  throw new UsageError(`--args cannot be used, ${read.why}: write an object, such as '{"amount":5}'.`);
}
