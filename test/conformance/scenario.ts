/**
 * The shapes of a scenario file: a scripted run, and what the reference loop (pi-agent-core 0.85.1) made of it.
 * Shapes only; `scenario-tool.ts` and `scenario-hooks.ts` give them their meaning.
 */
import type { AgentOptions, ToolResult } from '../../src/agent/index.ts';
import type { JsonObject } from '../../src/core/index.ts';
import type { ScriptedMessage } from '../../src/activities/models/index.ts';

export interface ScenarioFile {
  readonly scenario: Scenario;
  readonly expected: Recording;
}

export interface Scenario
  extends ScenarioHooks, Pick<AgentOptions, 'systemPrompt' | 'toolExecution' | 'steeringMode' | 'followUpMode'> {
  /** One sentence. */
  readonly about?: string;
  /** User messages, one run each, in the same session. */
  readonly prompts: readonly string[];
  /** The model's messages, in order. */
  readonly script: readonly ScriptedMessage[];
  readonly tools?: readonly ScenarioTool[];
  /** What happens when an event is seen. */
  readonly inject?: readonly Injection[];
}

export interface ScenarioTool {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
  readonly parameters: JsonObject;
  readonly executionMode?: 'sequential' | 'parallel';
  readonly prepare?: Preparation;
  readonly behavior: Behavior;
}

export interface Preparation {
  readonly rename?: Readonly<Record<string, string>>;
  /** Fields that hold JSON text. */
  readonly parseJson?: readonly string[];
  readonly set?: JsonObject;
  readonly throw?: string;
}

/** Updates and sleeps come first, then what the kind says. Times in milliseconds. */
export type Behavior = {
  readonly updates?: readonly { readonly text: string; readonly afterMs: number }[];
  readonly sleepMs?: number;
  /** The parameter that holds the milliseconds. */
  readonly sleepArg?: string;
} & (
  | { readonly kind: 'echo' }
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'throw' | 'throwString'; readonly message: string }
);

export interface ScenarioHooks {
  /** The first rule that matches counts. */
  readonly before?: readonly BeforeRule[];
  readonly after?: readonly AfterRule[];
  /** The stop hook says yes from this turn on. */
  readonly stopAfterTurn?: number;
}

/** Every given member must match; `whenArgs` is compared with the validated arguments. */
export interface RuleMatch {
  readonly tool?: string;
  readonly id?: string;
  readonly whenArgs?: JsonObject;
}

export interface BeforeRule extends RuleMatch {
  readonly sleepMs?: number;
  readonly throw?: string;
  readonly block?: boolean;
  readonly reason?: string;
  readonly terminate?: boolean;
}

export interface AfterRule extends RuleMatch {
  readonly whenError?: boolean;
  readonly throw?: string;
  /** Fields of the result to override. */
  readonly set?: Partial<ToolResult> & { readonly isError?: boolean };
}

export interface Injection {
  readonly at: { readonly event: string; readonly toolCallId?: string; readonly turn?: number };
  readonly kind: 'steer' | 'followUp' | 'abort';
  readonly text?: string;
}

/** One execute() that started. */
export interface Execution {
  readonly tool: string;
  readonly toolCallId: string;
  readonly params: JsonObject;
}

/** What is compared. */
export interface Recording {
  readonly messages: readonly JsonObject[];
  readonly events: readonly JsonObject[];
  readonly executed: readonly Execution[];
}
