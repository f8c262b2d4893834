/** Ctrl-C and its kin: the first asks to end, the second leaves at once. */

export interface Interrupt {
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The exit code that the signal asks for: 130 for SIGINT, 143 for SIGTERM. */
  exitCode(): number;
  /** Gives the signals back to the process. */
  dispose(): void;
}

export type InterruptName = 'SIGINT' | 'SIGTERM';

export interface InterruptListeners {
  /** Called once, at the first signal. */
  readonly onFirst?: (name: InterruptName) => void;
  /** Called at the second one, before the process is left. */
  readonly onSecond?: () => void;
}

const codes: Readonly<Record<InterruptName, number>> = { SIGINT: 130, SIGTERM: 143 };

export function listenForInterrupt({ onFirst, onSecond }: InterruptListeners = {}): Interrupt {
  const first = new AbortController();
  let code = 0;
  const listener = (name: NodeJS.Signals): void => {
    const asked = codes[name as InterruptName];
    if (first.signal.aborted) {
      onSecond?.();
      process.exit(asked);
    }
    code = asked;
    first.abort();
    onFirst?.(name as InterruptName);
  };
  for (const name of Object.keys(codes)) process.on(name, listener);
  return {
    signal: first.signal,
    exitCode: () => code,
    dispose: () => {
      for (const name of Object.keys(codes)) process.off(name, listener);
    },
  };
}
