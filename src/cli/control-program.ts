/** The grammar of the commands that control sessions, and their help. Parsing only. */
import type { Command } from 'commander';
import type { AbortInput } from './commands/abort.ts';
import type { ApprovalsInput } from './commands/approvals.ts';
import type { DecideInput } from './commands/decide.ts';
import type { RemoveInput } from './commands/remove.ts';
import type { ResumeInput } from './commands/resume.ts';
import type { SendInput } from './commands/send.ts';
import type { UnqueueInput } from './commands/unqueue.ts';
import type { ClosingInput } from './commands/close.ts';
import type { Add } from './grammar.ts';
import { examples, wholeNumber } from './grammar.ts';

const JSON_LINE = ['--json', 'print one line of JSON'] as const;
const AS = ['--as <name>', 'who says it, as the record shows it; default: operator'] as const;
const REASON = ['--reason <text>', 'why, for the record'] as const;

export const addControl: Add = (root, screen, onExit) => {
  const send = (queue: SendInput['queue'], description: string): Command =>
    root
      .command(queue)
      .description(description)
      .argument('<session>', 'id of a session that exists')
      .argument('<text>', 'the message; - is stdin')
      .option(
        '--key <key>',
        'idempotency key: accepted once, gets the same answer; unqueue takes it back. Default: a new one',
      )
      .option(...JSON_LINE)
      .action(async (session: string, text: string, options: Omit<SendInput, 'queue' | 'session' | 'text'>) => {
        const { send: sent } = await import('./commands/send.ts');
        onExit(await sent(screen, { ...options, queue, session, text }));
      });
  send('prompt', 'Queues a prompt as the next run of a session; answers with its number. Needs a worker.').addHelpText(
    'after',
    examples('turnkeeper prompt deploy-42 "And now the second host"', 'turnkeeper prompt deploy-42 - --key ticket-7'),
  );
  send('steer', 'Says something to the run under way, after its running batch. Needs a worker.')
    .option('--interrupt', 'cancel the running calls of the batch, so that it is read at once')
    .addHelpText('after', examples('turnkeeper steer deploy-42 "Use staging" --interrupt'));
  send('follow-up', 'Says something when the agent would stop; the run goes on with it. Needs a worker.').addHelpText(
    'after',
    examples('turnkeeper follow-up deploy-42 "Then write the report"'),
  );

  root
    .command('unqueue')
    .description('Takes back a prompt, steer or follow-up that waits, by its key. Needs a worker.')
    .argument('<session>', 'id of the session')
    .argument('<key>', 'the key that prompt, steer or follow-up printed, or was given with --key')
    .option(...REASON)
    .option(...AS)
    .option(...JSON_LINE)
    .addHelpText(
      'after',
      `\nThe run of a prompt that is taken back keeps its number and ends as withdrawn.\n\nExit code: 0 no run ever sees it, 1 too late, or no such message, 2 bad input.\n${examples(
        'turnkeeper unqueue deploy-42 ticket-7',
        'turnkeeper unqueue deploy-42 ticket-7 --reason "was answered" --json',
      )}`,
    )
    .action(async (session: string, key: string, options: Omit<UnqueueInput, 'session' | 'key'>) => {
      const { unqueue } = await import('./commands/unqueue.ts');
      onExit(await unqueue(screen, { ...options, session, key }));
    });

  root
    .command('abort')
    .description('Ends the run under way, or one of its calls; what has settled is kept.')
    .argument('<session>', 'id of the session')
    .option('--run <n>', 'end this run, also one that is still queued; default: the one under way', wholeNumber)
    .option('--call <turn.index>', 'end one call only, such as 3.0: the first one of turn 3')
    .option(...REASON)
    .option(...AS)
    .option(...JSON_LINE)
    .addHelpText(
      'after',
      `\nExit code: 0 ended, or recorded until a worker is up, 2 bad input.\n${examples(
        'turnkeeper abort deploy-42 --reason "wrong host"',
        'turnkeeper abort deploy-42 --run 7',
        'turnkeeper abort deploy-42 --call 3.0',
      )}`,
    )
    .action(async (session: string, options: Omit<AbortInput, 'session'>) => {
      const { abort } = await import('./commands/abort.ts');
      onExit(await abort(screen, { ...options, session }));
    });

  root
    .command('resume')
    .description('Hosts the agent of a session here again and shows what is under way, to its end.')
    .argument('<session>', 'id of the session')
    .argument('[file]', 'module that exports its agent; default: the file that last hosted it from this home')
    .option('--full', 'show results and arguments whole')
    .option('--json', 'print every event as one line of JSON')
    .addHelpText('after', examples('turnkeeper resume deploy-42', 'turnkeeper resume deploy-42 agent.ts'))
    .action(async (session: string, file: string | undefined, options: Omit<ResumeInput, 'session' | 'file'>) => {
      const { resume } = await import('./commands/resume.ts');
      onExit(await resume(screen, { ...options, session, ...(file === undefined ? {} : { file }) }));
    });

  addApprovals(root, screen, onExit);
  addEndings(root, screen, onExit);
};

const addApprovals: Add = (root, screen, onExit) => {
  root
    .command('approvals')
    .description('Lists the calls that wait for a decision, oldest first, with their whole arguments.')
    .option('--session <id>', 'only those of this session')
    .option(
      '--watch',
      'go on until Ctrl-C: print each one when it begins to wait, and what became of it; looks every second',
    )
    .option('--json', 'print each one as one line of JSON, exact')
    .addHelpText(
      'after',
      examples('turnkeeper approvals', 'turnkeeper approvals --watch', 'turnkeeper approvals --watch --json'),
    )
    .action(async (options: ApprovalsInput) => {
      const { approvals } = await import('./commands/approvals.ts');
      onExit(await approvals(screen, options));
    });
  const decided =
    '\nExit code: 0 applied, or recorded until a worker is up, 1 decided by somebody else, or arguments that are not valid, 2 bad input.\n';
  root
    .command('approve')
    .description('Lets a waiting call run. The first decision about it counts.')
    .argument('<id>', 'id of the approval')
    .option('--args <json>', 'run it with these arguments instead; they are validated again')
    .option(...REASON)
    .option(...AS)
    .option(...JSON_LINE)
    .addHelpText(
      'after',
      decided +
        examples(
          'turnkeeper approve deploy-42/0123456789/turn-3/call-0',
          `turnkeeper approve deploy-42/0123456789/turn-3/call-0 --args '{"host":"web-1"}' --as auditor`,
        ),
    )
    .action(async (id: string, options: Omit<DecideInput, 'id' | 'approve'>) => {
      const { decide } = await import('./commands/decide.ts');
      onExit(await decide(screen, { ...options, id, approve: 'yes' }));
    });
  root
    .command('deny')
    .description('Refuses a waiting call; the model reads the reason. The first decision about it counts.')
    .argument('<id>', 'id of the approval')
    .requiredOption('--reason <text>', 'why, for the model and the record')
    .option(...AS)
    .option(...JSON_LINE)
    .addHelpText(
      'after',
      decided + examples('turnkeeper deny deploy-42/0123456789/turn-3/call-0 --reason "Not on a Friday"'),
    )
    .action(async (id: string, options: Omit<DecideInput, 'id' | 'approve' | 'args'>) => {
      const { decide } = await import('./commands/decide.ts');
      onExit(await decide(screen, { ...options, id, approve: 'no' }));
    });
};

const addEndings: Add = (root, screen, onExit) => {
  const ending = (name: string, description: string): Command =>
    root
      .command(name)
      .description(description)
      .argument('<session>', 'id of the session')
      .option(...JSON_LINE);
  ending('close', 'Takes no more prompts; the session ends when what is queued is done, and says what no run has seen.')
    .option(...REASON)
    .option(...AS)
    .addHelpText('after', examples('turnkeeper close deploy-42'))
    .action(async (session: string, options: Omit<ClosingInput, 'session'>) => {
      const { close } = await import('./commands/close.ts');
      onExit(await close(screen, { ...options, session }));
    });
  ending('end-turn', 'Ends a turn that is stuck; the session recovers what it did, and repeats none of it.')
    .option(...REASON)
    .option(...AS)
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('turnkeeper end-turn deploy-42', 'turnkeeper end-turn deploy-42 --yes --json'))
    .action(async (session: string, options: Omit<ClosingInput, 'session'>) => {
      const { endTurn } = await import('./commands/end-turn.ts');
      onExit(await endTurn(screen, { ...options, session }));
    });
  ending('rm', "Ends a session, whatever runs, and deletes its and its turns' histories from the server.")
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('turnkeeper rm deploy-42 --yes'))
    .action(async (session: string, options: Omit<RemoveInput, 'session'>) => {
      const { remove } = await import('./commands/remove.ts');
      onExit(await remove(screen, { ...options, session }));
    });
};
