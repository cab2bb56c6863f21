import type { routes, RouteOutput } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { COOLING_OFF_DAYS, COOLING_OFF_MS, ownUser } from '../accounts/index.ts';
import { administeredAlone } from '../organisations/index.ts';
import { ownedStations } from './owned-stations.ts';

export type Cancellation = RouteOutput<(typeof routes)['getCancellation']>;

/** What would be lost with the own account, what must be decided before, and whether a cancellation waits. */
export async function getCancellation(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
): Promise<Cancellation> {
  const { db, clock } = platform;
  const { id, cancelRequestedAt } = await ownUser(platform, context);
  const requestedAt = cancelRequestedAt?.getTime() ?? null;
  return {
    coolingOffDays: COOLING_OFF_DAYS,
    requestedAt,
    erasedAt: requestedAt === null ? null : requestedAt + COOLING_OFF_MS,
    stations: await ownedStations(db, id, clock.now()),
    lost: await countLost(db, id, clock.now()),
    lastAdministratorOf: await administeredAlone(db, id),
  };
}

async function countLost(db: Db, userId: number, now: number): Promise<Cancellation['lost']> {
  const at = new Date(now);
  const open = sql`state IN ('pending', 'accepted') AND ends_at > ${at}`;
  const { rows } = await sql<Cancellation['lost']>`
    SELECT
      (SELECT count(*) FROM sessions WHERE user_id = ${userId} AND refresh_expires_at > ${at}) AS sessions,
      (SELECT count(*) FROM api_keys WHERE user_id = ${userId}) AS "apiKeys",
      (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) AS passkeys,
      (SELECT count(*) FROM grants WHERE created_by = ${userId} AND ${open}) AS "grantsGiven",
      (SELECT count(*) FROM grants WHERE to_user_id = ${userId} AND ${open}) AS "grantsReceived"`.execute(db);
  return rows[0]!;
}
