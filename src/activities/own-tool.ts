/** The tool of a name as this worker has it: one of the agent's, or the built-in one. */
import type { AgentTool } from '../agent/index.ts';
import { readResultTool } from '../core/stored-result.ts';
import type { ActivityDeps } from './deps.ts';
import { readResult } from './read-result.ts';

/** @param call.head the transcript that the call may read */
export function ownTool(
  { agent, tools, store }: ActivityDeps,
  { name, head }: { readonly name: string; readonly head: string | null },
): AgentTool | undefined {
  const isReader = name === readResultTool && agent.manifest.reader !== undefined;
  return isReader ? readResult(store, { head, bytes: agent.limits?.resultBytes }) : tools.get(name);
}
