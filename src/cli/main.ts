/**
 * The command line: parse, call, print. It owns what a user sees of a failure: one sentence on stderr and an exit code,
 * never a stack.
 */
import { explainFailure } from './explain-failure.ts';
import { program } from './program.ts';
import { openScreen } from './screen.ts';

/**
 * Runs one command.
 * @param argv without node and script
 * @returns the exit code: 0 done, 1 the work failed, 2 bad input, 130 and 143 interrupted
 */
export async function main(argv: readonly string[]): Promise<number> {
  const screen = openScreen(process);
  // Stdout carries the command's own output; what agent code prints must not get into it.
  console.log = console.info = console.debug = console.error;
  let exitCode = 0;
  const root = program(screen, (code) => {
    exitCode = code;
  });
  try {
    if (argv.length === 0) {
      process.stderr.write(root.helpInformation());
      return 2;
    }
    await root.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (isHelp(error)) return 0;
    const { sentence, exitCode: failed } = explainFailure(error);
    screen.note(sentence);
    if (process.env['TURNKEEPER_DEBUG']) console.error(error);
    return failed;
  }
}

/** Help and version are thrown by the parser after it has printed them. */
function isHelp(error: unknown): boolean {
  return error instanceof Error && 'exitCode' in error && error.exitCode === 0 && error.name === 'CommanderError';
}
