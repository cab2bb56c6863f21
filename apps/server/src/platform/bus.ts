/**
 * In-process announcements. A subscriber that throws or rejects is logged and does not stop the others:
 * what is announced has happened already.
 */
export interface Bus<Topics extends object> {
  /** Every subscriber has been called when this returns; the promise resolves when all of them are done. It never rejects. */
  publish<T extends keyof Topics>(topic: T, payload: Topics[T]): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: Listener<Topics[T]>): () => void;
}

/** May answer a promise, which a caller that awaits `publish` waits for. Any other answer is ignored. */
type Listener<Payload> = (payload: Payload) => unknown;

const DONE = Promise.resolve();

export function createBus<Topics extends object>(
  onError: (topic: string, error: unknown) => void,
): Bus<Topics> {
  const listeners = new Map<keyof Topics, Set<Listener<never>>>();
  return {
    publish(topic, payload) {
      const working: Promise<unknown>[] = [];
      for (const listener of listeners.get(topic) ?? []) {
        try {
          const answer = (listener as Listener<typeof payload>)(payload);
          if (answer instanceof Promise) working.push(answer.catch((error) => onError(String(topic), error)));
        } catch (error) {
          onError(String(topic), error);
        }
      }
      return working.length === 0 ? DONE : Promise.all(working).then(() => undefined);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener as Listener<never>);
      return () => set.delete(listener as Listener<never>);
    },
  };
}
