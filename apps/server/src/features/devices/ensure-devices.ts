import type { DeviceKind } from '@sunfleet/contract';
import { sql } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { placeDevice } from './add-device.ts';
import { devicesElsewhere } from './name-elsewhere.ts';

interface Home {
  id: number;
  organisationId: number;
}

/**
 * Ids of devices of a station by serial number; those it does not have yet are added, all or none. Throws AppError: noDataPermission where one
 * is missing and none may be added; snTaken, whatever stands against one of them and whoever has it: nobody who may see more is asked.
 */
export async function ensureDevices(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  wanted: { station: Home; sns: readonly string[]; kind: DeviceKind; mayAdd: boolean },
): Promise<Map<string, number>> {
  const { station, sns, kind, mayAdd } = wanted;
  return platform.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('devices')
      .select(['id', 'sn'])
      .where('stationId', '=', station.id)
      .where('sn', '=', sql<string>`ANY(${[...sns]})`)
      .execute();
    const found = new Map(own.map(({ id, sn }) => [sn, id]));
    if (!mayAdd && sns.some((sn) => !found.has(sn))) throw new AppError('noDataPermission');
    const [foreign] = await devicesElsewhere(trx, station, sns);
    if (foreign !== undefined) throw new AppError('snTaken', { sn: foreign });
    const changed: number[] = [];
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
