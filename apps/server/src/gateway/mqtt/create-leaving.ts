/** The longest wait for the broker's word and for what is under way. */
const LEAVE_MS = 5000;
/** A broker goes on with what it had queued for this server, a window at a time. */
const QUIET_MS = 500;

/** How a connection to a broker ends without leaving behind what it was handed. */
export interface Leaving {
  /** A message was handed over. Answers what is to be called once it is acknowledged. */
  handed(): () => void;
  /** The broker has said that it hands over no new ones. */
  unsubscribed(): void;
  /** The connection is gone: nothing more can be acknowledged. */
  gone(): void;
  /** Resolves when nothing has been under way for a moment since then, or after a while. */
  done(): Promise<void>;
}

export function createLeaving({ leaveMs = LEAVE_MS, quietMs = QUIET_MS } = {}): Leaving {
  let underWay = 0;
  let isUnsubscribed = false;
  let quiet: NodeJS.Timeout | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();

  function look(): void {
    clearTimeout(quiet);
    if (isUnsubscribed && underWay === 0) quiet = setTimeout(resolve, quietMs);
  }

  return {
    handed() {
      underWay += 1;
      look();
      return () => {
        underWay -= 1;
        look();
      };
    },
    unsubscribed() {
      isUnsubscribed = true;
      look();
    },
    gone: resolve,
    async done() {
      const late = setTimeout(resolve, leaveMs);
      await promise;
      clearTimeout(late);
      clearTimeout(quiet);
    },
  };
}
