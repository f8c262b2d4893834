/**
 * One round as data: which session is hit where, and what its calls may do about it. Shapes, names and the prompt that
 * carries them to the worker; nothing here waits or judges.
 */
export const policies = ['never', 'safe', 'reconcile'] as const;

/** `reconcile` is a tool with replay `never` that can be asked what became of a call. */
export type Policy = (typeof policies)[number];

/**
 * Where the fake service can hold a session: the model's request, the gate's hook, before a tool's started mark, before
 * and after its effect, in the after hook, between receipt and report, before the commit.
 */
export type Place = 'model' | 'clear' | 'begin' | 'before' | 'after' | 'hook' | 'report' | 'append';

export type Site =
  | 'X1'
  | 'X2'
  | 'X3 unmarked'
  | 'X3'
  | 'X4'
  | 'X4 in the after hook'
  | 'X4 with receipt'
  | 'X4 at 30 s'
  | 'X5'
  | 'X6 short'
  | 'X6 long'
  | 'X7'
  | 'X8'
  | 'random worker'
  | 'random server'
  | 'store away';

export interface Round {
  readonly session: string;
  readonly site: Site;
  readonly policy: Policy;
  readonly mode: 'sequential' | 'parallel';
  /** The call with index 1 waits for an approval. */
  readonly gated: boolean;
  /** The agent with a before and an after hook. */
  readonly hooked: boolean;
  /** Where it is held when the blow falls; absent: it runs freely. */
  readonly place?: Place;
  /** The call that is hit. */
  readonly target: number;
}

/** What the model is asked; it reads from it which calls it makes. */
export type Prompt = Pick<Round, 'session' | 'policy' | 'mode' | 'gated'>;

/** Calls of the one batch of a round. */
export const CALLS = 3;

/** The call that waits for an approval in a gated round. */
export const GATED = 1;

export function toolName({ policy, mode }: Pick<Round, 'policy' | 'mode'>): string {
  return `${policy}_${mode}`;
}

export function callIdOf(session: string, index: number): string {
  return `${session}-c${String(index)}`;
}

/** The session and index in an id that {@link callIdOf} made. */
export function sessionOfCall(id: string): string {
  return id.slice(0, id.lastIndexOf('-c'));
}

export function promptOf({ session, policy, mode, gated }: Round): string {
  return JSON.stringify({ session, policy, mode, gated } satisfies Prompt);
}

export function readPrompt(text: string): Prompt {
  return JSON.parse(text) as Prompt;
}

/** What a call's tool answers when its effect is done, whoever asks. */
export function doneText(key: string): string {
  return `done ${key}`;
}

/** The agent of a volley: with hooks or without. */
export function agentName(volley: string, hooked: boolean): string {
  return `${volley}-${hooked ? 'hooked' : 'plain'}`;
}
