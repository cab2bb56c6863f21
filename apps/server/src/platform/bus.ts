/**
 * In-process announcements. A subscriber that throws is logged and does not stop the others:
 * what is announced has happened already.
 */
export interface Bus<Topics extends object> {
  publish<T extends keyof Topics>(topic: T, payload: Topics[T]): void;
  /** Returns the function that ends the subscription. */
  subscribe<T extends keyof Topics>(topic: T, listener: (payload: Topics[T]) => void): () => void;
}

export function createBus<Topics extends object>(
  onError: (topic: string, error: unknown) => void,
): Bus<Topics> {
  const listeners = new Map<keyof Topics, Set<(payload: never) => void>>();
  return {
    publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          (listener as (value: typeof payload) => void)(payload);
        } catch (error) {
          onError(String(topic), error);
        }
      }
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener as (payload: never) => void);
      return () => set.delete(listener as (payload: never) => void);
    },
  };
}
