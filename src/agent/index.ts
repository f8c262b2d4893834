/** The agent's door: define an agent and its tools. */
export { defineAgent, isAgent } from './agent.ts';
export type { Agent } from './agent.ts';
export type { AgentOptions } from './agent-options.ts';
export { decideByRule } from './approval-rules.ts';
export type { ApprovalRule, ApprovalRules } from './approval-rules.ts';
export { DefinitionError } from './definition-error.ts';
export type {
  AfterToolCall,
  AfterToolCallResult,
  BeforeToolCall,
  BeforeToolCallResult,
  FinishedTurn,
  HookCall,
  OnApproval,
  ShouldStopAfterTurn,
  TransformContext,
  WaitingApproval,
} from './hooks.ts';
export type { Manifest } from './manifest.ts';
export { isolatedTool } from './isolated-tool.ts';
export type { IsolatedToolOptions } from './isolated-tool.ts';
export { newestMessages } from './newest-messages.ts';
export type { NewestMessagesOptions } from './newest-messages.ts';
export { readResultOffer } from './read-result.ts';
export { unfitProblem } from './unfit-result.ts';
export { defineTool } from './tool.ts';
export type {
  AbortKind,
  AgentTool,
  ApprovalPredicate,
  ApprovalWish,
  Arguments,
  ParameterSchema,
  Reconciled,
  ToolContext,
  ToolResult,
} from './tool.ts';
