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
    await root.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    const asked = helpExitCode(error);
    if (asked !== undefined) return asked;
    const { sentence, exitCode: failed } = explainFailure(error);
    screen.note(sentence);
    if (process.env['TURNKEEPER_DEBUG']) console.error(error);
    return failed;
  }
}

/** Help and version are thrown by the parser after it has printed them: asked for, or because no command was named. */
function helpExitCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== 'CommanderError' || !('code' in error)) return undefined;
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return 0;
  return error.code === 'commander.help' ? ('exitCode' in error && error.exitCode === 0 ? 0 : 2) : undefined;
}
