/**
 * The shapes of what is compared: one agent and a few conversations with it. Shapes only.
 */
import type { Execution, Scenario } from '../../conformance/scenario.ts';

export interface Case {
  readonly agent: AgentPart;
  readonly conversations: readonly Conversation[];
}

export type AgentPart = Omit<Scenario, 'about' | 'prompts' | 'script' | 'inject'>;

export interface Conversation extends Pick<Scenario, 'prompts' | 'script'> {
  /** What tools say to the session while they run. */
  readonly says: readonly Saying[];
}

/** Queued by the call of this id before it does anything else, so that its place in the order is certain. */
export interface Saying {
  readonly callId: string;
  readonly queue: 'steer' | 'followUp';
  readonly text: string;
}

export function sayingsOf({ says }: Conversation, { toolCallId }: Execution): readonly Saying[] {
  return says.filter(({ callId }) => callId === toolCallId);
}
