import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import { createTurns, type Lane } from '../../turns.ts';
import type { Sender } from '../shared-room.ts';
import { SMALL_BODY_BYTES } from './held-body.ts';

/** After a large body so many times as long goes to everything else: to look through them is a quarter of the time at most. */
const REST_FACTOR = 3;
/** So many of one person may wait. Their bytes are bounded elsewhere. */
const WAITING = 128;

/**
 * Does what cannot be interrupted with a body of so many bytes. `lane`: what was parsed is preferred to what was not, because it holds many times as much. Throws AppError
 * `tooManyRequests` where too many of the person wait, and what `look` throws.
 */
export type LookInTurn = <T>(
  sender: Pick<Sender, 'person' | 'organisation'>,
  bytes: number,
  look: () => T,
  lane?: Lane,
) => Promise<T>;

interface Clock {
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), wait };

/**
 * Two megabytes are looked through in one go, which takes long before anybody can count whom they are of: a person who sends them one after the other,
 * right or wrong, would leave nobody else the process. So large ones are looked through one at a time, in turns of organisations and of their people, with a rest
 * after each.
 */
export function createLookInTurn({ now, wait: rest }: Clock = CLOCK): LookInTurn {
  const people = createTurns({ atOnce: Number.POSITIVE_INFINITY, ofOne: 1, waitingEach: WAITING });
  const organisations = createTurns({ atOnce: 1 });
  return async ({ person, organisation }, bytes, look, lane) => {
    if (bytes <= SMALL_BODY_BYTES) return look();
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof look>>();
    const work = async () => {
      await nextRound();
      const began = now();
      try {
        resolve(look());
      } catch (error) {
        reject(error);
      }
      await rest((now() - began) * REST_FACTOR);
    };
    const take = () => organisations.take(organisation, work, lane);
    (lane === 'preferred' ? take() : people.take(person, take)).catch(reject);
    return promise;
  };
}
