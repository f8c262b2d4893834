/**
 * Makes an agent out of a scenario: its tools, its hooks, and a model that plays its script.
 */
import { scripted } from '../../src/activities/models/index.ts';
import type { Agent } from '../../src/agent/index.ts';
import { defineAgent } from '../../src/agent/index.ts';
import type { Model } from '../../src/core/index.ts';
import type { Scenario } from './scenario.ts';
import { scenarioHooks } from './scenario-hooks.ts';
import type { OnExecute } from './scenario-tool.ts';
import { scenarioTool } from './scenario-tool.ts';

export interface ScenarioAgentOptions {
  readonly name: string;
  readonly onExecute: OnExecute;
  /** Default: one that plays the scenario's script. */
  readonly model?: Model;
}

export function scenarioAgent(scenario: Scenario, options: ScenarioAgentOptions): Agent {
  const { systemPrompt, toolExecution, steeringMode, followUpMode, stopAfterTurn, tools = [] } = scenario;
  return defineAgent({
    name: options.name,
    model: options.model ?? scripted(scenario.script),
    tools: tools.map((tool) => scenarioTool(tool, options.onExecute)),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(toolExecution === undefined ? {} : { toolExecution }),
    ...(steeringMode === undefined ? {} : { steeringMode }),
    ...(followUpMode === undefined ? {} : { followUpMode }),
    ...scenarioHooks(scenario),
    ...(stopAfterTurn === undefined ? {} : { shouldStopAfterTurn: ({ turn }) => turn >= stopAfterTurn }),
  });
}
