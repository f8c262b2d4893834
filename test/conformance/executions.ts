/**
 * The executions of a scenario, in the order in which they are compared: as they began, but those of one parallel batch
 * in call order. Who of them begins first is up to the engine and promised by nobody; that each began is what counts.
 */
import type { Execution, Scenario } from './scenario.ts';
import type { OnExecute } from './scenario-tool.ts';

interface Placed extends Execution {
  readonly turn: number;
  readonly index: number;
}

export interface ExecutionLog {
  readonly onExecute: OnExecute;
  read(): readonly Execution[];
}

export function executionLog({ toolExecution, tools = [] }: Pick<Scenario, 'toolExecution' | 'tools'>): ExecutionLog {
  const log: Placed[] = [];
  const sequential = new Set(
    tools.filter(({ executionMode }) => executionMode === 'sequential').map(({ name }) => name),
  );
  const inCallOrder = (batch: readonly Placed[]): readonly Placed[] =>
    toolExecution === 'sequential' || batch.some(({ tool }) => sequential.has(tool))
      ? batch
      : batch.toSorted((left, right) => left.index - right.index);
  return {
    onExecute: (execution, context) => {
      if (context === undefined) throw new Error('a tool was run without a context');
      log.push({ ...execution, turn: context.turn, index: context.index });
    },
    read: () =>
      batches(log)
        .flatMap(inCallOrder)
        .map(({ tool, toolCallId, params }) => ({ tool, toolCallId, params })),
  };
}

/** Neighbours of one turn belong together; a turn that comes back later is not put beside itself. */
function batches(log: readonly Placed[]): readonly (readonly Placed[])[] {
  const starts = log.flatMap(({ turn }, index) => (log[index - 1]?.turn === turn ? [] : [index]));
  return starts.map((start, batch) => log.slice(start, starts[batch + 1]));
}
