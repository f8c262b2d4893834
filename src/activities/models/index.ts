/** The models' door: what an agent may ask. */
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
export { piModel } from './pi.ts';
export type { PiModel, PiModelOptions } from './pi.ts';
export { modelFailure } from './failure.ts';
