import type { SimAction } from '@sunfleet/contract';
import type { Platform } from '../../../platform/platform.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { simScope } from '../sim-scope.ts';

interface Ordered {
  /** Who ordered it; null: an account that is gone. */
  userId: number | null;
  simId: number;
  action: SimAction;
}

/**
 * Whether who ordered something of a card may do so now. Orders wait for their turn, and up to forty minutes for a provider that does not answer: meanwhile an account
 * may have been locked, lost its role, or the station with the card's device.
 */
export async function mayStillOrder(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId, simId, action }: Ordered,
): Promise<boolean> {
  const actor = await findUserActor(db, { userId, at: clock.now(), orLeaving: true });
  if (!actor) return false;
  const found = await db
    .selectFrom('simCards')
    .select('id')
    .where('id', '=', simId)
    .where(simScope(actor, action === 'renew' ? 'sims.renew' : 'sims.edit'))
    .executeTakeFirst();
  return found !== undefined;
}
