import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { AskedCommand, OpenCommand } from '../../platform/links/command-book.ts';
import {
  HeldBack,
  onlyReads,
  type Clearance,
  type DeviceRequest,
  type Refusal,
} from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { runPrepared } from '../../platform/postgres/prepare.ts';
import { spokenFor } from '../../platform/postgres/same-home.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { isStopped } from '../command-stops/index.ts';
import { holdingRequests, markSent, takeCommand } from '../commands/index.ts';
import { deviceScope } from '../scope/index.ts';
import { mayCarry } from './may-carry.ts';
import { isMixedUp, isOwnAddress, SIBLINGS } from './own-address.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * Decides over a request to a device, over what PostgreSQL says then and in one transaction: the actor may do this on the device by role,
 * ownership or grant; the device belongs to the logger that would carry it, and both to one station; the Modbus address is the device's
 * own, and no device of its family has the same; no firmware is on its way to it; nobody has stopped requests; and no limit is reached, towards which it is counted. What may go is kept as a command from then on. `v5` names
 * the connection of a V5 logger that may carry it. `known`: its key has a command already.
 */
export async function clearRequest(
  { db, clock, config }: Parts,
  asked: AskedCommand,
): Promise<OpenCommand | Refusal | { known: number }> {
  return db.transaction().execute(async (trx) => {
    const device = await readDevice(trx, asked, { now: clock.now(), held: true });
    const clearance = device && judge({ clock, config }, device, asked.request);
    if (!clearance) return { failure: 'notAllowed' };
    const refusal = refusalOf(device, asked.request);
    const taken = await takeCommand(trx, { clock, config }, { asked, device, refusal });
    return 'id' in taken ? { ...taken, ...clearance, deviceSn: device.sn } : taken;
  });
}

/**
 * Decides again right before a command leaves, without counting it again, and commits that it is sent. It is marked first and judged afterwards, in
 * one transaction: what is decided while this waits for its turn in the database counts. Throws `HeldBack` where it may not leave any more.
 */
export async function sendRequest(
  { db, clock, config }: Parts,
  asked: AskedCommand,
  { id, sn, v5, deviceSn }: OpenCommand,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const taken = await markSent(trx, id, clock.now());
    if (!taken) throw new HeldBack('timeout');
    const device = await readDevice(trx, asked, { now: clock.now() });
    const clearance = device && judge({ clock, config }, device, asked.request);
    // One that has moved, or came into the place of the one of before, is another device to whoever asked, also where they may command it there; limits
    // counted it where it was.
    const isMoved = device?.stationId !== taken.stationId || device.organisationId !== taken.organisationId;
    if (!clearance || isMoved || device.sn !== deviceSn) throw new HeldBack('notAllowed');
    if (device.isStopped) throw new HeldBack('stopped');
    const refusal = refusalOf(device, asked.request);
    if (refusal) throw new HeldBack(refusal);
    if (clearance.sn !== sn || clearance.v5 !== v5) throw new HeldBack('untrusted');
  });
}

/** Why the device may be asked nothing of this now, whoever asks. */
function refusalOf(device: Device, request: DeviceRequest): 'upgrading' | 'noAddress' | undefined {
  if (device.isUpgrading && !onlyReads(request)) return 'upgrading';
  return request.slave !== undefined && isMixedUp(device) ? 'noAddress' : undefined;
}

/** Over which connection the request goes; undefined where device, logger and Modbus address do not belong together. */
function judge(
  { clock, config }: Pick<Parts, 'clock' | 'config'>,
  device: Device,
  request: DeviceRequest,
): Clearance | undefined {
  const { loggerId, loggerSn } = device;
  // A device that reports by itself has shown its secret to the gateway that holds its connection.
  if (request.slave === undefined || loggerId === null || loggerSn === null)
    return { sn: device.sn, v5: null };
  if (!isOwnAddress(device, request.slave)) return undefined;
  const carries = mayCarry(config.v5Commands, device, clock.now());
  return { sn: loggerSn, v5: carries ? device.connection : null };
}

/** The organisation of a device: its station's where it has one. */
const HOME = sql<number | null>`coalesce(home.organisation_id, devices.organisation_id)`;

/** It gets or installs firmware: it is not disturbed by anything that writes. */
const IS_UPGRADING = sql<boolean>`EXISTS (SELECT 1 FROM firmware_upgrade_devices WHERE firmware_upgrade_devices.device_id = devices.id
  AND firmware_upgrade_devices.state IN ('transferring', 'installing'))`;

type Device = NonNullable<Awaited<ReturnType<typeof readDevice>>>;

/**
 * The device in the actor's scope, with its logger and the connection of that where that one may speak for it. An account that was locked or lost its
 * role since it asked has none, and neither has who asked by a session or an API key that has ended. A revoked or blocked device, and one behind
 * such a logger, is sent nothing. `held`: others who ask at the same moment wait until the transaction ends.
 */
export async function readDevice(
  db: Db,
  { to, request }: Pick<AskedCommand, 'to' | 'request'>,
  { now, held = false }: { now: number; held?: boolean },
) {
  const { actor, deviceId } = to;
  const isRead = onlyReads(request);
  const permission = isRead ? 'parameters.read' : (to.permission ?? 'parameters.write');
  const present =
    actor.userId === null ? actor : await findUserActor(db, { ...actor, at: now, orLeaving: true });
  if (!present || (!isRead && to.holds && !may(present, to.holds))) return undefined;
  const query = db
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .leftJoin('devices as logger', (join) =>
      join.onRef('logger.id', '=', 'devices.parentId').on(spokenFor('devices', 'logger')),
    )
    .leftJoin('loggerConnections as link', 'link.deviceId', 'logger.id')
    .select(['devices.id', 'devices.sn', 'devices.profileId', 'devices.attributes', 'devices.stationId'])
    .select(['logger.id as loggerId', 'logger.sn as loggerSn'])
    .select(['link.connection', 'link.open', 'link.doubt', 'link.doubtedSince'])
    .select([HOME.as('organisationId'), isStopped(HOME).as('isStopped'), IS_UPGRADING.as('isUpgrading')])
    .select(SIBLINGS.as('siblings'))
    .$if(held, (some) => some.select(holdingRequests(actor.userId, HOME)))
    .where('devices.id', '=', deviceId)
    .where(deviceScope(actor, permission))
    .where(deviceScope(present, permission))
    .where('devices.secretRevokedAt', 'is', null)
    .where('devices.blockedAt', 'is', null)
    .where('logger.secretRevokedAt', 'is', null)
    .where('logger.blockedAt', 'is', null)
    .where(stillThere(actor, now));
  const [device] = await runPrepared(db, 'read_commanded_device', query);
  const isMoved = to.stationId !== undefined && to.stationId !== device?.stationId;
  const isAnother = to.sn !== undefined && to.sn !== device?.sn;
  return isMoved || isAnother ? undefined : device;
}

/** The condition that what the actor asked by has not ended: a session, or an API key. One text for all, because it is prepared. */
function stillThere({ sessionId, apiKeyId }: Actor, now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sessionId}::bigint IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE sessions.id = ${sessionId}))
    AND (${apiKeyId}::bigint IS NULL OR EXISTS (
      SELECT 1 FROM api_keys WHERE api_keys.id = ${apiKeyId} AND coalesce(api_keys.expires_at > ${new Date(now)}, true)))`;
}
