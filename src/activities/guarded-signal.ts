/**
 * Keeps a listener of a tool's signal that throws from ending the worker, as the platform would have it: every other
 * call of that worker would be lost for it. Signals that are made of this one are as they ever are.
 */

type Listener = (event: Event) => unknown;
type Listening = Listener | { readonly handleEvent: Listener };

/** Changes `signal` itself. @param told hears what a listener threw; it must not throw */
export function guardListeners(signal: AbortSignal, told: (error: unknown) => void): void {
  const guards = new WeakMap<Listening, (event: Event) => void>();
  const guarded = (listener: Listening): ((event: Event) => void) => {
    const known = guards.get(listener);
    if (known !== undefined) return known;
    const guard = (event: Event): void => {
      try {
        const heard: unknown =
          typeof listener === 'function' ? listener.call(signal, event) : listener.handleEvent(event);
        if (heard instanceof Promise) heard.catch(told);
      } catch (error) {
        told(error);
      }
    };
    guards.set(listener, guard);
    return guard;
  };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: Listening | null, options?: object) => {
    if (listener !== null) add(type, guarded(listener), options);
  };
  signal.removeEventListener = (type: string, listener: Listening | null, options?: object) => {
    if (listener !== null) remove(type, guards.get(listener) ?? listener, options);
  };
  let handler: unknown = null;
  const onAbort = (event: Event): void => {
    if (typeof handler === 'function') (handler as Listener).call(signal, event);
  };
  Object.defineProperty(signal, 'onabort', {
    get: () => handler,
    set: (listener: unknown) => {
      if (handler === null) signal.addEventListener('abort', onAbort);
      handler = listener;
    },
  });
}
