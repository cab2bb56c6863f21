import type { Clock } from '../../platform/clock.ts';

const MINUTE_MS = 60_000;
/** Keys of one network that may turn out wrong in a minute. */
const WRONG_PER_MINUTE = 30;
/** Beyond that one key is looked up in this time, so that a right one that is new comes through. */
const ONE_MORE_MS = 1000;
const MOST_NETWORKS = 10_000;

interface Minute {
  since: number;
  wrong: number;
  lookedUp: number;
  lastAt: number;
  /** What goes on when a look-up is over. */
  waiting: (() => void)[];
}

/** Ends a look-up and says whether the key was right. */
export type EndLookUp = (right: boolean) => void;

/**
 * Lets keys that nobody has shown before be looked up: each costs a query, and whoever guesses has no end of them. Of one network no
 * more are under way than may still turn out wrong; the others wait their turn, so that many right keys at the same moment all pass.
 */
export class WrongKeys {
  readonly #clock: Clock;
  readonly #minutes = new Map<string, Minute>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers how to end the look-up; undefined where the network has shown too many wrong keys. */
  async begin(network: string): Promise<EndLookUp | undefined> {
    for (;;) {
      const now = this.#clock.now();
      const minute = this.#minuteOf(network, now);
      const over = minute.wrong >= WRONG_PER_MINUTE;
      if (over && now - minute.lastAt < ONE_MORE_MS) return undefined;
      if (over || minute.wrong + minute.lookedUp < WRONG_PER_MINUTE) {
        minute.lookedUp += 1;
        minute.lastAt = now;
        return (right) => {
          minute.lookedUp -= 1;
          if (!right) minute.wrong += 1;
          for (const goOn of minute.waiting.splice(0)) goOn();
        };
      }
      await new Promise<void>((resolve) => minute.waiting.push(resolve));
    }
  }

  #minuteOf(network: string, now: number): Minute {
    const known = this.#minutes.get(network);
    if (known && now - known.since < MINUTE_MS) return known;
    this.#minutes.delete(network);
    const [oldest] = this.#minutes.keys();
    if (oldest !== undefined && this.#minutes.size >= MOST_NETWORKS) this.#minutes.delete(oldest);
    const fresh = { since: now, wrong: 0, lookedUp: 0, lastAt: 0, waiting: [] };
    this.#minutes.set(network, fresh);
    return fresh;
  }
}
