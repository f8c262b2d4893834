/**
 * The steps of a turn as the workflow calls them: names and signatures of the activities. `tool.NAME` is not in this
 * list; its input and result are `ToolInput` and `CallResult`.
 */
import type {
  AnnounceInput,
  AnsweredTurn,
  AskModelInput,
  ClearCallsInput,
  ClearedBatch,
  CommitInput,
  CommittedTurn,
  RecoverInput,
  RecoverTurnInput,
  RecoveredCall,
  RecoveredTurn,
  SettleApprovalInput,
  SettledApproval,
  StopInput,
} from './turn.ts';

export interface TurnSteps {
  /** Asks the model, appends its message to the transcript. May run more than once; the recorded answer counts. */
  callModel(input: AskModelInput): Promise<AnsweredTurn>;
  /** The same snapshot for a given message, without a model. */
  offerTools(input: AskModelInput): Promise<AnsweredTurn>;
  /** Lookup, prepareArguments, validation and the gate, per call in call order. */
  clearCalls(input: ClearCallsInput): Promise<ClearedBatch>;
  /** Tells the agent's approval hook that a call waits. May run more than once. */
  announceApproval(input: AnnounceInput): Promise<void>;
  /** Turns a decision about a pending call into its verdict; edited arguments are validated again. */
  settleApproval(input: SettleApprovalInput): Promise<SettledApproval>;
  /** Reads the history of a turn that died, and commits what it did. */
  recoverTurn(input: RecoverTurnInput): Promise<RecoveredTurn>;
  /** Appends messages to the transcript; idempotent. */
  commitMessages(input: CommitInput): Promise<CommittedTurn>;
  /** Finds out what happened to a call whose worker was lost. */
  recoverCall(input: RecoverInput): Promise<RecoveredCall>;
  /** Asks the agent's stop hook. */
  shouldStop(input: StopInput): Promise<boolean>;
}
