/** The grammar of the commands that look at sessions, and their help. Parsing only. */
import type { LsInput } from './commands/ls.ts';
import type { ResultInput } from './commands/result.ts';
import type { ShowInput } from './commands/show.ts';
import type { TranscriptInput } from './commands/transcript.ts';
import type { WatchInput } from './commands/watch.ts';
import type { Add } from './grammar.ts';
import { examples, wholeNumber } from './grammar.ts';

export const addOverview: Add = (root, screen, onExit) => {
  root
    .command('ls')
    .description('Lists sessions, newest activity first: what each does and what it waits for. Needs no worker.')
    .option('--waiting', 'only those with a call that waits for a decision')
    .option('--failed', 'only those that are stuck, did not end by themselves, or whose last run failed')
    .option('--agent <name>', 'only those of this agent')
    .option('--limit <n>', 'how many at most', wholeNumber, 50)
    .option('--json', 'print each one as one line of JSON')
    .addHelpText(
      'after',
      `\nStates: running, waiting (for a decision), retrying, stuck, idle; closed, expired, failed, terminated, timed out,\ncancelled. The note "no worker" says that something is to be done and nobody polls the queue of its agent.\n${examples('turnkeeper ls', 'turnkeeper ls --waiting', 'turnkeeper ls --failed --agent ops --json')}`,
    )
    .action(async (options: LsInput) => {
      const { ls } = await import('./commands/ls.ts');
      onExit(await ls(screen, options));
    });
  root
    .command('show')
    .description("Shows a session's turns and calls with times, durations, arguments and results, from the record.")
    .argument('<session>', 'id of the session')
    .option('--full', 'show results and arguments whole')
    .option('--json', 'print the record, then every event, each as one line of JSON')
    .addHelpText('after', examples('turnkeeper show ops-20261201-143005-x7f2', 'turnkeeper show deploy-42 --json'))
    .action(async (session: string, options: Omit<ShowInput, 'session'>) => {
      const { show } = await import('./commands/show.ts');
      onExit(await show(screen, { ...options, session }));
    });
  root
    .command('watch')
    .description(
      'Follows a session as it goes, from its run under way or its last one, until it ends. Needs no worker.',
    )
    .argument('<session>', 'id of the session')
    .option('--all', 'from its first run on')
    .option('--full', 'show results and arguments whole')
    .option('--json', 'print every event as one line of JSON')
    .addHelpText(
      'after',
      `\nThe session does not notice: Ctrl-C ends the watching, not the session. A call that waits is shown with the command\nthat answers it.\n\nExit code: 0 the session has ended, 2 bad input, 130 or 143 left before its end.\n${examples(
        'turnkeeper watch deploy-42',
        'turnkeeper watch deploy-42 --all --full',
        'turnkeeper watch deploy-42 --json',
      )}`,
    )
    .action(async (session: string, options: Omit<WatchInput, 'session'>) => {
      const { watch } = await import('./commands/watch.ts');
      onExit(await watch(screen, { ...options, session }));
    });
  root
    .command('transcript')
    .description("Prints a session's messages, as the model saw them, from the store.")
    .argument('<session>', 'id of the session')
    .option('--markdown', 'as a page for a wiki')
    .option('--json', 'print each message as one line of JSON, exact and in order')
    .addHelpText(
      'after',
      `\nMessages of a turn are in the transcript when the turn has ended.\n${examples(
        'turnkeeper transcript deploy-42',
        'turnkeeper transcript deploy-42 --markdown > deploy-42.md',
        'turnkeeper transcript deploy-42 --json',
      )}`,
    )
    .action(async (session: string, options: Omit<TranscriptInput, 'session'>) => {
      const { transcript } = await import('./commands/transcript.ts');
      onExit(await transcript(screen, { ...options, session }));
    });
  root
    .command('result')
    .description('Prints the whole of a result that was too large for the model, from the store.')
    .argument('<session>', 'id of the session')
    .argument('<reference>', 'as the excerpt in the transcript names it')
    .option('--json', 'print content and details as one line of JSON, exact')
    .addHelpText(
      'after',
      examples(
        'turnkeeper result deploy-42 3f9a1c20b7d4e685 > log.txt',
        'turnkeeper result deploy-42 3f9a1c20b7d4e685 --json',
      ),
    )
    .action(async (session: string, reference: string, options: Pick<ResultInput, 'json'>) => {
      const { result } = await import('./commands/result.ts');
      onExit(await result(screen, { ...options, session, reference }));
    });
};
