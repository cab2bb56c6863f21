import type { DeviceDetail, RouteRequest, routes } from '@sunfleet/contract';
import { toldSlave } from '@sunfleet/device-model';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DevicesTable, ReplacedDevice } from '../../platform/postgres/tables/devices.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { settleWarranty } from '../products/index.ts';
import { ownerOf } from './binding-of.ts';
import { doubtLoggers } from './doubt-loggers.ts';
import { endAlarmsOf } from './end-alarms-of.ts';
import { followNumbers } from './follow-numbers.ts';
import { getDevice } from './get-device.ts';
import { holdNewDevices, requireRoomOfDay } from './new-devices.ts';
import { NO_SECRET, renewSecret, type Renewer } from './renew-secret.ts';
import { holdDevice } from './require-device.ts';
import { dropSuccessor, takeSuccessor, type Successor } from './take-successor.ts';
import { takeReservation } from './take-reservation.ts';
import { withModbusAddress } from './with-modbus-address.ts';

type Body = RouteRequest<(typeof routes)['replaceDevice']>['body'];
type Row = Selectable<DevicesTable>;

/**
 * Puts another device in the place of one: the row of the place, with all that was measured and computed there, goes on with the new serial number. The old
 * device becomes one of nobody with the secret that it has, and those who had it may add it elsewhere for some days without its claim code. A new serial
 * number is judged as one that is added: what reports already is taken with its secret, and what it measured elsewhere goes.
 * Throws AppError: deviceNotFound, deviceAlreadyBound, snTaken, claimCodeNeeded, wrongClaimCode, tooManyNewDevices, commandsStopped, invalidInput.
 */
export async function replaceDevice(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'text'>,
  context: RequestContext,
  { id, ...body }: Body & { id: number },
): Promise<{ device: DeviceDetail; secret: string }> {
  const { actor } = context;
  const replacing = platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    // Another device comes in: no authorisation to work at a station gives this.
    const { stationId, sn } = await holdDevice(trx, actor, id, 'devices.create');
    if (stationId === null)
      throw brokenRule({ ...context, text: platform.text }, 'params.id', 'parentInvalid');
    if (sn === body.sn) throw brokenRule({ ...context, text: platform.text }, 'body.sn', 'sameSerialNumber');
    const place = await trx.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const organisationId = place.organisationId!;
    await holdNewDevices(trx, [organisationId]);
    const renewer = { platform, context };
    const { claimCode } = body;
    const taken =
      claimCode === undefined ? undefined : await takeReservation(trx, renewer, { sn: body.sn, claimCode });
    const successor = await takeSuccessor(trx, renewer, { place, sn: body.sn, claimCode, taken });
    if (!successor.known) await requireRoomOfDay(trx, platform, { actor, stationId, organisationId });
    await giveSerial(trx, { place, body, successor });
    await settleWarranty(trx, sql`devices.id = ${id}`);
    const free = await freeOld(trx, { place, now: platform.clock.now() });
    await followNumbers(trx, { place, newSn: body.sn, oldId: free });
    await dropSuccessor(trx, { place, known: successor.known });
    const given = await secretFor(trx, renewer, { place, successor });
    await endAlarmsOf(trx, platform, [id]);
    await doubtLoggers(trx, [id]);
    await keepReplacement(trx, context, { place, body, now: platform.clock.now() });
    await announceChange(trx, { devices: [id, free, ...successor.gone], stations: [stationId] });
    const home = place.organisationId;
    await requireNotStopped(trx, actor, { from: home, to: null });
    await requireNotStopped(trx, actor, { from: successor.known?.organisationId ?? null, to: home });
    return given;
  });
  const secret = await replacing.catch((error: unknown) => {
    // Somebody added it at the same moment.
    throw violatedConstraint(error) === 'devices__sn' ? new AppError('snTaken', { sn: body.sn }) : error;
  });
  return { device: await getDevice(platform, actor, id), secret };
}

interface Giving {
  place: Row;
  body: Body;
  successor: Successor;
}

/** The place keeps its name, family, meter place, logger and address on the line; what the old device told of itself goes. */
async function giveSerial(trx: Transaction<Tables>, { place, body, successor }: Giving): Promise<void> {
  await trx
    .updateTable('devices')
    .set({
      sn: body.sn,
      model: body.model ?? successor.known?.model ?? place.model,
      manufacturer: body.manufacturer ?? successor.known?.manufacturer ?? place.manufacturer,
      firmware: successor.known?.firmware ?? null,
      attributes: JSON.stringify(withModbusAddress({}, toldSlave(place.attributes) ?? null)),
      productionDate: body.productionDate ?? null,
      warrantyEnd: body.warrantyEnd ?? null,
      warrantyOfProduct: false,
      firstPowerOn: null,
      soldOn: null,
      firstSeenAt: successor.known?.firstSeenAt ?? null,
      foundBy: null,
      foundFrom: null,
      contendedAt: null,
      claimHash: null,
      claimSalt: null,
      ...NO_SECRET,
      ...successor.secret,
      version: place.version + 1,
    })
    .where('id', '=', place.id)
    .execute();
}

const seenBefore = ({ id, firstSeenAt }: Row) =>
  sql<Date | null>`coalesce(${firstSeenAt}::timestamptz, (SELECT last_data_at FROM device_states WHERE device_id = ${id}))`;

/** The old device is one of nobody, which signs in with its own secret. Answers its id. */
async function freeOld(
  trx: Transaction<Tables>,
  { place, now }: { place: Row; now: number },
): Promise<number> {
  const { sn, kind, model, manufacturer, profileId, ratedPower, organisationId } = place;
  const { secretHash, secretSalt, claimHash, claimSalt, secretRevokedAt } = place;
  const { id } = await trx
    .insertInto('devices')
    .values({
      sn,
      kind,
      model,
      manufacturer,
      profileId,
      ratedPower,
      secretHash,
      secretSalt,
      claimHash,
      claimSalt,
      secretRevokedAt,
      // Of one that never came nothing but its number is known, which is free again soon.
      firstSeenAt: seenBefore(place),
      freedFrom: organisationId,
      freedOwner: ownerOf(place.stationId),
      freedAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('deviceStates').values({ deviceId: id }).execute();
  return id;
}

/** The secret of the new device, once; empty where its logger speaks for it. One that proved its own goes on with it until it has the new one. */
async function secretFor(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { place, successor }: Pick<Giving, 'place' | 'successor'>,
): Promise<string> {
  if (place.parentId !== null && place.secretHash === null) {
    await trx.updateTable('devices').set(NO_SECRET).where('id', '=', place.id).execute();
    return '';
  }
  return renewSecret(trx, renewer, place.id, { why: 'bound', overlap: successor.proved });
}

async function keepReplacement(
  trx: Transaction<Tables>,
  context: RequestContext,
  { place, body, now }: { place: Row; body: Body; now: number },
): Promise<void> {
  const { model, manufacturer, firmware, productionDate, warrantyEnd, firstPowerOn } = place;
  const old: ReplacedDevice = { model, manufacturer, firmware, productionDate, warrantyEnd, firstPowerOn };
  const link = { deviceId: place.id, stationId: place.stationId!, oldSn: place.sn, newSn: body.sn };
  await trx
    .insertInto('deviceReplacements')
    .values({
      ...link,
      old: JSON.stringify(old),
      reason: body.reason,
      userId: context.actor.userId,
      replacedAt: new Date(now),
    })
    .execute();
  await writeAudit(trx, context, {
    action: 'devices.replace',
    objectType: 'device',
    objectId: place.id,
    stationId: place.stationId,
    before: { sn: place.sn },
    after: { sn: body.sn, reason: body.reason },
  });
}
