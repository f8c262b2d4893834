/** What the test and its worker's process tell each other. Shapes only. */
import type { JsonObject } from '../../../../src/core/json.ts';
import type { AssistantMessage, Message } from '../../../../src/core/messages.ts';
import type { OfferedTool } from '../../../../src/core/model.ts';

export interface Place {
  readonly session: string;
  readonly turn: number;
  readonly index: number;
  readonly attempt: number;
  readonly key: string;
}

/** From the worker. `id` names a request or a body within its process. */
export type News =
  | { readonly kind: 'up' }
  | {
      readonly kind: 'asked';
      readonly id: number;
      readonly messages: readonly Message[];
      readonly tools: readonly OfferedTool[];
    }
  | { readonly kind: 'started'; readonly id: number; readonly place: Place; readonly args: JsonObject }
  /** The request or body has ended: settled as it was told, or stopped by its signal. */
  | { readonly kind: 'over'; readonly id: number; readonly how: 'settled' | 'stopped' };

/** To the worker. */
export type Order =
  | { readonly kind: 'answer'; readonly id: number; readonly message: AssistantMessage }
  | { readonly kind: 'fail'; readonly id: number }
  | { readonly kind: 'settle'; readonly id: number; readonly outcome: 'ok' | 'error' }
  | { readonly kind: 'shutdown' };

/** What the process is started with. */
export interface Setting {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly agent: string;
}

/** The text of a user message: whose it is, and which. */
export const textOf = (session: string, name: string): string => `${session} ${name}`;

export const sessionOf = (messages: readonly Message[]): string => {
  const first = messages.find(({ role }) => role === 'user');
  const text = typeof first?.content === 'string' ? first.content : JSON.stringify(first?.content);
  return /session-[0-9a-f]+/.exec(text)?.[0] ?? '';
};
