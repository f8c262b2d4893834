/** Takes back a message that waits in a session, by the key under which it was sent. */
import { limits } from '../core/limits.ts';
import type { TakeBackInput, TakenBack } from '../core/session-messages.ts';
import { takeBackUpdate } from '../core/session-messages.ts';
import type { QueueName } from '../core/session.ts';
import type { SayOptions } from './say.ts';
import { said } from './say.ts';
import { answered, requireKey } from './send-message.ts';
import type { SessionDeps } from './session-deps.ts';

export interface TakeBackOptions extends SayOptions {
  /** Only this queue. Default: every one in which the key waits. */
  readonly queue?: QueueName;
  /** Milliseconds to wait for a worker. Default: 10,000. */
  readonly deadline?: number;
}

export async function takeBack(
  deps: SessionDeps,
  key: string,
  { queue, deadline = limits.answerWait, ...who }: TakeBackOptions,
): Promise<TakenBack> {
  requireKey(key);
  const input: TakeBackInput = { ...said(who), key, ...(queue === undefined ? {} : { queue }) };
  const options = { args: [input] as [TakeBackInput], updateId: `takeBack/${input.id}` };
  return await answered(deps, { deadline, again: 'ask again to know' }, () =>
    deps.client.workflow.getHandle(deps.id).executeUpdate<TakenBack, [TakeBackInput]>(takeBackUpdate, options),
  );
}
