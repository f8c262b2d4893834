/**
 * Finds the model that `provider/id` names, its address and its key: in pi-ai's catalogue and in the environment.
 * A key must never leave here except inside pi-ai's own request.
 */
import type * as Pi from '@earendil-works/pi-ai';
import { modelFailure } from './failure.ts';

export interface CatalogueOptions {
  /** Address of a server; the default is `PROVIDER_BASE_URL` of the environment, then the provider's own. */
  readonly baseUrl?: string;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface FoundModel {
  readonly models: Pi.Models;
  readonly model: Pi.Model<Pi.Api>;
}

export interface ModelSpec {
  readonly provider: string;
  readonly id: string;
}

/** Splits at the first slash. Throws a ModelFailure that is not retryable if there is none. */
export function parseSpec(spec: string): ModelSpec {
  const slash = spec.indexOf('/');
  if (slash < 1 || slash === spec.length - 1) {
    throw refusal(`Model "${spec}" is not of the form provider/id; write for example openai/gpt-4o-mini`);
  }
  return { provider: spec.slice(0, slash), id: spec.slice(slash + 1) };
}

/**
 * Looks a model up. With an address of its own (option or `PROVIDER_BASE_URL`, say `OPENAI_BASE_URL`) any id is taken,
 * and a provider that pi-ai does not know or that speaks the Responses API is asked in OpenAI's chat-completions form;
 * its key is then `PROVIDER_API_KEY`, and none is needed. Throws a ModelFailure that is not retryable if it is unknown.
 */
export async function findModel({ provider, id }: ModelSpec, options: CatalogueOptions): Promise<FoundModel> {
  const { env = process.env } = options;
  const prefix = provider.toUpperCase().replace(/[^A-Z0-9]/g, '_');
  const { builtinModels } = await import('@earendil-works/pi-ai/providers/all');
  const models = builtinModels({ authContext: authContext(env) });
  const known = models.getProvider(provider);
  const entry = models.getModel(provider, id);
  const baseUrl = options.baseUrl ?? env[`${prefix}_BASE_URL`];
  if (baseUrl === undefined || baseUrl === '') {
    if (entry !== undefined) return { models, model: entry };
    if (known === undefined) {
      const names = models.getProviders().map((one) => one.id);
      const way = `set ${prefix}_BASE_URL to the address of an OpenAI-compatible server, or use one of: ${names.join(', ')}`;
      throw refusal(`Model provider "${provider}" is not known; ${way}`);
    }
    const some = known
      .getModels()
      .slice(0, 5)
      .map((one) => `${provider}/${one.id}`);
    throw refusal(`Provider "${provider}" has no model "${id}"; it has for example ${some.join(', ')}`);
  }
  const api = entry?.api ?? known?.getModels()[0]?.api ?? 'openai-completions';
  const model = { ...(entry ?? unknownModel(provider, id, api)), api, baseUrl };
  if (api !== 'openai-completions' && api !== 'openai-responses') return { models, model };

  const { createProvider } = await import('@earendil-works/pi-ai/models');
  const { openAICompletionsApi } = await import('@earendil-works/pi-ai/api/openai-completions.lazy');
  const plain = compatibleModel(model);
  const auth: Pi.ApiKeyAuth = {
    name: `${provider} API key`,
    async resolve(input) {
      const own = await known?.auth.apiKey?.resolve(input);
      return own ?? { auth: { apiKey: (await input.ctx.env(`${prefix}_API_KEY`)) || 'none' } };
    },
  };
  models.setProvider(
    createProvider({ id: provider, baseUrl, auth: { apiKey: auth }, models: [plain], api: openAICompletionsApi() }),
  );
  return { models, model: plain };
}

/** The secrets that pi-ai will send, to be taken out of texts. Throws a ModelFailure, not retryable, if the key is missing. */
export async function findSecrets(
  { models, model }: FoundModel,
  options: CatalogueOptions,
): Promise<readonly string[]> {
  const { env = process.env } = options;
  const asked: string[] = [];
  const provider = models.getProvider(model.provider);
  const found = await models.getAuth(model);
  if (found === undefined) {
    const ctx = { ...authContext(env), env: (name: string) => Promise.resolve(void asked.push(name)) };
    await provider?.auth.apiKey?.resolve({ ctx, signal: new AbortController().signal }).catch(() => undefined);
    const name = asked.find((one) => one.endsWith('_API_KEY')) ?? asked[0];
    const way = name === undefined ? 'configure it as pi-ai documents' : `set ${name} in the environment of the worker`;
    throw refusal(`There is no key for model provider "${model.provider}"; ${way}`);
  }
  const headers = Object.values(found.auth.headers ?? {}).filter((value) => value !== null);
  const named = Object.entries(found.env ?? {}).filter(([name]) => /KEY|TOKEN|SECRET/.test(name));
  const all = [found.auth.apiKey ?? '', ...headers, ...named.map(([, value]) => value)];
  return all.filter((secret) => secret.length > 4);
}

function authContext(env: Readonly<Record<string, string | undefined>>): Pi.AuthContext {
  return {
    env: (name) => Promise.resolve(env[name]),
    fileExists: async (path) => {
      const { existsSync } = await import('node:fs');
      return existsSync(path.replace(/^~(?=\/)/, env['HOME'] ?? '~'));
    },
  };
}

/** Nothing is known: no price, no reasoning; no limit of the output (0 sends none) where the API needs none. */
function unknownModel(provider: string, id: string, api: string): Pi.Model<Pi.Api> {
  return {
    id,
    name: id,
    api,
    provider,
    baseUrl: '',
    reasoning: false,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 1_000_000,
    maxTokens: api.startsWith('openai') ? 0 : 8192,
  };
}

/** Only what every OpenAI-compatible server takes. */
function compatibleModel(model: Pi.Model<Pi.Api>): Pi.Model<'openai-completions'> {
  const { compat, thinkingLevelMap: _levels, ...rest } = model;
  const own = model.api === 'openai-completions' ? (compat as Pi.OpenAICompletionsCompat | undefined) : undefined;
  return {
    ...rest,
    api: 'openai-completions',
    reasoning: own !== undefined && model.reasoning,
    compat: own ?? { supportsStore: false, supportsDeveloperRole: false, maxTokensField: 'max_tokens' },
  };
}

function refusal(message: string): Error {
  return modelFailure(`${message}.`, { retryable: false });
}
