/**
 * Makes a case smaller, one cut at a time: what is tried when a case fails, so that the one that is shown is readable.
 */
import type { JsonObject } from '../../../src/core/json.ts';
import type { ScriptedMessage } from '../../../src/activities/models/scripted.ts';
import type { ScenarioTool } from '../../conformance/scenario.ts';
import type { AgentPart, Case, Conversation } from './case.ts';

/** Every case that is this one with one thing less, the largest cuts first. */
export function smallerCases({ agent, conversations }: Case): readonly Case[] {
  const alone = conversations.length > 1 ? conversations.map((one): Case => ({ agent, conversations: [one] })) : [];
  return [
    ...alone,
    ...eachSmaller(conversations, smallerConversations).map((fewer) => ({ agent, conversations: fewer })),
    ...smallerAgents(agent).map((less) => ({ agent: less, conversations })),
  ];
}

function smallerConversations(conversation: Conversation): readonly Conversation[] {
  const { prompts, script, says } = conversation;
  return [
    ...(prompts.length > 1 ? [{ ...conversation, prompts: prompts.slice(0, 1) }] : []),
    ...without(script).map((fewer) => ({ ...conversation, script: fewer })),
    ...(says.length > 0 ? [{ ...conversation, says: [] }] : []),
    ...without(says).map((fewer) => ({ ...conversation, says: fewer })),
    ...eachSmaller(script, smallerMessages).map((less) => ({ ...conversation, script: less })),
  ];
}

function smallerMessages(message: ScriptedMessage): readonly ScriptedMessage[] {
  const { content } = message;
  return [
    ...(content.length > 1 ? without(content).map((fewer) => ({ ...message, content: fewer })) : []),
    ...content.flatMap((block, index) =>
      block.type === 'toolCall'
        ? withoutMembers(block.arguments).map((args) => ({
            ...message,
            content: content.with(index, { ...block, arguments: args }),
          }))
        : [],
    ),
  ];
}

function smallerAgents(agent: AgentPart): readonly AgentPart[] {
  const { tools = [], ...rest } = agent;
  return [
    ...withoutMembers(rest).map((less) => ({ ...less, tools })),
    ...without(tools).map((fewer) => ({ ...agent, tools: fewer })),
    ...eachSmaller(tools, smallerTools).map((less) => ({ ...agent, tools: less })),
  ];
}

function smallerTools(tool: ScenarioTool): readonly ScenarioTool[] {
  const { prepare, executionMode, ...plain } = tool;
  const { sleepMs, ...behavior } = tool.behavior;
  const properties = (tool.parameters['properties'] ?? {}) as JsonObject;
  return [
    ...(prepare === undefined && executionMode === undefined ? [] : [plain]),
    ...(sleepMs === undefined ? [] : [{ ...tool, behavior: behavior as ScenarioTool['behavior'] }]),
    ...withoutMembers(properties).map((fewer) => ({
      ...tool,
      parameters: { ...tool.parameters, properties: fewer, required: requiredOf(tool.parameters, fewer) },
    })),
  ];
}

function requiredOf(parameters: JsonObject, properties: JsonObject): readonly string[] {
  return ((parameters['required'] ?? []) as readonly string[]).filter((name) => name in properties);
}

/** The list without each of its members in turn. */
function without<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.map((_member, index) => list.toSpliced(index, 1));
}

function withoutMembers<T extends object>(object: T): readonly T[] {
  return Object.keys(object).map(
    (name) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)) as T,
  );
}

/** The list with each of its members made smaller in turn. */
function eachSmaller<T>(list: readonly T[], smaller: (member: T) => readonly T[]): readonly (readonly T[])[] {
  return list.flatMap((member, index) => smaller(member).map((less) => list.with(index, less)));
}
