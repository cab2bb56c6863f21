import { LIMITS, UPGRADE_REPORT_FAILURES, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { firmwareOrder, firmwareToken } from '../../../platform/firmware-token.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { isStopped } from '../../commands/index.ts';
import { requireSigned } from '../require-signed.ts';
import { endDevice, type UpgradeTry } from './upgrade-rows.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

interface Bearer {
  sn: string;
  token: string;
}

interface Transfer extends UpgradeTry {
  firmwareId: number;
  /** Requests to devices are stopped: nothing leaves until they go on. */
  isStopped: boolean;
}

interface Block {
  block: Buffer;
  from: number;
  /** Of the whole image. */
  bytes: number;
}

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
    .select(['one.upgradeId', 'one.deviceId', 'one.attempt', 'upgrade.firmwareId'])
    .select(isStopped(sql`coalesce(home.organisation_id, devices.organisation_id)`).as('isStopped'))
    .where('devices.sn', '=', sn)
    .where('devices.secretRevokedAt', 'is', null)
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

/**
 * A block of the image for a transfer, from a byte on. The signature is proved for each block: firmware that is withdrawn or whose key is revoked
 * ends in the middle, and what was stopped does not get its last block. Throws AppError: wrongDeviceSecret, tooManyRequests (requests to devices are
 * stopped), firmwareNotFound, firmwareKeyRevoked, firmwareSignatureWrong, invalidInput.
 */
async function readBlock(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  transfer: Transfer,
  { from, most }: { from: number; most: number },
): Promise<Block> {
  const { firmwareId, upgradeId, deviceId, attempt } = transfer;
  if (transfer.isStopped) throw new AppError('tooManyRequests');
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
  // From the last block on the device may install: nobody stops it any more, so the row says so before the bytes leave.
  const { numAffectedRows } = await sql`
    UPDATE firmware_upgrade_devices SET sent_bytes = greatest(sent_bytes, ${end}::bigint),
           state = CASE WHEN ${end}::bigint >= ${bytes}::bigint THEN 'installing' WHEN state = 'checking' THEN 'transferring' ELSE state END
     WHERE upgrade_id = ${upgradeId} AND device_id = ${deviceId} AND attempt = ${attempt}
       AND state IN ('checking', 'transferring', 'installing')`.execute(db);
  if (numAffectedRows !== 1n) throw new AppError('wrongDeviceSecret');
  return { block, from, bytes };
}

type Report = RouteRequest<(typeof routes)['reportFirmware']>['body'];

/** What devices of upgrades ask for, on whichever road they come. */
export interface ImageDoor {
  /** For who shows the token of its order. */
  blockFor(who: Bearer, from: number): Promise<Block>;
  /** Keeps that a device did not install what it got. Throws AppError `wrongDeviceSecret`. */
  reportOf(who: Bearer, report: Report): Promise<null>;
  /** For a device whose session has shown who it is. Throws AppError `firmwareOrderOver`. */
  blockOf(sn: string, order: string, from: number): Promise<Block>;
  /** The same as `reportOf`; what the device says is not checked yet. Throws AppError: firmwareOrderOver, invalidInput. */
  reportBy(sn: string, order: string, report: unknown): Promise<null>;
}

const KNOWN_REPORT = z.object({
  state: z.enum(['failed', 'rolledBack']),
  failure: z.enum(UPGRADE_REPORT_FAILURES),
  detail: z.string().max(200).optional(),
});

/** The transfer of an order. Throws AppError `firmwareOrderOver`. */
async function requireOrder(platform: Parts, sn: string, order: string): Promise<Transfer> {
  const found = await findTransfer(platform, sn);
  if (!found || order !== firmwareOrder(found.upgradeId, found.deviceId, found.attempt))
    throw new AppError('firmwareOrderOver');
  return found;
}

export function createImageDoor(platform: Pick<Platform, 'db' | 'clock' | 'files' | 'config'>): ImageDoor {
  const box = createSecretBox(platform.config);
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
    async blockFor(who, from) {
      const transfer = await requireTransfer(platform, box, who);
      return readBlock(platform, transfer, { from, most: LIMITS.firmwareBlockBytes });
    },
    async reportOf(who, report) {
      return keep(await requireTransfer(platform, box, who), report);
    },
    async blockOf(sn, order, from) {
      const transfer = await requireOrder(platform, sn, order);
      return readBlock(platform, transfer, { from, most: LIMITS.firmwareMessageBytes });
    },
    async reportBy(sn, order, report) {
      const known = KNOWN_REPORT.safeParse(report);
      if (!known.success) throw new AppError('invalidInput', { fields: 'failure' });
      return keep(await requireOrder(platform, sn, order), known.data);
    },
  };
}
