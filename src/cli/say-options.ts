/** Who says it and why, from the command line to the client. */
import type { SayOptions } from '../client/index.ts';

export function sayOptions(given: { readonly as?: string; readonly reason?: string }): SayOptions {
  return {
    ...(given.as === undefined ? {} : { by: given.as }),
    ...(given.reason === undefined ? {} : { reason: given.reason }),
  };
}
