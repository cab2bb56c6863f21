import { LIMITS } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { DiscoveredDevicesTable } from '../../platform/postgres/tables/devices.ts';
import { requireStation } from '../stations/index.ts';
import { placeDevice } from './add-device.ts';
import { holdDevice, type RequiredDevice } from './require-device.ts';

type Discovered = Selectable<DiscoveredDevicesTable>;

interface Decision {
  loggerId: number;
  sn: string;
}

/**
 * Makes a device that a logger names one of the logger's station and lets the logger speak for it. Throws AppError: deviceNotFound (also
 * where the logger does not name it), stationNotFound (a logger that is not bound), snTaken, deviceAlreadyBound.
 */
export async function acceptDiscovered(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { loggerId, sn }: Decision,
): Promise<void> {
  const { actor } = context;
  await platform.db.transaction().execute(async (trx) => {
    const logger = await holdDevice(trx, actor, loggerId, 'devices.create');
    const station = await requireStation(trx, actor, logger.stationId ?? 0, 'devices.create');
    const found = await takeDiscovered(trx, { loggerId, sn });
    const own = await hangOwn(trx, logger, sn);
    const { kind, model, manufacturer, profileId } = found;
    const input = { sn, kind, model, manufacturer, profileId, parentSn: logger.sn };
    const renewer = { platform, context };
    const changed = own === undefined ? (await placeDevice(trx, renewer, { station, input })).changed : [own];
    await keepWords(trx, found);
    await trx.deleteFrom('discoveredDevices').where('sn', '=', sn).execute();
    await writeAudit(trx, context, {
      action: 'devices.accept',
      objectType: 'device',
      objectId: loggerId,
      stationId: station.id,
      after: { sn },
    });
    await announceChange(trx, { devices: changed, stations: [station.id] });
  });
}

/** Keeps that a device which a logger names does not belong there; it can still be accepted. Throws AppError `deviceNotFound`. */
export async function declineDiscovered(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { loggerId, sn }: Decision,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { stationId } = await holdDevice(trx, context.actor, loggerId, 'devices.create');
    await takeDiscovered(trx, { loggerId, sn });
    await trx
      .updateTable('discoveredDevices')
      .set({ declined: true })
      .where('loggerId', '=', loggerId)
      .where('sn', '=', sn)
      .execute();
    await forgetDeclined(trx, loggerId);
    await writeAudit(trx, context, {
      action: 'devices.decline',
      objectType: 'device',
      objectId: loggerId,
      stationId,
      after: { sn },
    });
  });
}

/**
 * The same of everything that waits: what a stranger has invented goes in one step. Answers how many these are. Throws AppError
 * `deviceNotFound`.
 */
export async function declineAllDiscovered(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  loggerId: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { stationId } = await holdDevice(trx, context.actor, loggerId, 'devices.create');
    const rows = await trx
      .updateTable('discoveredDevices')
      .set({ declined: true })
      .where('loggerId', '=', loggerId)
      .where('declined', '=', false)
      .returning('sn')
      .execute();
    await forgetDeclined(trx, loggerId);
    if (rows.length === 0) return 0;
    await writeAudit(trx, context, {
      action: 'devices.decline',
      objectType: 'device',
      objectId: loggerId,
      stationId,
      after: { sn: rows.map(({ sn }) => sn).toSorted() },
    });
    return rows.length;
  });
}

/** Declined names are kept so that they do not wait again; the ones that were named longest ago make room. */
async function forgetDeclined(trx: Transaction<Tables>, loggerId: number): Promise<void> {
  await trx
    .deleteFrom('discoveredDevices')
    .where('loggerId', '=', loggerId)
    .where('sn', 'in', (eb) =>
      eb
        .selectFrom('discoveredDevices')
        .select('sn')
        .where('loggerId', '=', loggerId)
        .where('declined', '=', true)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('sn')
        .offset(LIMITS.discoveredPerLogger),
    )
    .execute();
}

async function takeDiscovered(trx: Transaction<Tables>, { loggerId, sn }: Decision): Promise<Discovered> {
  const found = await trx
    .selectFrom('discoveredDevices')
    .selectAll()
    .where('loggerId', '=', loggerId)
    .where('sn', '=', sn)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('deviceNotFound', { id: sn });
  return found;
}

/** A device that the station has already hangs on the logger from now on; its id, or undefined where the station has none of this SN. */
async function hangOwn(
  trx: Transaction<Tables>,
  { id: loggerId, stationId }: RequiredDevice,
  sn: string,
): Promise<number | undefined> {
  const hung = await trx
    .updateTable('devices')
    .set({ parentId: loggerId, loggerSpeaks: true })
    .where('sn', '=', sn)
    .where('stationId', '=', stationId)
    .where('id', '!=', loggerId)
    .where((eb) => eb.or([eb('parentId', 'is', null), eb('parentId', '=', loggerId)]))
    .returning('id')
    .executeTakeFirst();
  return hung?.id;
}

/** What the logger said of the device, where a person wrote down nothing else. */
async function keepWords(
  trx: Transaction<Tables>,
  { sn, firmware, profileId, uploadIntervalSeconds, firstSeenAt }: Discovered,
): Promise<void> {
  await trx
    .updateTable('devices')
    .set((eb) => ({
      firmware: eb.fn.coalesce('firmware', eb.val(firmware)),
      profileId: eb.fn.coalesce('profileId', eb.val(profileId)),
      uploadIntervalSeconds: eb.fn.coalesce('uploadIntervalSeconds', eb.val(uploadIntervalSeconds)),
      firstSeenAt: eb.fn.coalesce('firstSeenAt', eb.val(firstSeenAt)),
    }))
    .where('sn', '=', sn)
    .execute();
}
