/** The command line's grammar and its help. Parsing only: what a command does stands in `commands/`. */
import { Command } from 'commander';
import type { BuildsInput } from './commands/builds.ts';
import type { ExecInput } from './commands/exec.ts';
import type { RunInput } from './commands/run.ts';
import type { ServerInput } from './commands/server.ts';
import type { WorkerInput } from './commands/worker.ts';
import { addControl } from './control-program.ts';
import type { Add, OnExit } from './grammar.ts';
import { examples } from './grammar.ts';
import { addOverview } from './overview-program.ts';
import type { Screen } from './screen.ts';
import { ownVersion } from './version.ts';

/** Commands throw what went wrong; so does the parser (CommanderError), for help and version too. */
export function program(screen: Screen, onExit: OnExit): Command {
  const root = new Command('turnkeeper')
    .description('Runs the tool calls of LLM agents durably, on Temporal.')
    .version(ownVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      examples(
        'turnkeeper init my-agent                            # a starter that runs',
        'turnkeeper run agent.ts "Is apiBaseUrl configured?"  # one prompt, watched to its end',
        'turnkeeper ls                                       # which sessions there are, and what they do',
        'turnkeeper watch SESSION                            # what it does now, as it does it',
        'turnkeeper show SESSION                             # what happened, from the record',
        'turnkeeper approvals                                # which calls wait for a decision',
        'turnkeeper help run                                 # more about one command',
      ),
    );
  addRun(root, screen, onExit);
  addExec(root, screen, onExit);
  addWorker(root, screen, onExit);
  addServer(root, screen, onExit);
  addTools(root, screen, onExit);
  addOverview(root, screen, onExit);
  addControl(root, screen, onExit);
  addInit(root, screen, onExit);
  return root;
}

const addRun: Add = (root, screen, onExit) => {
  root
    .command('run')
    .description('Sends a prompt to an agent, hosts it here, and shows its turns and calls until the run ends.')
    .argument('<file>', 'module that exports the agent')
    .argument('[prompt]', "what to ask; default: the module's export `prompt`, then stdin; - is stdin")
    .option('--session <id>', 'go on with this session, or give a new one this id')
    .option('--model <provider/id>', "model for a new session, instead of the agent's own")
    .option(
      '--idle-expiry <time>',
      'close a new session that has been idle so long, such as 30m, 2h or 7d; default: never',
    )
    .option('--full', 'show results and arguments whole')
    .option('--json', 'print every event as one line of JSON')
    .addHelpText(
      'after',
      `\nCtrl-C aborts the run and waits for its end; a second one leaves at once, and the run goes on with the next worker.\n\nExit code: 0 answered, 1 ended by an error, a limit or an abort, 2 bad input, 130 or 143 left before its end.\n${examples(
        'turnkeeper run agent.ts "How full is the disk?"',
        'turnkeeper run agent.ts "And yesterday?" --session ops-20261201-143005-x7f2',
        'OPENAI_API_KEY=… turnkeeper run agent.ts "Hello" --model openai/gpt-4o-mini',
        'turnkeeper run agent.ts "Deploy it." --session deploy-42 --idle-expiry 2h',
        'cat question.txt | turnkeeper run agent.ts - --json',
      )}`,
    )
    .action(async (file: string, prompt: string | undefined, options: Omit<RunInput, 'file' | 'prompt'>) => {
      const { run } = await import('./commands/run.ts');
      onExit(await run(screen, { ...options, file, ...(prompt === undefined ? {} : { prompt }) }));
    });
};

const addExec: Add = (root, screen, onExit) => {
  root
    .command('exec')
    .description('Executes tool calls without a model and prints their toolResult messages as a JSON array.')
    .argument('<file>', 'module that exports the agent')
    .argument('<calls>', 'JSON file: an assistant message, or a list of { "name", "arguments", "id"? }; - is stdin')
    .option('--id <id>', 'name this execution: asked for again, it is not repeated')
    .option('--json', 'print the array on one line')
    .addHelpText(
      'after',
      `\nExit code: 0 no result is an error, 1 at least one is, 2 bad input.\n${examples(
        'turnkeeper exec agent.ts calls.json',
        `echo '[{"name":"read_file","arguments":{"path":"config.json"}}]' | turnkeeper exec agent.ts -`,
        'turnkeeper exec agent.ts calls.json --id deploy-42',
      )}`,
    )
    .action(async (file: string, calls: string, options: Omit<ExecInput, 'file' | 'calls'>) => {
      const { exec } = await import('./commands/exec.ts');
      onExit(await exec(screen, { ...options, file, calls }));
    });
};

const addWorker: Add = (root, screen, onExit) => {
  root
    .command('worker')
    .description('Hosts agents until it gets SIGINT or SIGTERM, then lets running calls settle.')
    .argument('<file...>', 'modules that export agents')
    .option('--queue <queue>', 'serve only the tools that name this queue')
    .option(
      '--build <id>',
      'which build of the code this is: turns stay on the build that began them; default: TURNKEEPER_BUILD, else none',
    )
    .addHelpText(
      'after',
      examples(
        'turnkeeper worker agent.ts',
        'turnkeeper worker ops.ts billing.ts',
        'turnkeeper worker agent.ts --queue gpu',
        'turnkeeper worker agent.ts --build 2',
      ),
    )
    .action(async (files: readonly string[], options: Omit<WorkerInput, 'files'>) => {
      const { worker } = await import('./commands/worker.ts');
      onExit(await worker(screen, { ...options, files }));
    });
  root
    .command('builds')
    .description("Shows the builds of an agent's workers and what is open on each, or makes one current.")
    .argument('<agent>', 'name of the agent')
    .option('--current <id>', 'new sessions begin on this build from now on, and open ones move to it between turns')
    .option('--deployment <name>', "the workers' worker deployment, if createWorker names one")
    .option('--json', 'print each one as one line of JSON')
    .addHelpText(
      'after',
      `\nStates: inactive (never current), current, ramping, draining (something is open on it), drained: end its workers.\n${examples(
        'turnkeeper builds ops',
        'turnkeeper builds ops --current 2',
        'turnkeeper builds ops --json',
      )}`,
    )
    .action(async (agent: string, options: Omit<BuildsInput, 'agent'>) => {
      const { builds } = await import('./commands/builds.ts');
      onExit(await builds(screen, { ...options, agent }));
    });
};

const addServer: Add = (root, screen, onExit) => {
  const group = root
    .command('server')
    .description("Starts, stops or describes this home's own Temporal server.")
    .addHelpText(
      'after',
      examples('turnkeeper server start', 'turnkeeper server status --json', 'turnkeeper server stop'),
    );
  const what: Readonly<Record<ServerInput['action'], string>> = {
    start: 'Starts the server of this home, or takes the one that runs.',
    stop: 'Ends the server of this home; sessions wait until it runs again.',
    status: 'Prints address, process, version and web page. Exit code: 0 running, 1 not.',
  };
  for (const action of Object.keys(what) as ServerInput['action'][]) {
    group
      .command(action)
      .description(what[action])
      .option('--json', 'print one line of JSON')
      .addHelpText('after', examples(`turnkeeper server ${action}`, `turnkeeper server ${action} --json`))
      .action(async (options: Omit<ServerInput, 'action'>) => {
        const { server } = await import('./commands/server.ts');
        onExit(await server(screen, { ...options, action }));
      });
  }
};

const addTools: Add = (root, screen, onExit) => {
  root
    .command('tools')
    .description('Shows what the model would see of an agent, and how each tool would run.')
    .argument('<file>', 'module that exports the agent')
    .option('--json', 'print one line of JSON, with whole hashes')
    .addHelpText('after', examples('turnkeeper tools agent.ts', 'turnkeeper tools agent.ts --json'))
    .action(async (file: string, options: { readonly json?: true }) => {
      const { tools } = await import('./commands/tools.ts');
      onExit(await tools(screen, { ...options, file }));
    });
};

const addInit: Add = (root, screen, onExit) => {
  root
    .command('init')
    .description('Writes a starter that runs: an agent with two tools and a test.')
    .argument('[dir]', 'folder to write to', '.')
    .addHelpText('after', examples('turnkeeper init my-agent', 'turnkeeper init'))
    .action(async (dir: string) => {
      const { init } = await import('./commands/init.ts');
      onExit(await init(screen, { dir }));
    });
};
