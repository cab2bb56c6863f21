import type { RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { askForJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { deviceScope } from '../../scope/index.ts';
import { firmwareScope } from '../firmware-scope.ts';
import { requireSigned } from '../require-signed.ts';
import { planWaves } from './plan-waves.ts';

type Input = RouteRequest<(typeof routes)['startFirmwareUpgrade']>['body'];

type Parts = Pick<Platform, 'db' | 'clock'>;

/** What an upgrade would put on its devices, for who approves it. Throws what `startUpgrade` throws of what is wrong in the call itself. */
export async function showUpgrade(
  db: Db,
  context: RequestContext,
  input: Input,
): Promise<{ firmware: string; sha256: string }> {
  const { name, version, sha256 } = await db
    .transaction()
    .execute((trx) => requireUpgrade(trx, context, input));
  return { firmware: `${name} ${version}`, sha256 };
}

/** The firmware and the devices, in the order in which they are named. */
async function requireUpgrade(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { firmwareId, sns }: Input,
): Promise<{ name: string; version: string; sha256: string; deviceIds: number[] }> {
  const firmware = await trx
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', firmwareId)
    .where(sql<SqlBool>`${firmwareScope(actor)}`)
    .forShare()
    .executeTakeFirst();
  if (!firmware) throw new AppError('firmwareNotFound', { id: firmwareId });
  if (firmware.state === 'draft' || firmware.state === 'withdrawn') throw new AppError('firmwareStepWrong');
  await requireSigned(trx, firmware);
  const wanted = [...new Set(sns)];
  const rows = await trx
    .selectFrom('devices')
    .leftJoin('stations as home', 'home.id', 'devices.stationId')
    .select(['devices.id', 'devices.sn'])
    .where('devices.sn', 'in', wanted)
    .where(deviceScope(actor, 'firmware.upgrade'))
    .execute();
  const ids = new Map(rows.map(({ id, sn }) => [sn, id]));
  const missing = wanted.find((sn) => !ids.has(sn));
  if (missing !== undefined) throw new AppError('deviceNotFound', { id: missing });
  const { name, version, sha256 } = firmware;
  return { name, version, sha256, deviceIds: wanted.map((sn) => ids.get(sn)!) };
}

/**
 * Begins to put a firmware on devices that are named by their serial numbers, in this order. Each is judged again right before its turn.
 * Throws AppError: firmwareNotFound, firmwareStepWrong, firmwareKeyRevoked, firmwareSignatureWrong, deviceNotFound.
 */
export async function startUpgrade(
  { db, clock }: Parts,
  context: RequestContext,
  input: Input,
): Promise<{ id: number }> {
  const { firmwareId, mostFailed } = input;
  const { actor } = context;
  return db.transaction().execute(async (trx) => {
    const { version, deviceIds } = await requireUpgrade(trx, context, input);
    const { id } = await trx
      .insertInto('firmwareUpgrades')
      .values({
        firmwareId,
        mostFailed,
        userId: actor.userId,
        organisationId: actor.organisationId,
        createdAt: new Date(clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const waves = planWaves(deviceIds.length);
    await trx
      .insertInto('firmwareUpgradeDevices')
      .values(deviceIds.map((deviceId, at) => ({ upgradeId: id, deviceId, wave: waves[at]! })))
      .execute();
    await writeAudit(trx, context, {
      action: 'firmware.upgrade',
      objectType: 'firmware',
      objectId: firmwareId,
      after: { version, devices: deviceIds.length },
    });
    await askForJob(trx, 'firmware.upgrade');
    return { id };
  });
}
