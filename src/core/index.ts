/** The core's door: the words of the domain, and the pure functions that others may build on. */
export { canonicalJson, sha256Hex } from './canonical.ts';
export type { CallResult, ClearedCall, RefusedCall, Verdict } from './calls.ts';
export { resultKind, resultKinds } from './errors.ts';
export type { ResultGroup, ResultKind } from './errors.ts';
export type { AgentEvent, FollowedEvent, ModelProgress, ToolProgress } from './events.ts';
export { callId, idempotencyKey, isSessionId, turnWorkflowId } from './identity.ts';
export type { TurnRef } from './identity.ts';
export type { Json, JsonObject } from './json.ts';
export { limits } from './limits.ts';
export type { AgentPolicy, ExecutionMode, ManifestEntry, QueueMode, ReplayPolicy } from './manifest.ts';
export type {
  AssistantMessage,
  ImageContent,
  Message,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserMessage,
} from './messages.ts';
export type { Model, ModelDelta, ModelFailure, ModelRequest, OfferedTool } from './model.ts';
export type { ProgressSource } from './progress.ts';
export type { QueueAnswer, RunEnd, RunMemo, SessionOutcome } from './session.ts';
export type { TranscriptEntry, TranscriptStore } from './transcript.ts';
