/** Whatever is thrown, a person gets one sentence. */
import { expect, it } from 'vitest';
import { explainFailure } from '../../../src/cli/explain-failure.ts';

function thrown(name: string, message: string, code?: string): Error {
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}

it.each([
  ['bad input', thrown('UsageError', 'No file x.'), 'No file x.', 2],
  ['a definition', thrown('DefinitionError', 'Agent "a": no.'), 'Agent "a": no.', 2],
  [
    'a server with its log',
    thrown('ServerError', 'It failed; see log. Its last lines:\nx\ny'),
    'It failed; see log.',
    2,
  ],
  [
    'an unknown option',
    thrown('CommanderError', "error: unknown option '--x'\n(Did you mean --y?)"),
    "Unknown option '--x' (Did you mean --y?); see turnkeeper --help.",
    2,
  ],
  [
    'a worker that is missing',
    thrown('ClientError', 'No worker is polling q.', 'NoWorker'),
    'No worker is polling q.',
    1,
  ],
  ['a closed session', thrown('ClientError', 'Session "s" is closed.', 'ClosedSession'), 'Session "s" is closed.', 2],
  [
    'a namespace that is missing',
    thrown('TransportError', 'Namespace x was not found or …: Status { code: 5,\n m }'),
    'The Temporal server cannot be used: it has no namespace "x"; create it, or correct TEMPORAL_NAMESPACE.',
    2,
  ],
  ['a bug', thrown('TypeError', 'x is\nnot a function'), 'Failed: TypeError: x is not a function', 1],
  ['a text', 'just so', 'Failed: just so', 1],
])('%s becomes one sentence and an exit code', (_what, error, sentence, exitCode) => {
  expect(explainFailure(error)).toEqual({ sentence, exitCode });
});
