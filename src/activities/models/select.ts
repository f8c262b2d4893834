/**
 * Which model answers a request: the session's choice, else the agent's. It keeps one adapter per name and nothing else.
 */
import type { Model } from '../../core/model.ts';
import { piModel } from './pi.ts';

const made = new Map<string, Model>();

/**
 * `override` (`provider/id`) wins over the agent's model, unless it is that model's own name. Throws a ModelFailure that
 * is not retryable if a name is not of the form `provider/id`.
 */
export function selectModel(agentModel: Model | string, override?: string): Model {
  const chosen = override ?? agentModel;
  if (typeof chosen !== 'string') return chosen;
  if (typeof agentModel !== 'string' && agentModel.name === chosen) return agentModel;
  const model = made.get(chosen) ?? piModel(chosen);
  made.set(chosen, model);
  return model;
}
