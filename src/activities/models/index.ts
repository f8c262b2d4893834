/** The models' door: what answers requests, and how an adapter of one's own says that a request failed. */
export { isModelFailure, modelFailure } from './failure.ts';
export type { ModelFailureOptions } from './failure.ts';
export { piModel } from './pi.ts';
export type { PiModel, PiModelOptions } from './pi.ts';
export { scripted } from './scripted.ts';
export type {
  ScriptedAnswer,
  ScriptedContext,
  ScriptedMessage,
  ScriptedModel,
  ScriptedOptions,
  ScriptedRequest,
  ScriptedStep,
} from './scripted.ts';
export type { Model, ModelDelta, ModelFailure, ModelRequest, OfferedTool } from '../../core/model.ts';
