import { LIMITS, UPGRADE_REPORT_FAILURES, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { firmwareOrder, firmwareToken } from '../../../platform/firmware-token.ts';
import { plainText } from '../../../platform/plain-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts';
import { hashToken } from '../../../platform/tokens.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { isStopped } from '../../command-stops/index.ts';
import { carriesFor } from '../../links/index.ts';
import { requireSigned } from '../require-signed.ts';
import { createImageTurns, type Caller } from './image-turns.ts';
import { openBehind, type OpenTransfer } from './open-behind.ts';
import { createOpenOrders } from './open-orders.ts';
import { stillRight } from './still-right.ts';
import { endDevice, type UpgradeTry } from './upgrade-rows.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

interface Bearer {
  sn: string;
  token: string;
}

/** A device whose session has shown who it is. */
type Shown = Pick<KnownDevice, 'sn' | 'organisationCode'>;

interface Transfer extends UpgradeTry {
  firmwareId: number;
  /** Who began the upgrade. */
  userId: number | null;
  /** Requests to devices are stopped: nothing leaves until they go on. */
  isStopped: boolean;
}

interface Block {
  block: Buffer;
  from: number;
  /** Of the whole image. */
  bytes: number;
}

/** Whether nothing may leave for a device, whose home is joined as `home`. */
const isHeld = isStopped(sql`coalesce(home.organisation_id, devices.organisation_id)`);

/** What a device is about to fetch, while its time runs; undefined: nothing (any more). One upgrade is at a device at a time. */
async function findTransfer(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  sn: string,
): Promise<Transfer | undefined> {
  const since = new Date(clock.now() - LIMITS.firmwareUpgradeMs);
  return db
    .selectFrom('firmwareUpgradeDevices as one')
    .innerJoin('devices', 'devices.id', 'one.deviceId')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .innerJoin('firmwareUpgrades as upgrade', 'upgrade.id', 'one.upgradeId')
    .select(['one.upgradeId', 'one.deviceId', 'one.attempt', 'upgrade.firmwareId', 'upgrade.userId'])
    .select(isHeld.as('isStopped'))
    .where('devices.sn', '=', sn)
    .where('devices.secretRevokedAt', 'is', null)
    .where('devices.blockedAt', 'is', null)
    .where('one.state', 'in', ['checking', 'transferring', 'installing'])
    .where('one.beganAt', '>', since)
    .executeTakeFirst();
}

/** The transfer of who has shown its token. Throws AppError `wrongDeviceSecret`. */
async function requireTransfer(platform: Parts, box: SecretBox, { sn, token }: Bearer) {
  const found = await findTransfer(platform, sn);
  if (!found) throw new AppError('wrongDeviceSecret');
  const order = firmwareOrder(found.upgradeId, found.deviceId, found.attempt);
  const wanted = hashToken(await firmwareToken(box, sn, order));
  if (!timingSafeEqual(wanted, hashToken(token))) throw new AppError('wrongDeviceSecret');
  return found;
}

const isStillRight = async ({ db, clock }: Parts, { deviceId, ...begun }: Transfer): Promise<boolean> =>
  (await stillRight(db, { ...begun, deviceIds: [deviceId] }, clock.now())).size > 0;

/**
 * A block of the image for a transfer, from a byte on. The signature is proved for each block: firmware that is withdrawn or whose key is revoked
 * ends in the middle, and what was stopped does not get its last block. Throws AppError: wrongDeviceSecret, tooManyRequests (requests to devices are
 * stopped), firmwareNotFound, firmwareKeyRevoked, firmwareSignatureWrong, invalidInput.
 */
async function readBlock(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  transfer: Transfer,
  { from, most }: { from: number; most: number },
): Promise<Block> {
  const { firmwareId, upgradeId, deviceId, attempt } = transfer;
  if (transfer.isStopped) throw new AppError('tooManyRequests');
  if (!(await isStillRight({ db, clock }, transfer))) throw new AppError('wrongDeviceSecret');
  const firmware = await db
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', firmwareId)
    .where('state', 'in', ['inTest', 'released'])
    .executeTakeFirst();
  if (!firmware) throw new AppError('firmwareNotFound', { id: firmwareId });
  await requireSigned(db, firmware);
  const { bytes, file } = firmware;
  if (from >= bytes) throw new AppError('invalidInput', { fields: 'range' });
  const end = Math.min(bytes, from + most);
  const block = await buffer(files.read(file, { from, bytes: end - from }));
  // From the last block on the device may install: nobody stops it any more, so the row says so before the bytes leave. The store of files may have
  // been slow, so it is asked once more whether anything may.
  const { numAffectedRows } = await sql`
    UPDATE firmware_upgrade_devices SET sent_bytes = greatest(sent_bytes, ${end}::bigint),
           state = CASE WHEN ${end}::bigint >= ${bytes}::bigint THEN 'installing' WHEN state = 'checking' THEN 'transferring' ELSE state END
     WHERE upgrade_id = ${upgradeId} AND device_id = ${deviceId} AND attempt = ${attempt}
       AND state IN ('checking', 'transferring', 'installing')
       AND NOT (SELECT ${isHeld} FROM devices LEFT JOIN stations AS home ON home.id = devices.station_id
         WHERE devices.id = ${deviceId})`.execute(db);
  if (numAffectedRows !== 1n)
    throw new AppError((await isOver(db, transfer)) ? 'wrongDeviceSecret' : 'tooManyRequests');
  return { block, from, bytes };
}

/** Whether a transfer ended meanwhile, and was not only held back. */
async function isOver(db: Platform['db'], { upgradeId, deviceId, attempt }: UpgradeTry): Promise<boolean> {
  const found = await db
    .selectFrom('firmwareUpgradeDevices')
    .select('state')
    .where('upgradeId', '=', upgradeId)
    .where('deviceId', '=', deviceId)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['checking', 'transferring', 'installing'])
    .executeTakeFirst();
  return found === undefined;
}

type Report = RouteRequest<(typeof routes)['reportFirmware']>['body'];

/** What devices of upgrades ask for, on whichever road they come. */
export interface ImageDoor {
  /** For who shows the token of its order. Throws AppError `tooManyRequests`, as all of these. */
  blockFor(who: Bearer, from: number): Promise<Block>;
  /** Keeps that a device did not install what it got. Throws AppError `wrongDeviceSecret`. */
  reportOf(who: Bearer, report: Report): Promise<null>;
  /** For a device whose session has shown who it is. Throws AppError `firmwareOrderOver`. */
  blockOf(device: Shown, order: string, from: number): Promise<Block>;
  /**
   * Whether words of a block or of the order may leave now by this connection of the device's logger, to this Modbus address. Throws AppError: firmwareOrderOver,
   * tooManyRequests (requests are stopped, the connection is not believed, or the address is not the device's own).
   */
  requireGoing(device: Shown, order: string, by: { connection: string; slave: number }): Promise<void>;
  /** What devices behind a logger are to get now. */
  openBehind(loggerId: number): Promise<OpenTransfer[]>;
  /** The same as `reportOf`; what the device says is not checked yet. Throws AppError: firmwareOrderOver, invalidInput. */
  reportBy(device: Shown, order: string, report: unknown): Promise<null>;
}

const KNOWN_REPORT = z.object({
  state: z.enum(['failed', 'rolledBack']),
  failure: z.enum(UPGRADE_REPORT_FAILURES),
  detail: z.string().max(200).transform(plainText).optional(),
});

/** The transfer of an order. Throws AppError `firmwareOrderOver`. */
async function requireOrder(platform: Parts, { sn }: Shown, order: string): Promise<Transfer> {
  const found = await findTransfer(platform, sn);
  if (!found || order !== firmwareOrder(found.upgradeId, found.deviceId, found.attempt))
    throw new AppError('firmwareOrderOver');
  return found;
}

/** Throws AppError `firmwareOrderOver`: what nobody owns is not upgraded. */
function callerOfDevice({ sn, organisationCode }: Shown): Caller {
  if (organisationCode === null) throw new AppError('firmwareOrderOver');
  return { sender: `organisation ${organisationCode}`, caller: `device ${sn}` };
}

export function createImageDoor(platform: Pick<Platform, 'db' | 'clock' | 'files' | 'config'>): ImageDoor {
  const box = createSecretBox(platform.config);
  const inTurn = createImageTurns(platform.clock);
  const senderFor = createOpenOrders(platform, box);
  const callerOf = async (who: Bearer): Promise<Caller> => ({
    sender: await senderFor(who),
    caller: `device ${who.sn}`,
  });
  const keep = async (transfer: Transfer, { state, failure, detail }: Report) => {
    await endDevice(platform.db, transfer, {
      state,
      failure,
      detail: detail ?? null,
      now: platform.clock.now(),
    });
    return null;
  };
  return {
    blockFor: async (who, from) =>
      inTurn(await callerOf(who), async () => {
        const transfer = await requireTransfer(platform, box, who);
        return readBlock(platform, transfer, { from, most: LIMITS.firmwareBlockBytes });
      }),
    reportOf: async (who, report) =>
      inTurn(await callerOf(who), async () => keep(await requireTransfer(platform, box, who), report)),
    async blockOf(device, order, from) {
      return inTurn(callerOfDevice(device), async () => {
        const transfer = await requireOrder(platform, device, order);
        return readBlock(platform, transfer, { from, most: LIMITS.firmwareMessageBytes });
      });
    },
    requireGoing: (device, order, by) =>
      inTurn(callerOfDevice(device), async () => {
        const transfer = await requireOrder(platform, device, order);
        if (!(await isStillRight(platform, transfer))) throw new AppError('firmwareOrderOver');
        if (transfer.isStopped || !(await carriesFor(platform, { sn: device.sn, ...by })))
          throw new AppError('tooManyRequests');
      }),
    openBehind: (loggerId) => openBehind(platform, loggerId),
    async reportBy(device, order, report) {
      const known = KNOWN_REPORT.safeParse(report);
      if (!known.success) throw new AppError('invalidInput', { fields: 'failure' });
      return inTurn(callerOfDevice(device), async () =>
        keep(await requireOrder(platform, device, order), known.data),
      );
    },
  };
}
