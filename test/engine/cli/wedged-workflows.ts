/** The product's session with a turn that cannot replay what the product's turn did. */
export { agentSession } from '../../../src/workflows/agent-session.ts';
export { agentTurn } from '../../replay/ungated-workflows.ts';
