import type { DeviceKind } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { placeDevice } from './add-device.ts';

interface Home {
  id: number;
  organisationId: number;
}

/** Serial numbers that a station cannot have: bound to another one, or reporting for another organisation. */
export async function devicesElsewhere(db: Db, station: Home, sns: readonly string[]): Promise<string[]> {
  if (sns.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .select(['sn', 'stationId', 'organisationId'])
    .where('sn', 'in', [...sns])
    .execute();
  return rows
    .filter(({ stationId, organisationId }) =>
      stationId === null
        ? (organisationId ?? station.organisationId) !== station.organisationId
        : stationId !== station.id,
    )
    .map(({ sn }) => sn);
}

/**
 * Ids of devices of a station by serial number; those it does not have yet are added, all or none.
 * Throws AppError: snTaken, deviceAlreadyBound.
 */
export async function ensureDevices(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  wanted: { station: Home; sns: readonly string[]; kind: DeviceKind },
): Promise<Map<string, number>> {
  const { station, sns, kind } = wanted;
  return platform.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('devices')
      .select(['id', 'sn'])
      .where('stationId', '=', station.id)
      .where('sn', 'in', [...sns])
      .execute();
    const changed: number[] = [];
    const found = new Map(own.map(({ id, sn }) => [sn, id]));
    for (const sn of sns) {
      if (found.has(sn)) continue;
      const added = await placeDevice(trx, { platform, context }, { station, input: { sn, kind } });
      changed.push(...added.changed);
      found.set(sn, added.id);
    }
    if (changed.length > 0) await announceChange(trx, { devices: changed, stations: [station.id] });
    return found;
  });
}
