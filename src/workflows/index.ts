/**
 * The workflows' door: the one file that Temporal's bundler reads. Every exported function becomes a workflow type,
 * so nothing else may be exported here.
 */
export { agentSession } from './agent-session.ts';
export { agentTurn } from './agent-turn.ts';
