/**
 * Every number that bounds something, in one place. Times in milliseconds, sizes in bytes of UTF-8 JSON.
 */

export const limits = {
  toolTimeout: 600_000,
  /** Bodies that were given up and go on, after which a worker takes no more work and ends. */
  leakedBodies: 20,
  /** How long a cancelled or timed-out tool may take to settle before it is given up. */
  grace: 10_000,
  modelTimeout: 600_000,
  modelAttempts: 5,
  /** The longest wait before another attempt that a model's server may ask for. */
  retryAfter: 3_600_000,
  hookTimeout: 30_000,
  /** How long a call waits for a decision before it counts as denied. */
  approvalExpiry: 86_400_000,
  /** Attempts to tell that a call waits, and the longest pause between two of them. */
  announceAttempts: 20,
  announcePause: 300_000,
  /** How long a webhook may take to answer. */
  webhookTimeout: 10_000,
  /** How old a signed webhook may be when it is verified, and how far ahead of the receiver's clock. */
  webhookAge: 300_000,
  safeToolAttempts: 3,
  heartbeatTimeout: 30_000,
  heartbeatInterval: 1_000,
  /** How often progress is passed on at most: to the heartbeat, by it to the server, and from there to a follower. */
  progressBeat: 250,
  heartbeatThrottle: 500,
  progressPoll: 400,
  /** How long a call waits for a worker of its tool's own queue before it counts as not started. */
  queueWait: 300_000,
  /** Added to tool time-out + grace for the engine's own start-to-close time-out. */
  engineMargin: 10_000,
  turnsPerRun: 100,
  callsInFlight: 50,
  queuedPrompts: 100,
  queuedSteers: 100,
  queuedFollowUps: 100,
  /** Bytes of a user message: with everything else that a session carries it stays below the engine's 2 MiB. */
  messageBytes: 1_750_000,
  /** Bytes that may wait in all queues together, beyond a first message: they are carried through continue-as-new. */
  queuedBytes: 1_000_000,
  /** Update keys (and their answers) that a session remembers, also through continue-as-new, and the bytes of a key. */
  rememberedKeys: 500,
  keyBytes: 200,
  /** Transcripts that a store keeps in memory, in one process. */
  cachedTranscriptBytes: 64_000_000,
  toolNameLength: 128,
  /** A payload above this is not sent to the engine, whose own limit is 2 MiB. */
  payloadBytes: 1_900_000,
  /** Verdicts, and with them the arguments scheduled together, in one workflow task. */
  taskBytes: 1_800_000,
  /** The answer of a local step that precedes large commands of the same workflow task. */
  localBytes: 300_000,
  /** Text of a result, above which the model gets an excerpt and the whole lies in the store. */
  resultBytes: 100_000,
  excerptBytes: 20_000,
  /** A result above this is not even stored. */
  storedBytes: 200_000_000,
  /** All results of one batch: its turn's history holds them, and the engine ends one of 50 MiB. */
  batchBytes: 10_000_000,
  /** Characters that one call of `read_result` gives, if it does not say. */
  readCharacters: 10_000,
  /** Characters of the text of a refused call; its reason may come from anywhere. */
  refusalText: 10_000,
  /** Characters of a reason, and of a name, that an operator gives: the session carries them with its queues. */
  saidReason: 2_000,
  saidName: 200,
  /** Decisions that a turn keeps before their calls begin to wait. */
  earlyDecisions: 1_000,
  /** Bytes of arguments that somebody edited: they are recorded as what was decided, and as what runs. */
  editedArgs: 800_000,
  /** Levels of nesting in arguments that are recorded; recursive code of others reads them. */
  argumentDepth: 1_000,
  /** Progress updates kept per call for followers of the same process, and their size. */
  progressKept: 256,
  progressBytes: 64_000,
  /** How often what a model says is published at most, and the characters of its end that heartbeats carry. */
  modelPause: 50,
  modelTail: 4_000,
  /** Facts of one history that are kept for its followers in a process, and their size. */
  followedFacts: 1_000,
  followedBytes: 4_000_000,
  /** The progress that a heartbeat carries; the server keeps it, and a time-out records it. */
  heartbeatBytes: 16_000,
  /** How long a local activity may hold its workflow task before the step is done as an ordinary activity. */
  localStepTimeout: 3_000,
  rollOverTurns: 500,
  rollOverEvents: 4_000,
  /** Bytes of a session's history; the engine ends one of 50 MiB. */
  rollOverBytes: 8_000_000,
  /** How long a sender waits for a worker to take its message. */
  answerWait: 10_000,
  /** How long an operator waits to see the effect of what was said. */
  effectWait: 15_000,
  /** Milliseconds of any time that a definition gives: more than a timer of the platform can wait. */
  longestTime: 2_147_483_647,
  /** Milliseconds that a session may be idle before it closes: ten years, where no time is given for ever. */
  longestIdle: 315_360_000_000,
  /** Sentences about what was mended in a request to the model, and their characters. */
  requestNotes: 20,
  requestNote: 500,
  /** Characters of what a tool, a hook or a model threw. */
  thrownText: 100_000,
  /** Characters of a summary in Temporal's own pages, and its bytes as JSON; the engine refuses one above 400. */
  summaryText: 100,
  summaryBytes: 300,
} as const;
