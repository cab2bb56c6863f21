import type { DeviceDetail, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { settleWarranty } from '../products/index.ts';
import { holdStation, type RequiredStation } from '../stations/index.ts';
import { bindingOf, boundTo } from './binding-of.ts';
import { isClaimCode } from './claim-code.ts';
import { mintDeviceSecret, storeDeviceSecret } from './device-secret.ts';
import { doubtLoggers } from './doubt-loggers.ts';
import { getDevice } from './get-device.ts';
import { keepFromNow } from './forget-later.ts';
import { leaveCards } from './leave-cards.ts';
import { leaveLogger } from './leave-logger.ts';
import { holdNewDevices, requireRoomOfDay } from './new-devices.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { NO_SECRET, renewSecret, type Renewer } from './renew-secret.ts';
import { requireDeviceRoom } from './require-device-room.ts';
import { takeReservation, type Taken } from './take-reservation.ts';
import { withProduct } from './with-product.ts';

type AddInput = RouteRequest<(typeof routes)['addDevice']>['body'];

/** What is kept of a device; the proof that it is one's own is not. */
export type DeviceInput = Omit<AddInput, 'claimCode'>;

type Home = Pick<RequiredStation, 'id' | 'organisationId'>;

interface Added {
  id: number;
  /** Empty where its logger speaks for it. */
  secret: string;
  /** The device and those that no longer hang on it. */
  changed: readonly number[];
  /** The organisation that had the device in no station. */
  from: number | null;
}

/**
 * Adds a device to a station. A new SN is registered with a secret that is answered once; one that reports already without a
 * station is bound with its history, and gets a new secret. What hung on it waits as discovered (`list-discovered.ts`). One that is
 * added behind a logger has no secret. A device of nobody that has a secret is bound by its claim code alone: its serial number can be
 * known to anybody. The claim code also frees a serial number that was registered and whose device never came (`take-reservation.ts`).
 * Throws AppError: stationNotFound, deviceAlreadyBound (to a station of the caller), snTaken (by somebody else), claimCodeNeeded,
 * wrongClaimCode, tooManyDevices, tooManyNewDevices, commandsStopped, beingChanged, invalidInput.
 */
export async function addDevice(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'text'>,
  context: RequestContext,
  request: { stationId: number; device: AddInput },
): Promise<{ device: DeviceDetail; secret: string }> {
  const added = await platform.db
    .transaction()
    .execute((trx) => addDeviceIn(trx, { platform, context }, request));
  return { device: await getDevice(platform, context.actor, added.id), secret: added.secret };
}

/** The same in a transaction of the caller; answers its id and its secret. */
export async function addDeviceIn(
  trx: Transaction<Tables>,
  { platform, context }: { platform: Pick<Platform, 'clock' | 'config' | 'text'>; context: RequestContext },
  request: { stationId: number; device: AddInput },
): Promise<{ id: number; secret: string }> {
  await holdCaller(trx, context.actor);
  const station = await holdStation(trx, context.actor, request.stationId, {
    permission: 'devices.create',
    changes: 'devices',
  });
  const { claimCode, ...typed } = request.device;
  const renewer = { platform, context };
  const input = await withProduct(trx, renewer, { input: typed, organisationId: station.organisationId });
  const taken =
    claimCode === undefined ? undefined : await takeReservation(trx, renewer, { sn: input.sn, claimCode });
  const placed = await placeDevice(trx, renewer, { station, input, claimCode, taken });
  if (input.productId) await settleWarranty(trx, sql`devices.id = ${placed.id}`);
  await announceChange(trx, { devices: placed.changed, stations: [station.id] });
  if (taken) await announceTaken(trx, taken);
  return { id: placed.id, secret: placed.secret };
}

interface Placing {
  station: Home;
  input: DeviceInput;
  /** Absent where no person stands before the device. */
  claimCode?: string | undefined;
  /** Where the claim code freed the serial number. */
  taken?: Taken | undefined;
}

/** Registers or binds a device in a transaction of the caller, who announces what changed. */
export async function placeDevice(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { station, input, claimCode, taken }: Placing,
): Promise<Added> {
  const { parentSn, ...fields } = input;
  await holdPlace(trx, station);
  // Devices before what counts new ones, as where one is replaced.
  const parentId = await parentIn(trx, station, parentSn);
  await holdNewDevices(trx, [station.organisationId]);
  await requireDeviceRoom(trx, station.organisationId);
  // Its logger speaks for a device behind one. What freed its serial number signs in with the secret that it has.
  const secret = parentId === null && !taken ? mintDeviceSecret() : '';
  const stored = taken?.stored ?? (secret === '' ? {} : storeDeviceSecret(secret));
  const home = { parentId, stationId: station.id, organisationId: station.organisationId };
  const created = await trx
    .insertInto('devices')
    .values({ ...fields, ...home, ...stored })
    .onConflict((conflict) => conflict.column('sn').doNothing())
    .returning('id')
    .executeTakeFirst();
  const { actor } = renewer.context;
  const adding = { actor, stationId: station.id, organisationId: station.organisationId };
  if (created) await requireRoomOfDay(trx, renewer.platform, adding);
  const added = created
    ? {
        id: created.id,
        secret: taken ? await renew(trx, renewer, created.id) : secret,
        changed: [created.id],
        from: null,
      }
    : await bind(trx, renewer, { input, home, claimCode });
  await trx
    .insertInto('deviceStates')
    .values({ deviceId: added.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writeAudit(trx, renewer.context, {
    action: created ? 'devices.create' : 'devices.bind',
    objectType: 'device',
    objectId: added.id,
    stationId: station.id,
    after: { ...input, stationId: station.id },
  });
  await requireNotStopped(trx, renewer.context.actor, { from: added.from, to: station.organisationId });
  return added;
}

/**
 * Keeps the station in its organisation until the transaction ends. One that moved after the caller was judged has another one now, whose
 * devices the caller does not make. Throws AppError `stationNotFound`.
 */
async function holdPlace(trx: Transaction<Tables>, { id, organisationId }: Home): Promise<void> {
  const held = await trx
    .selectFrom('stations')
    .select('id')
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new AppError('stationNotFound', { id });
}

/** The device goes on with the secret that its claim code proved until it uses the new one. */
function renew(trx: Transaction<Tables>, renewer: Renewer, id: number): Promise<string> {
  return renewSecret(trx, renewer, id, { why: 'bound', overlap: true });
}

function announceTaken(trx: Transaction<Tables>, { gone, stationId }: Taken): Promise<void> {
  return announceChange(trx, { devices: gone, stations: stationId === null ? [] : [stationId] });
}

interface Binding {
  input: DeviceInput;
  home: { parentId: number | null; stationId: number; organisationId: number };
  claimCode: string | undefined;
}

/** What was said as a stick, which proves nothing, is not said of another device. */
const NO_WORDS = { firmware: null, uploadIntervalSeconds: null, attributes: '{}' } as const;

/**
 * Binds a device that nobody has. The secret that it came with ends: at once where nobody has shown that it is the device's own, and where a claim
 * code has, once the device uses the new one. A logger speaks for a device behind it.
 */
async function bind(
  trx: Transaction<Tables>,
  renewer: Renewer,
  { input, home, claimCode }: Binding,
): Promise<Added> {
  const existing = await trx
    .selectFrom('devices')
    .select([
      'id',
      'kind',
      'stationId',
      'organisationId',
      'secretHash',
      'secretSalt',
      'claimHash',
      'claimSalt',
    ])
    .select(['freedFrom', 'freedOwner', 'freedAt'])
    .where('sn', '=', input.sn)
    .forUpdate()
    .executeTakeFirst();
  // Somebody else took it, or gave it up, while this waited for it.
  if (!existing) throw new AppError('beingChanged');
  await refuseForeign(trx, renewer.context.actor, { sn: input.sn, ...existing });
  const now = renewer.platform.clock.now();
  const to = await boundTo(trx, renewer.context.actor, home.stationId);
  const binding = bindingOf(existing, to, now);
  if (binding === 'closed') throw new AppError('snTaken', { sn: input.sn });
  const shown = claimCode !== undefined && isClaimCode(claimCode, existing);
  if (binding === 'claim' && !shown)
    throw new AppError(claimCode === undefined ? 'claimCodeNeeded' : 'wrongClaimCode', { sn: input.sn });
  const overlap = binding === 'own' || shown;
  const told = Object.entries(input).filter(
    ([key, value]) => key !== 'parentSn' && value !== undefined && value !== null,
  );
  const behindLogger = home.parentId !== null;
  const set = {
    ...Object.fromEntries(told),
    ...home,
    loggerSpeaks: false,
    freedFrom: null,
    freedOwner: null,
    freedAt: null,
    contendedAt: null,
    blockedAt: null,
    ...(existing.kind === 'logger' && input.kind !== 'logger' ? NO_WORDS : {}),
    ...(behindLogger ? NO_SECRET : {}),
  };
  await trx.updateTable('devices').set(set).where('id', '=', existing.id).execute();
  await keepFromNow(trx, existing.id, now);
  const renewal = { why: 'bound', overlap } as const;
  const secret = behindLogger ? '' : await renewSecret(trx, renewer, existing.id, renewal);
  await doubtLoggers(trx, [existing.id]);
  await keepAsDiscovered(trx, existing.id);
  await leaveCards(trx, { deviceIds: [existing.id], from: existing.freedFrom, to: home.organisationId });
  const left = await leaveLogger(trx, existing.id, home);
  return { id: existing.id, secret, changed: [existing.id, ...left], from: existing.organisationId };
}

/**
 * What hangs on a logger that nobody owned is not bound with it, because anybody can hang a device on such a logger: what the logger spoke for
 * itself waits as discovered.
 */
async function keepAsDiscovered(trx: Transaction<Tables>, loggerId: number): Promise<void> {
  await sql`
    INSERT INTO discovered_devices (logger_id, sn, kind, model, manufacturer, firmware, profile_id, upload_interval_seconds,
      first_seen_at, last_seen_at, named_from)
    SELECT parent_id, sn, kind, model, manufacturer, firmware, profile_id, upload_interval_seconds,
      coalesce(first_seen_at, created_at), coalesce(last_data_at, first_seen_at, created_at),
      coalesce((SELECT network FROM logger_connections WHERE device_id = parent_id), '')
    FROM devices LEFT JOIN device_states ON device_id = id
    WHERE parent_id = ${loggerId} AND station_id IS NULL AND organisation_id IS NULL AND secret_hash IS NULL
    ON CONFLICT (logger_id, sn) DO NOTHING`.execute(trx);
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
    // It may be leaving at this moment.
    .forShare()
    .executeTakeFirst();
  if (!parent) {
    const fields = [{ path: 'body.parentSn', message: sn }];
    throw new AppError('invalidInput', { fields: 'body.parentSn' }, fields);
  }
  return parent.id;
}
