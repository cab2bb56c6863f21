import { LIMITS } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { takeTry } from '../../platform/tries.ts';

const DAY_MS = 86_400_000;

/** Counts one more offer of the actor's day: each is a message that nobody may have asked for. Throws AppError `tooManyRequests`. */
export async function takeOffer(trx: Db, { userId }: Pick<Actor, 'userId'>, now: number): Promise<void> {
  const most = LIMITS.offersPerPersonDaily;
  await takeTry(trx, [{ subject: `offers, account ${userId}`, withinMs: DAY_MS, most }], now);
}
