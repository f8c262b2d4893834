/** Says what is wrong with a stored object, and which one it is. */

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'missing' | 'damaged' | 'unreadable';
  readonly object: string;

  constructor(reason: 'missing' | 'damaged' | 'unreadable', object: string, message: string) {
    super(message);
    this.reason = reason;
    this.object = object;
  }
}
