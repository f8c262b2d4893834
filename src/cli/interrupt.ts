/** Ctrl-C and its kin: the first asks to end, the second leaves at once. */

export interface Interrupt {
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The exit code that the signal asks for: 130 for SIGINT, 143 for SIGTERM. */
  exitCode(): number;
  /** Gives the signals back to the process. */
  dispose(): void;
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const;

/** @param onFirst called once, at the first signal */
export function listenForInterrupt(onFirst: () => void = () => undefined): Interrupt {
  const first = new AbortController();
  let code = 0;
  const listener = (signal: NodeJS.Signals): void => {
    if (first.signal.aborted) process.exit(130);
    code = codes[signal as keyof typeof codes];
    first.abort();
    onFirst();
  };
  for (const signal of Object.keys(codes)) process.on(signal, listener);
  return {
    signal: first.signal,
    exitCode: () => code,
    dispose: () => {
      for (const signal of Object.keys(codes)) process.off(signal, listener);
    },
  };
}
