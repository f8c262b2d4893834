/** Wakes one waiter; a ring while nobody waits is kept. */
export class Bell {
  #rung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Resolves at the next ring, or at once if there was one since the last wait. */
  async rung(): Promise<'rung'> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#rung = false;
    return 'rung';
  }
}
