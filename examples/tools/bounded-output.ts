/** Text that may be endless, kept from its beginning and its end. Never holds more than twice its limit. */
export class BoundedOutput {
  readonly #half: number;
  #head = '';
  #tail = '';
  #length = 0;

  /** @param limit characters that are kept */
  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(text: string): void {
    this.#length += text.length;
    const room = this.#half - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail += text.slice(room);
    if (this.#tail.length > 2 * this.#half) this.#tail = this.#tail.slice(-this.#half);
  }

  /** All of it without the last line break, or both ends with a mark that says how much lies between. */
  text(): string {
    const cut = this.#length - 2 * this.#half;
    if (cut <= 0) return `${this.#head}${this.#tail}`.trimEnd();
    const tail = this.#tail.slice(-this.#half).trimEnd();
    // Half a character pair at a cut is no text.
    return `${this.#head}\n[… ${cut} characters left out …]\n${tail}`.toWellFormed();
  }

  size(): { readonly characters: number; readonly truncated: boolean } {
    return { characters: this.#length, truncated: this.#length > 2 * this.#half };
  }
}
