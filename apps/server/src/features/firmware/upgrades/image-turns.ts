import { AppError } from '../../../platform/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createTally } from '../../../platform/http/tally.ts';
import { createTurns } from '../../../platform/turns.ts';

/** Questions that the database works at; the others wait, and senders take turns. */
const AT_ONCE = { atOnce: 4, ofOne: 2, waitingEach: 512 };
/** Of each device one question is among those of its organisation, and so many more wait: a device needs one block after the other. */
const OF_DEVICE = { atOnce: Number.POSITIVE_INFINITY, ofOne: 1, waitingEach: 8 };
/** Wrong orders of one device within a minute, beyond which nothing is looked up for it. */
const WRONG_PER_MINUTE = 60;

const WRONG: ReadonlySet<string> = new Set(['wrongDeviceSecret', 'firmwareOrderOver']);

export interface Caller {
  /** Who takes turns: an organisation. */
  sender: string;
  /** Whose wrong questions count together: a device. */
  caller: string;
}

/**
 * Lets a question of a device be looked up when it is its turn, because it costs the database something before it is known to be right. Organisations take
 * turns, and in each of them its devices: one that asks for hundreds of blocks at once kept those of the other customers of an installer from theirs.
 * Throws AppError `tooManyRequests` to whom asked wrong ones again and again, or has too many waiting.
 */
export function createImageTurns(clock: Clock) {
  const turns = createTurns(AT_ONCE);
  const devices = createTurns(OF_DEVICE);
  const wrong = createTally(clock);
  const requireTries = (caller: string) => {
    if (wrong.of(caller) >= WRONG_PER_MINUTE) throw new AppError('tooManyRequests');
  };
  return async <T>({ sender, caller }: Caller, work: () => Promise<T>): Promise<T> => {
    requireTries(caller);
    const judged = async () => {
      requireTries(caller);
      try {
        return await work();
      } catch (error) {
        if (error instanceof AppError && WRONG.has(error.key)) wrong.count(caller);
        throw error;
      }
    };
    return devices.take(caller, () => turns.take(sender, judged));
  };
}
