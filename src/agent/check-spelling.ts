/** Finds what a caller without types has misspelt in an agent's options: what nobody reads must not pass as a setting. */
import type { AgentOptions } from './agent-options.ts';
import { DefinitionError } from './definition-error.ts';

const MODES = ['all', 'one-at-a-time'];
const FUNCTIONS = ['beforeToolCall', 'afterToolCall', 'shouldStopAfterTurn', 'transformContext', 'onApproval'] as const;

/** The compiler keeps these lists whole. */
const OPTIONS: Readonly<Record<keyof AgentOptions, true>> = {
  name: true,
  systemPrompt: true,
  model: true,
  tools: true,
  toolExecution: true,
  beforeToolCall: true,
  afterToolCall: true,
  shouldStopAfterTurn: true,
  transformContext: true,
  onApproval: true,
  approvals: true,
  steeringMode: true,
  followUpMode: true,
  limits: true,
};
const LIMITS: Readonly<Record<keyof NonNullable<AgentOptions['limits']>, true>> = {
  turnsPerRun: true,
  sameTurns: true,
  callsInFlight: true,
  grace: true,
  hookTimeout: true,
  heartbeatTimeout: true,
  idleExpiry: true,
  rollOverTurns: true,
  resultBytes: true,
};

/** @throws DefinitionError naming the agent, the option and what it may be */
export function checkSpelling(options: AgentOptions): void {
  const where = `Agent "${options.name}"`;
  requireKnown(where, options, OPTIONS);
  requireKnown(`${where}: limits`, options.limits ?? {}, LIMITS);
  const { toolExecution, steeringMode, followUpMode, systemPrompt, tools } = options;
  requireOne(`${where}: toolExecution`, toolExecution, ['parallel', 'sequential']);
  requireOne(`${where}: steeringMode`, steeringMode, MODES);
  requireOne(`${where}: followUpMode`, followUpMode, MODES);
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') {
    throw new DefinitionError(`${where}: systemPrompt must be a text.`);
  }
  if (tools !== undefined && !Array.isArray(tools)) throw new DefinitionError(`${where}: tools must be a list.`);
  for (const hook of FUNCTIONS) {
    if (options[hook] === undefined || typeof options[hook] === 'function') continue;
    throw new DefinitionError(`${where}: ${hook} must be a function.`);
  }
}

function requireKnown(where: string, given: object, known: Readonly<Record<string, true>>): void {
  const strange = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (strange === undefined) return;
  const names = Object.keys(known).join(', ');
  throw new DefinitionError(`${where}: there is no option ${JSON.stringify(strange)}; there are ${names}.`);
}

function requireOne(where: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || allowed.some((name) => name === value)) return;
  const names = allowed.map((name) => JSON.stringify(name)).join(' or ');
  throw new DefinitionError(`${where} must be ${names} (got ${JSON.stringify(value)}).`);
}
