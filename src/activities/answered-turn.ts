/**
 * Turns an assistant message into what the workflow needs to know of it: recorded in the transcript, with the entries
 * of the tools that it calls and the agent's policy.
 */
import { ApplicationFailure } from '@temporalio/common';
import { toolCalls } from '../core/batch-rules.ts';
import { canonicalJson, sha256Hex } from '../core/canonical.ts';
import { failureCodes } from '../core/errors.ts';
import type { OfferedTools } from '../core/manifest.ts';
import type { AssistantMessage } from '../core/messages.ts';
import type { AnsweredTurn, AskModelInput } from '../core/turn.ts';
import type { Agent } from '../agent/index.ts';
import type { ActivityDeps } from './deps.ts';
import { readAnswer } from './read-answer.ts';
import { recordableAnswer } from './recordable-answer.ts';

/** @throws ApplicationFailure (not retryable) if the answer is no message, or cannot be recorded: not JSON, too large */
export async function answeredTurn(
  { agent, store }: ActivityDeps,
  input: AskModelInput,
  answer: unknown,
): Promise<AnsweredTurn> {
  const read = readAnswer(answer);
  if (read.kind === 'unfit') throw refused(`The model's answer cannot be used: ${read.problem}.`);
  const recordable = recordableAnswer(read.message);
  if (recordable.kind === 'unfit') throw refused(recordable.problem);
  const { message } = recordable;
  const head = await store.append({ prev: input.head, messages: [...input.messages, message] });
  const sameness = agent.policy.sameTurns === undefined ? undefined : samenessOf(agent, message);
  return {
    message,
    head,
    offered: offeredTools(agent, message),
    policy: agent.policy,
    ...(sameness === undefined ? {} : { sameness }),
  };
}

function refused(text: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(text, failureCodes.modelFailed);
}

/** Nothing to compare without calls, or if one of them is there to be repeated. Ids of calls say nothing. */
function samenessOf({ tools }: Agent, message: AssistantMessage): string | undefined {
  const calls = toolCalls(message).map(({ name, arguments: args }) => ({ name, args }));
  const polls = calls.some(({ name }) => tools.some((tool) => tool.name === name && tool.polls === true));
  return calls.length === 0 || polls ? undefined : sha256Hex(canonicalJson(calls));
}

function offeredTools(agent: Agent, message: AssistantMessage): OfferedTools {
  const names = new Set(toolCalls(message).map((call) => call.name));
  const called = [...names].flatMap((name) => agent.manifest.entries.get(name) ?? []);
  return { agent: agent.name, manifestHash: agent.manifest.hash, called };
}
