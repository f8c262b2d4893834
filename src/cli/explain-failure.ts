/**
 * What a thrown thing means to the person at the terminal: one sentence and an exit code. It must never show a stack;
 * errors are known by their names, because agent files may bring a copy of the library.
 */

export interface ExplainedFailure {
  readonly sentence: string;
  /** 2: the input or its surroundings must be put right. 1: it was fine, and the work failed. */
  readonly exitCode: 1 | 2;
}

/** Codes of a ClientError for which the caller's input is to blame, or the lack of a server. */
const inputCodes = new Set(['NoServer', 'UnknownSession', 'ClosedSession', 'InvalidInput']);

/** Where a sentence of the client names the thing only, this is the way out. */
const waysOut: Readonly<Record<string, string>> = {
  NoServer: 'start that server, correct TEMPORAL_ADDRESS, or unset it to use the server of this home.',
  UnknownSession: 'see whether the id and the home are right (the folder, or TURNKEEPER_HOME).',
};

export function explainFailure(error: unknown): ExplainedFailure {
  if (!(error instanceof Error)) return { sentence: `Failed: ${oneSentence(String(error))}`, exitCode: 1 };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  switch (error.name) {
    case 'UsageError':
    case 'DefinitionError':
      return { sentence: oneSentence(error.message), exitCode: 2 };
    case 'ServerError':
      return { sentence: oneSentence(error.message.replace(/ Its last lines:\n[^]*$/, '')), exitCode: 2 };
    case 'CommanderError':
      return { sentence: commandLine(error.message), exitCode: 2 };
    case 'ClientError':
      return { sentence: withWayOut(error.message, code), exitCode: inputCodes.has(code) ? 2 : 1 };
    case 'StoreError':
      return { sentence: storeProblem(error), exitCode: 1 };
    case 'WorkflowFailedError': {
      const { cause } = error;
      return {
        sentence: `The session failed: ${oneSentence(cause instanceof Error ? cause.message : error.message)}`,
        exitCode: 1,
      };
    }
    case 'TransportError':
      return { sentence: `The Temporal server cannot be used: ${transport(error.message)}`, exitCode: 2 };
    default:
      return { sentence: `Failed: ${oneSentence(`${error.name}: ${error.message}`)}`, exitCode: 1 };
  }
}

/** Another home has other entries. */
function storeProblem(error: Error): string {
  const isMissing = 'reason' in error && error.reason === 'missing';
  const way = isMissing ? '; is this the home of the worker that wrote it (the folder, or TURNKEEPER_HOME)?' : '';
  return isMissing ? `${oneSentence(error.message).replace(/\.$/, '')}${way}` : oneSentence(error.message);
}

/** The engine's own words, without its dump of the answer. */
function transport(message: string): string {
  const namespace = /Namespace (\S+) (?:was|is) not found/.exec(message)?.[1];
  if (namespace !== undefined) return `it has no namespace "${namespace}"; create it, or correct TEMPORAL_NAMESPACE.`;
  return oneSentence(message.replace(/:? Status \{[^]*$/, '')).replace(/\.?$/, '.');
}

/** A text in one line. */
export function oneSentence(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function withWayOut(message: string, code: string): string {
  // The code also stands for a turn or an approval that is over, whose sentence says enough.
  const way = code === 'UnknownSession' && !message.startsWith('There is no session') ? undefined : waysOut[code];
  return oneSentence(way === undefined ? message : `${message.replace(/\.$/, '')}; ${way}`);
}

/** `error: unknown option '--x'` as a sentence. */
function commandLine(message: string): string {
  const text = oneSentence(message.replace(/^error: /, ''));
  const sentence = text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
  return `${sentence}; see turnkeeper --help.`;
}
