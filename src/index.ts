/** The package's door: what an agent file needs. Hosting and watching have doors of their own (`/worker`, `/client`). */
export { Type } from 'typebox';
export type { Static, TSchema } from 'typebox';
export { piModel, scripted } from './activities/models/index.ts';
export type {
  PiModel,
  PiModelOptions,
  ScriptedAnswer,
  ScriptedContext,
  ScriptedMessage,
  ScriptedModel,
  ScriptedOptions,
  ScriptedRequest,
  ScriptedStep,
} from './activities/models/index.ts';
export { approvalWebhook, verifyWebhook } from './activities/webhook/index.ts';
export type { ApprovalWebhookOptions, FromEnvironment, VerifiedWebhook } from './activities/webhook/index.ts';
export { defineAgent, DefinitionError, defineTool, isAgent, isolatedTool } from './agent/index.ts';
export type {
  AbortKind,
  AfterToolCall,
  AfterToolCallResult,
  Agent,
  ApprovalRule,
  ApprovalRules,
  AgentOptions,
  AgentTool,
  Arguments,
  BeforeToolCall,
  BeforeToolCallResult,
  FinishedTurn,
  HookCall,
  IsolatedToolOptions,
  Manifest,
  OnApproval,
  ParameterSchema,
  ShouldStopAfterTurn,
  ToolContext,
  ToolResult,
  WaitingApproval,
} from './agent/index.ts';
export type {
  AgentEvent,
  AssistantMessage,
  CallResult,
  ExecutionMode,
  ImageContent,
  Json,
  JsonObject,
  Message,
  Model,
  ModelDelta,
  ModelFailure,
  ModelRequest,
  OfferedTool,
  QueueMode,
  ReplayPolicy,
  ResultKind,
  RunEnd,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolProgress,
  ToolResultMessage,
  Usage,
  UserMessage,
} from './core/index.ts';
