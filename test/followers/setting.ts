/** What the processes of a round of followers tell each other. Shapes only. */
import type { AgentEvent } from '../../src/client/index.ts';

export interface Setting {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly agent: string;
  readonly session: string;
}

export interface WorkerSetting extends Setting {
  /** Where the tools write down what they do, a line of JSON each. */
  readonly log: string;
  readonly turns: number;
}

/** A line of the tools' log. */
export interface Noted {
  readonly key: string;
  readonly kind: 'began' | 'done';
  readonly text: string;
}

export interface FollowerSetting extends Setting {
  readonly followers: number;
  readonly disconnects: number;
  readonly seed: number;
}

/** What a process of followers has seen. */
export interface Seen {
  /** Of each follower: how often it went away and came back, and the hash of its list of events. */
  readonly followers: readonly { readonly disconnects: number; readonly hash: string }[];
  /** One list for each hash. */
  readonly lists: Readonly<Record<string, readonly AgentEvent[]>>;
}
