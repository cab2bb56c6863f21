import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { findUserActor } from '../../../platform/user-actor.ts';
import { deviceScope } from '../../scope/index.ts';
import { authorisedFor } from '../firmware-scope.ts';

interface Begun {
  firmwareId: number;
  /** Who began the upgrade. */
  userId: number | null;
  deviceIds: readonly number[];
}

/**
 * On which devices who began an upgrade may still put this firmware, it being authorised for whom they belong to now: they may have been unbound, moved or given away
 * since, and a person may have lost the right.
 */
export async function stillRight(
  db: Db,
  { firmwareId, userId, deviceIds }: Begun,
  now: number,
): Promise<Set<number>> {
  const actor = await findUserActor(db, { userId, at: now });
  if (!actor || deviceIds.length === 0) return new Set();
  const found = await db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .innerJoin('firmware', (join) => join.on('firmware.id', '=', firmwareId))
    .select('devices.id')
    .where('devices.id', 'in', [...deviceIds])
    .where(deviceScope(actor, 'firmware.upgrade'))
    .where(
      sql<boolean>`(firmware.state = 'inTest' OR ${authorisedFor(sql`coalesce(home.organisation_id, devices.organisation_id)`)})`,
    )
    .execute();
  return new Set(found.map(({ id }) => id));
}
