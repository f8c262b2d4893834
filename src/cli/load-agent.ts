/**
 * Loads agent modules: the file that a user names, and the agents it exports. Everything that can be wrong with such a
 * file becomes one sentence that names it. It must never start anything.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Agent } from '../agent/index.ts';
import { isAgent } from '../agent/index.ts';
import { oneSentence } from './explain-failure.ts';
import { UsageError } from './usage-error.ts';

export interface LoadedModule {
  /** The default export, else the only agent. */
  readonly agent: Agent;
  /** Every agent that the module exports, each once. */
  readonly agents: readonly Agent[];
  /** The module's export `prompt`, if it is a text. */
  readonly prompt?: string;
}

/** @throws UsageError if the file cannot be loaded, holds no agent, or several of which none is the default export */
export async function loadAgent(file: string): Promise<LoadedModule> {
  const exports = await load(file);
  const agents = [...new Set(Object.values(exports).filter(isAgent))];
  const [first, second] = agents;
  if (first === undefined) throw new UsageError(`${file} exports no agent: ${missing(exports)}`);
  const { default: named, prompt } = exports;
  if (!isAgent(named) && second !== undefined) {
    const names = agents.map((agent) => agent.name).join(', ');
    throw new UsageError(`${file} exports several agents (${names}): make one of them the default export.`);
  }
  return { agent: isAgent(named) ? named : first, agents, ...(typeof prompt === 'string' ? { prompt } : {}) };
}

/**
 * All agents of several files.
 * @throws UsageError as {@link loadAgent}, and if two agents have one name
 */
export async function loadAgents(files: readonly string[]): Promise<readonly Agent[]> {
  const owners = new Map<string, { readonly file: string; readonly agent: Agent }>();
  for (const file of files) {
    const exports = await load(file);
    const agents = Object.values(exports).filter(isAgent);
    if (agents.length === 0) throw new UsageError(`${file} exports no agent: ${missing(exports)}`);
    for (const agent of agents) {
      const twin = owners.get(agent.name);
      if (twin !== undefined && twin.agent !== agent) {
        throw new UsageError(
          `Two agents are named "${agent.name}", in ${twin.file} and in ${file}: rename one of them.`,
        );
      }
      owners.set(agent.name, { file, agent });
    }
  }
  return [...owners.values()].map(({ agent }) => agent);
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  const absolute = path.resolve(file);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no file ${file}: name the module that exports your agent.`);
  if (stats.isDirectory()) throw new UsageError(`${file} is a folder: name the file in it that exports your agent.`);
  const { href } = pathToFileURL(absolute);
  try {
    return (await import(href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${reason(error, href)}`, { cause: error });
  }
}

function missing(exports: Readonly<Record<string, unknown>>): string {
  const way = 'export what defineAgent({ … }) returns, best as the default export';
  const looksRight = Object.values(exports).some(
    (value) => typeof value === 'object' && value !== null && 'model' in value && 'tools' in value,
  );
  return looksRight ? `it exports plain options; ${way}.` : `${way}.`;
}

function reason(error: unknown, href: string): string {
  if (!(error instanceof Error)) return `it threw ${oneSentence(String(error))}.`;
  // What defineAgent refuses is a sentence of its own, and its place is the agent and the tool that it names.
  if (error.name === 'DefinitionError') return oneSentence(error.message);
  const line = (error.stack ?? '').split(href)[1]?.match(/^:(\d+)/)?.[1];
  const where = line === undefined ? '' : ` (line ${line})`;
  const text = oneSentence(error.message);
  return `${error.name}${text === '' ? '' : `: ${text}`}${where}.`.replace(/\.+$/, '.');
}
