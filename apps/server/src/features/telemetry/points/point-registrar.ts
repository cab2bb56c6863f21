import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { WantedPoint } from './custom-points.queries.ts';
import { registerCustomPoints } from './register-custom-points.ts';

/** Transactions of registrations at the same time. The pool has ten connections, and the others are for people. */
const AT_ONCE = 2;
/** New points of one transaction. */
const MOST_OF_ONE = 1000;
/** New points of one sender that wait: a large fleet whose devices report for the first time. */
const MOST_WAITING = 50_000;

interface Waiting extends WantedPoint {
  resolve(id: number): void;
  reject(error: unknown): void;
}

/** Registers the custom points that a sender brings at the same time in one transaction, and one transaction of a sender after the other. */
export function createPointRegistrar({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const turns = createTurns({ atOnce: AT_ONCE, ofOne: 1 });
  const waitingOf = new Map<string, Waiting[]>();

  async function serve(sender: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await turns.take(sender, () => registerNext(waiting));
    waitingOf.delete(sender);
  }

  async function registerNext(waiting: Waiting[]): Promise<void> {
    // What else the message or batch brings comes before this goes on.
    await new Promise((resolve) => setImmediate(resolve));
    const wanted = waiting.splice(0, MOST_OF_ONE);
    try {
      const results = await registerCustomPoints(db, wanted, clock.now());
      for (const [index, { resolve, reject }] of wanted.entries()) {
        const result = results[index]!;
        if (typeof result === 'number') resolve(result);
        else reject(result);
      }
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }

  return {
    /** Resolves to the id of the point. Throws AppError `tooManyRequests` where too much of the sender waits already. */
    register(sender: string, { deviceId, key }: WantedPoint): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const one = { deviceId, key, resolve, reject };
      const waiting = waitingOf.get(sender);
      if (waiting && waiting.length >= MOST_WAITING) throw new AppError('tooManyRequests');
      if (waiting) waiting.push(one);
      else {
        const first = [one];
        waitingOf.set(sender, first);
        void serve(sender, first);
      }
      return promise;
    },
  };
}
