/**
 * The port to what is too big for a message: texts that are named by their content. What is put is never changed, so
 * whoever knows a name reads exactly what was put.
 */

export interface ObjectStore {
  /** Puts a text durably and gives its name: the SHA-256 of its UTF-8, in hex. Idempotent. */
  put(text: string): Promise<string>;
  /** @throws StoreError naming the object that is missing or damaged */
  get(name: string): Promise<string>;
}
