/**
 * Makes the manifest of an agent's tools: the data that says what the model was offered. Refuses what could not be
 * offered or run.
 */
import { canonicalJson, sha256Hex } from '../core/canonical.ts';
import type { JsonObject } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { ManifestEntry } from '../core/manifest.ts';
import type { OfferedTool } from '../core/model.ts';
import { readResultTool } from '../core/stored-result.ts';
import { DefinitionError } from './definition-error.ts';
import { readResultOffer } from './read-result.ts';
import type { AgentTool } from './tool.ts';
import { compileSchema } from './validation/index.ts';

export interface Manifest {
  readonly hash: string;
  /** By exact tool name. */
  readonly entries: ReadonlyMap<string, ManifestEntry>;
  /** What the model sees, in the order of definition. */
  readonly offered: readonly OfferedTool[];
  /** Offered beside them once the transcript holds a result for it to read; absent if a tool of the agent has its name. */
  readonly reader?: OfferedTool;
}

const readResultEntry: ManifestEntry = {
  name: readResultTool,
  schemaHash: sha256Hex(canonicalJson(readResultOffer.parameters)),
  replay: 'safe',
  timeout: limits.toolTimeout,
};

/** @throws DefinitionError naming the tool */
export function buildManifest(agent: string, tools: readonly AgentTool[]): Manifest {
  const entries = new Map<string, ManifestEntry>();
  const offered: OfferedTool[] = [];
  for (const tool of tools) {
    const where = `Agent "${agent}", tool ${JSON.stringify(tool.name)}`;
    checkTool(where, tool);
    if (entries.has(tool.name)) throw new DefinitionError(`${where}: two tools have this name; give each its own.`);
    const parameters = plainSchema(where, tool.parameters);
    entries.set(tool.name, manifestEntry(tool, parameters, where));
    offered.push({ name: tool.name, description: tool.description, parameters });
  }
  const hash = sha256Hex(canonicalJson({ entries: [...entries.values()], offered }));
  if (tools.length === 0 || entries.has(readResultTool)) return { hash, entries, offered };
  entries.set(readResultTool, readResultEntry);
  return { hash, entries, offered, reader: readResultOffer };
}

function manifestEntry(tool: AgentTool, parameters: JsonObject, where: string): ManifestEntry {
  const compiled = compileSchema(parameters);
  if (compiled.kind === 'unusable')
    throw new DefinitionError(`${where}: its parameters cannot be used: ${compiled.reason}`);
  return {
    name: tool.name,
    schemaHash: sha256Hex(canonicalJson(parameters)),
    ...(tool.executionMode === undefined ? {} : { executionMode: tool.executionMode }),
    replay: tool.replay ?? 'never',
    timeout: tool.timeout ?? limits.toolTimeout,
    ...(tool.taskQueue === undefined
      ? {}
      : { taskQueue: tool.taskQueue, queueTimeout: tool.queueTimeout ?? limits.queueWait }),
  };
}

function checkTool(where: string, tool: AgentTool): void {
  const { name, timeout } = tool;
  if (typeof name !== 'string' || name.length === 0 || name.length > limits.toolNameLength) {
    throw new DefinitionError(`${where}: a name must have 1 to ${String(limits.toolNameLength)} characters.`);
  }
  if (typeof tool.execute !== 'function') throw new DefinitionError(`${where}: execute must be a function.`);
  requireTime(`${where}: timeout`, timeout);
  requireTime(`${where}: queueTimeout`, tool.queueTimeout);
  if (tool.queueTimeout !== undefined && tool.taskQueue === undefined) {
    throw new DefinitionError(`${where}: queueTimeout needs a taskQueue; the agent's own queue has its workers.`);
  }
  requireTime(`${where}: approvalExpiry`, tool.approvalExpiry, Number.MAX_SAFE_INTEGER);
}

function requireTime(what: string, time: number | undefined, longest: number = limits.longestTime): void {
  if (time === undefined || (Number.isFinite(time) && time >= 1 && time <= longest)) return;
  throw new DefinitionError(`${what} must be milliseconds from 1 to ${String(longest)} (got ${String(time)}).`);
}

/** The schema as plain JSON, without a schema library's own marks. */
function plainSchema(where: string, parameters: unknown): JsonObject {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw new DefinitionError(`${where}: parameters must be a JSON Schema object.`);
  }
  try {
    return JSON.parse(JSON.stringify(parameters)) as JsonObject;
  } catch (error) {
    throw new DefinitionError(
      `${where}: parameters are not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
