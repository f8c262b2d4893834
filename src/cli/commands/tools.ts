/** `turnkeeper tools`: what the model would see, and how each tool would run. Needs no server. */
import type { Agent } from '../../agent/index.ts';
import type { ManifestEntry } from '../../core/manifest.ts';
import type { OfferedTool } from '../../core/model.ts';
import { loadAgent } from '../load-agent.ts';
import { duration } from '../render/duration.ts';
import { cut, fold } from '../render/fold.ts';
import { visibleJson, visibleLine, visibleLines } from '../render/visible.ts';
import type { Screen } from '../screen.ts';

export interface ToolsInput {
  readonly file: string;
  readonly json?: true;
}

export async function tools(screen: Screen, { file, json }: ToolsInput): Promise<number> {
  const { agent } = await loadAgent(file);
  if (json === undefined) screen.print(lines(agent, screen));
  else screen.printJson(data(agent));
  return 0;
}

function data(agent: Agent): object {
  const { hash, offered } = agent.manifest;
  return {
    v: 1,
    agent: agent.name,
    manifestHash: hash,
    tools: offered.map((tool) => ({ ...entryOf(agent, tool), executionMode: modeOf(agent, tool), ...tool })),
  };
}

function lines(agent: Agent, { style, width }: Screen): readonly string[] {
  const { hash, offered } = agent.manifest;
  const count = `${offered.length} ${offered.length === 1 ? 'tool' : 'tools'}`;
  return [
    `${style.bold(`agent ${agent.name}`)}${style.dim(` · ${count} · manifest ${hash.slice(0, 12)}`)}`,
    ...offered.flatMap((tool) => {
      const entry = entryOf(agent, tool);
      const runs = [
        `schema ${entry?.schemaHash.slice(0, 12) ?? ''}`,
        modeOf(agent, tool),
        `replay ${entry?.replay ?? ''}`,
        `timeout ${duration(entry?.timeout ?? 0)}`,
        ...(entry?.taskQueue === undefined ? [] : [`queue ${visibleLine(entry.taskQueue)}`]),
      ];
      return [
        '',
        style.bold(visibleLine(tool.name)),
        ...fold(visibleLines(tool.description), { width: width - 2, most: 6 }).map((line) => `  ${line}`),
        `  ${style.dim(runs.join(' · '))}`,
        `  ${cut(visibleJson(tool.parameters), width * 4)}`,
      ];
    }),
  ];
}

function entryOf(agent: Agent, tool: OfferedTool): ManifestEntry | undefined {
  return agent.manifest.entries.get(tool.name);
}

/** The tool's own mode, else the agent's. */
function modeOf(agent: Agent, tool: OfferedTool): string {
  return entryOf(agent, tool)?.executionMode ?? agent.policy.toolExecution;
}
