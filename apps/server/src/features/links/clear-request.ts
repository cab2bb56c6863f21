import { profileById, slaveOf } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import type { Addressee, Clearance, DeviceRequest } from '../../platform/commands.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { spokenFor } from '../../platform/postgres/same-home.ts';
import { deviceScope } from '../scope/index.ts';
import { doubtAt } from './judge-connection.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * Decides at the moment of sending whether a request may go to a device, over what PostgreSQL says then: the actor may do this on the
 * device by role, ownership or grant; the device belongs to the logger that would carry it, and both to one station; the Modbus address is
 * the device's own. `v5` names the connection of a V5 logger that may carry it. Undefined: it may not go at all.
 */
export async function clearRequest(
  { db, clock, config }: Parts,
  { actor, deviceId }: Addressee,
  request: DeviceRequest,
): Promise<Clearance | undefined> {
  const device = await readDevice(db, { actor, deviceId }, request);
  if (!device) return undefined;
  const { loggerId, loggerSn, profileId, attributes } = device;
  // A device that reports by itself has shown its secret to the gateway that holds its connection.
  if (request.type === 'command' || loggerId === null || loggerSn === null)
    return { sn: device.sn, v5: null };
  const profile = profileId === null ? undefined : profileById(profileId);
  if (!profile || request.slave !== slaveOf(attributes, profile)) return undefined;
  const link = await readLink(db, loggerId);
  const carries = link !== undefined && mayCarry(config.v5Commands, link, clock.now());
  return { sn: loggerSn, v5: carries ? link.connection : null };
}

/** The device in the actor's scope, with its logger where that one may speak for it. */
async function readDevice(
  db: Db,
  { actor, deviceId }: { actor: Actor; deviceId: number },
  request: DeviceRequest,
) {
  const reads = request.type === 'modbusRead';
  return db
    .selectFrom('devices')
    .leftJoin('devices as logger', (join) =>
      join.onRef('logger.id', '=', 'devices.parentId').on(spokenFor('devices', 'logger')),
    )
    .select(['devices.id', 'devices.sn', 'devices.profileId', 'devices.attributes'])
    .select(['logger.id as loggerId', 'logger.sn as loggerSn'])
    .where('devices.id', '=', deviceId)
    .where(deviceScope(actor, reads ? 'parameters.read' : 'parameters.write'))
    .executeTakeFirst();
}

type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>;

function readLink(db: Db, loggerId: number) {
  return db
    .selectFrom('loggerConnections')
    .select(['connection', 'open', 'doubt', 'doubtedSince'])
    .where('deviceId', '=', loggerId)
    .executeTakeFirst();
}

function mayCarry(setting: Platform['config']['v5Commands'], link: Link, now: number): boolean {
  if (!link.open || setting === 'off') return false;
  if (setting === 'on') return true;
  return doubtAt({ doubt: link.doubt, doubtedSince: link.doubtedSince?.getTime() ?? null }, now) === null;
}
