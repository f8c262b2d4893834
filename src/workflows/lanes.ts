/**
 * Lets a bounded number of tasks, of a bounded weight together, run at once; the others start in the order in which they
 * came.
 */

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

export class Lanes {
  readonly #most: { readonly count: number; readonly weight: number };
  readonly #waiting: Waiting[] = [];
  #count = 0;
  #weight = 0;

  constructor(most: { readonly count: number; readonly weight: number }) {
    this.#most = most;
  }

  /** @param weight of the task; one that is heavier than all may be together runs alone */
  async run<T>(weight: number, task: () => Promise<T>): Promise<T> {
    if (this.#waiting.length === 0 && this.#hasRoom(weight)) this.#enter(weight);
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.push({ weight, start: resolve });
      });
    }
    try {
      return await task();
    } finally {
      this.#count--;
      this.#weight -= weight;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next !== undefined && this.#hasRoom(next.weight); [next] = this.#waiting) {
      this.#waiting.shift();
      this.#enter(next.weight);
      next.start();
    }
  }

  #hasRoom(weight: number): boolean {
    const { count, weight: most } = this.#most;
    return this.#count === 0 || (this.#count < count && this.#weight + weight <= most);
  }

  #enter(weight: number): void {
    this.#count++;
    this.#weight += weight;
  }
}
