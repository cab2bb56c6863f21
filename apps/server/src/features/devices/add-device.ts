import type { DeviceDetail, RouteRequest, routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { mayUseOrganisation } from '../organisations/index.ts';
import { requireStation, type RequiredStation } from '../stations/index.ts';
import { stationScope } from '../scope/index.ts';
import { mintDeviceSecret, storeDeviceSecret } from './device-secret.ts';
import { getDevice } from './get-device.ts';

export type DeviceInput = RouteRequest<(typeof routes)['addDevice']>['body'];

type Home = Pick<RequiredStation, 'id' | 'organisationId'>;

interface Added {
  id: number;
  /** Empty where the device keeps the secret it already uses. */
  secret: string;
  /** The device and those that came with it. */
  changed: readonly number[];
}

/**
 * Adds a device to a station. A new SN is registered with a secret that is answered once; one that reports already without a
 * station is bound, with its history, the secret it uses, and what hangs on it.
 * Throws AppError: stationNotFound, deviceAlreadyBound (to a station of the caller), snTaken (by somebody else), invalidInput.
 */
export async function addDevice(
  platform: Pick<Platform, 'db' | 'bus'>,
  context: RequestContext,
  request: { stationId: number; device: DeviceInput },
): Promise<{ device: DeviceDetail; secret: string }> {
  const station = await requireStation(platform.db, context.actor, request.stationId, 'devices.create');
  const added = await platform.db.transaction().execute(async (trx) => {
    const placed = await placeDevice(trx, context, { station, input: request.device });
    await announceChange(trx, { devices: placed.changed, stations: [station.id] });
    return placed;
  });
  return { device: await getDevice(platform, context.actor, added.id), secret: added.secret };
}

/** Registers or binds a device in a transaction of the caller, who announces what changed. */
export async function placeDevice(
  trx: Transaction<Tables>,
  context: Pick<RequestContext, 'actor' | 'address'>,
  { station, input }: { station: Home; input: DeviceInput },
): Promise<Added> {
  const { parentSn, ...fields } = input;
  const parentId = await parentIn(trx, station, parentSn);
  const secret = mintDeviceSecret();
  const home = { parentId, stationId: station.id, organisationId: station.organisationId };
  const created = await trx
    .insertInto('devices')
    .values({ ...fields, ...home, ...storeDeviceSecret(secret) })
    .onConflict((conflict) => conflict.column('sn').doNothing())
    .returning('id')
    .executeTakeFirst();
  const added = created
    ? { id: created.id, secret, changed: [created.id] }
    : await bind(trx, context.actor, { input, home, secret });
  await trx
    .insertInto('deviceStates')
    .values({ deviceId: added.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writeAudit(trx, context, {
    action: created ? 'devices.create' : 'devices.bind',
    objectType: 'device',
    objectId: added.id,
    stationId: station.id,
    after: { ...input, stationId: station.id },
  });
  return added;
}

interface Binding {
  input: DeviceInput;
  home: { parentId: number | null; stationId: number; organisationId: number };
  /** Used where the device has none. */
  secret: string;
}

async function bind(trx: Transaction<Tables>, actor: Actor, binding: Binding): Promise<Added> {
  const { input, home } = binding;
  const existing = await trx
    .selectFrom('devices')
    .select(['id', 'stationId', 'organisationId', 'secretHash'])
    .where('sn', '=', input.sn)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await refuseForeign(trx, actor, { sn: input.sn, ...existing });
  const told = Object.entries(input).filter(
    ([key, value]) => key !== 'parentSn' && value !== undefined && value !== null,
  );
  const secret = existing.secretHash === null ? binding.secret : '';
  await trx
    .updateTable('devices')
    .set({ ...Object.fromEntries(told), ...home })
    .$if(secret !== '', (query) => query.set(storeDeviceSecret(secret)))
    .where('id', '=', existing.id)
    .execute();
  const children = await bringChildren(trx, existing.id, home);
  return { id: existing.id, secret, changed: [existing.id, ...children] };
}

/**
 * A logger that is bound brings the devices that it spoke for itself: they have no secret and no owner. Whatever else named it as its
 * logger is somebody else's and hangs on it no longer. Answers all of both.
 */
async function bringChildren(
  trx: Transaction<Tables>,
  loggerId: number,
  { stationId, organisationId }: Binding['home'],
): Promise<number[]> {
  const brought = await trx
    .updateTable('devices')
    .set({ stationId, organisationId })
    .where('parentId', '=', loggerId)
    .where('stationId', 'is', null)
    .where('organisationId', 'is', null)
    .where('secretHash', 'is', null)
    .returning('id')
    .execute();
  const foreign = await trx
    .updateTable('devices')
    .set({ parentId: null })
    .where('parentId', '=', loggerId)
    .where('stationId', 'is distinct from', stationId)
    .returning('id')
    .execute();
  return [...brought, ...foreign].map(({ id }) => id);
}

interface Existing {
  sn: string;
  stationId: number | null;
  organisationId: number | null;
}

/** Refuses a device that has a station already. The error names the station only if the caller may see it. */
async function refuseForeign(trx: Transaction<Tables>, actor: Actor, device: Existing): Promise<void> {
  const { sn, stationId, organisationId } = device;
  if (stationId !== null) {
    const visible = await trx
      .selectFrom('stations')
      .select('stations.name')
      .where('stations.id', '=', stationId)
      .where(stationScope(actor, 'devices.create'))
      .executeTakeFirst();
    throw visible
      ? new AppError('deviceAlreadyBound', { sn, station: visible.name })
      : new AppError('snTaken', { sn });
  }
  if (organisationId === null || organisationId === actor.organisationId) return;
  if (!(await mayUseOrganisation(trx, actor, organisationId))) throw new AppError('snTaken', { sn });
}

async function parentIn(
  trx: Transaction<Tables>,
  station: Home,
  sn: string | null | undefined,
): Promise<number | null> {
  if (!sn) return null;
  const parent = await trx
    .selectFrom('devices')
    .select('id')
    .where('sn', '=', sn)
    .where('stationId', '=', station.id)
    .executeTakeFirst();
  if (!parent) {
    const fields = [{ path: 'body.parentSn', message: sn }];
    throw new AppError('invalidInput', { fields: 'body.parentSn' }, fields);
  }
  return parent.id;
}
