/** What the activities of one agent share; made once per worker. */
import type { Agent } from '../agent/index.ts';
import type { AgentTool } from '../agent/index.ts';
import type { Store } from '../core/store.ts';
import type { GrantKeys } from '../store/index.ts';
import type { LeakedBodies } from './leaked-bodies.ts';
import type { ProgressBus } from './progress-bus.ts';

export interface ActivityDeps {
  readonly agent: Agent;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly store: Store;
  readonly keys: GrantKeys;
  readonly progress: ProgressBus;
  readonly leaks: LeakedBodies;
}
