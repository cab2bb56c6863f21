/** The server does not answer; what is on screen was true when it last did. */
export interface Loss {
  /** Epoch milliseconds of the last answer. */
  answeredAt: number;
}

/** Whether the server answers. */
export interface Reach {
  /** Undefined while nothing says that the server is out of reach. */
  get: () => Loss | undefined;
  subscribe: (listener: () => void) => () => void;
  /** An answer came. */
  answered: () => void;
  /** A request got no answer: asks the server until it answers. True where it was out of reach in between. */
  doubt: () => Promise<boolean>;
}

interface ReachOptions {
  /** Whether the server answers now. */
  ask: () => Promise<boolean>;
  /** Waits before the next question, which is number 1, 2, …; may end sooner. */
  pause: (attempt: number) => Promise<void>;
  now?: () => number;
}

/**
 * Follows whether the server answers. One failed request is no loss: the server is asked first. While it is out of reach it is asked
 * again and again, so that nothing else of the page has to.
 */
export function createReach({ ask, pause, now = Date.now }: ReachOptions): Reach {
  const listeners = new Set<() => void>();
  let answeredAt = now();
  let loss: Loss | undefined;
  let asking: Promise<boolean> | undefined;
  const set = (next: Loss | undefined) => {
    if (next === loss) return;
    loss = next;
    for (const listener of listeners) listener();
  };
  const insist = async (): Promise<boolean> => {
    for (let attempt = 1; !(await ask()); attempt += 1) {
      set(loss ?? { answeredAt });
      await pause(attempt);
    }
    answeredAt = now();
    return loss !== undefined;
  };
  return {
    get: () => loss,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answered: () => {
      answeredAt = now();
    },
    doubt: () => {
      asking ??= insist().finally(() => {
        asking = undefined;
        set(undefined);
      });
      return asking;
    },
  };
}
