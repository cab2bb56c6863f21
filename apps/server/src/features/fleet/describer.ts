import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Turns } from '../../platform/turns.ts';
import { keepIdentities, type Said } from './identity.queries.ts';

/** Devices of one transaction. */
const MOST_OF_ONE = 500;
/** Devices of one sender that wait: a large fleet that says who it is after a start. */
const MOST_WAITING = 10_000;

interface Waiting extends Said {
  resolve(refused: number): void;
  reject(error: unknown): void;
}

/** Keeps what devices say of themselves: all that wait of a sender in one transaction, and one transaction of a sender after the other. */
export function createDescriber(db: Db, turns: Turns) {
  const waitingOf = new Map<string, Waiting[]>();

  async function serve(sender: string, waiting: Waiting[]): Promise<void> {
    try {
      while (waiting.length > 0) await turns.take(sender, () => keepNext(waiting));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      waitingOf.delete(sender);
    }
  }

  async function keepNext(waiting: Waiting[]): Promise<void> {
    // What else the batch brings comes before this goes on.
    await new Promise((resolve) => setImmediate(resolve));
    const next = waiting.splice(0, beforeRepeat(waiting));
    try {
      await keep(next);
    } catch (error) {
      if (next.length === 1) return next[0]!.reject(error);
      // One device whose words cannot be kept takes nothing from the others.
      for (const one of next) await keep([one]).catch(one.reject);
    }
  }

  async function keep(said: readonly Waiting[]): Promise<void> {
    const refused = await db.transaction().execute((trx) => keepIdentities(trx, said));
    for (const [index, { resolve }] of said.entries()) resolve(refused[index]!);
  }

  return {
    /** Answers how many attributes were refused. Throws AppError `tooManyRequests` where too much of the sender waits already. */
    keep(sender: string, said: Said): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const one = { ...said, resolve, reject };
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

/** How many wait before a device comes a second time: its later words have to be kept after its earlier ones. */
function beforeRepeat(waiting: readonly Waiting[]): number {
  const devices = new Set<number>();
  for (const { deviceId } of waiting) {
    if (devices.has(deviceId) || devices.size >= MOST_OF_ONE) break;
    devices.add(deviceId);
  }
  return devices.size;
}
