/**
 * Defines an agent: checks everything that can be checked before a session exists, and freezes it.
 */
import { isAgentName } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { AgentPolicy } from '../core/manifest.ts';
import type { AgentOptions } from './agent-options.ts';
import { checkApprovalRules } from './approval-rules.ts';
import { checkSpelling } from './check-spelling.ts';
import { DefinitionError } from './definition-error.ts';
import type { Manifest } from './manifest.ts';
import { buildManifest } from './manifest.ts';
import type { AgentTool } from './tool.ts';

/** A checked agent. Made by {@link defineAgent} only. */
export interface Agent extends AgentOptions {
  readonly kind: 'turnkeeper-agent';
  readonly systemPrompt: string;
  readonly tools: readonly AgentTool[];
  readonly manifest: Manifest;
  readonly policy: AgentPolicy;
}

/** @throws DefinitionError in one sentence that names the agent or the tool, and what to change */
export function defineAgent(options: AgentOptions): Agent {
  if (!isAgentName(options.name)) {
    throw new DefinitionError(
      `An agent's name must be 1 to 64 of A-Z a-z 0-9 . _ - (got ${JSON.stringify(options.name)}).`,
    );
  }
  checkSpelling(options);
  if (typeof options.model !== 'string' && !hasRespond(options.model)) {
    throw new DefinitionError(
      `Agent "${options.name}" needs a model: "provider/id", scripted([…]) or an object with respond().`,
    );
  }
  checkResultBytes(options);
  checkApprovalRules(options.name, options.approvals ?? {});
  const tools = options.tools ?? [];
  const manifest = buildManifest(options.name, tools);
  return Object.freeze({
    ...options,
    kind: 'turnkeeper-agent' as const,
    systemPrompt: options.systemPrompt ?? '',
    tools: Object.freeze([...tools]),
    manifest,
    policy: Object.freeze(policyOf(options)),
  });
}

/** Looks at what a caller without types may have given. */
function hasRespond(model: unknown): boolean {
  return typeof model === 'object' && model !== null && 'respond' in model && typeof model.respond === 'function';
}

/** Is this what {@link defineAgent} returns? Looks at the shape, so that another copy of the package is recognised. */
export function isAgent(value: unknown): value is Agent {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'turnkeeper-agent';
}

function policyOf(options: AgentOptions): AgentPolicy {
  const { name, limits: own = {} } = options;
  return {
    toolExecution: options.toolExecution ?? 'parallel',
    hooks: [
      ...(options.beforeToolCall === undefined ? [] : (['before'] as const)),
      ...(options.afterToolCall === undefined ? [] : (['after'] as const)),
      ...(options.shouldStopAfterTurn === undefined ? [] : (['stop'] as const)),
      ...(options.onApproval === undefined ? [] : (['approval'] as const)),
    ],
    steeringMode: options.steeringMode ?? 'one-at-a-time',
    followUpMode: options.followUpMode ?? 'one-at-a-time',
    turnsPerRun: atLeastOne(name, 'turnsPerRun', own.turnsPerRun ?? limits.turnsPerRun),
    ...(own.sameTurns === undefined ? {} : { sameTurns: atLeastOne(name, 'sameTurns', own.sameTurns) }),
    ...(own.rollOverTurns === undefined ? {} : { rollOverTurns: atLeastOne(name, 'rollOverTurns', own.rollOverTurns) }),
    callsInFlight: atLeastOne(name, 'callsInFlight', own.callsInFlight ?? limits.callsInFlight),
    grace: atLeastOne(name, 'grace', own.grace ?? limits.grace),
    hookTimeout: atLeastOne(name, 'hookTimeout', own.hookTimeout ?? limits.hookTimeout),
    heartbeatTimeout: atLeast(1_000, name, ['heartbeatTimeout', own.heartbeatTimeout ?? limits.heartbeatTimeout]),
    ...(own.idleExpiry === undefined
      ? {}
      : { idleExpiry: atLeast(1, name, ['idleExpiry', own.idleExpiry, limits.longestIdle]) }),
  };
}

/** Read by the workers alone: it is no part of the policy that a turn records. */
function checkResultBytes({ name, limits: own }: AgentOptions): void {
  if (own?.resultBytes !== undefined) atLeast(1_000, name, ['resultBytes', own.resultBytes, limits.payloadBytes]);
}

function atLeastOne(agent: string, limit: string, value: number): number {
  return atLeast(1, agent, [limit, value]);
}

function atLeast(
  least: number,
  agent: string,
  [limit, value, most = limits.longestTime]: readonly [string, number, number?],
): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new DefinitionError(
      `Agent "${agent}": limits.${limit} must be a whole number from ${String(least)} to ${String(most)} (got ${String(value)}).`,
    );
  }
  return value;
}
