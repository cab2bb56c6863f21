import type { HandOver } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { isOfferedTo, mayWithdraw, viewHandOvers } from './hand-over-view.ts';

/**
 * Stations that were offered to the actor or to organisations it answers for, and wait. With a station: the offers of it that the actor
 * may withdraw. Throws AppError `stationNotFound`.
 */
export async function listHandOvers(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { stationId }: { stationId?: number | undefined },
): Promise<HandOver[]> {
  if (actor.userId === null) return [];
  const now = clock.now();
  if (stationId === undefined) return viewHandOvers(db, { where: isOfferedTo(actor), now });
  await requireStation(db, actor, stationId);
  return viewHandOvers(db, { where: sql`stations.id = ${stationId} AND ${mayWithdraw(actor)}`, now });
}
