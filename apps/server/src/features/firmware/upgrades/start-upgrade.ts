import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { askForJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { firmwareScope } from '../firmware-scope.ts';
import { requireSigned } from '../require-signed.ts';
import { planWaves } from './plan-waves.ts';
import { targetDevices, type UpgradeTarget } from './target-devices.ts';

type Input = RouteRequest<(typeof routes)['startFirmwareUpgrade']>['body'];

/** What an upgrade would put on which devices. */
export interface ShownUpgrade {
  firmware: string;
  sha256: string;
  devices: number;
  /** Of which devices these are, by serial number, and where they are. */
  digest: string;
}

/** What an upgrade would do, for who approves it. Throws what `startUpgrade` throws of what is wrong in the call itself. */
export const showUpgrade = (db: Db, context: RequestContext, input: Input): Promise<ShownUpgrade> =>
  db.transaction().execute(async (trx) => shownOf(await requireUpgrade(trx, context, input)));

function shownOf({ firmware, devices }: Awaited<ReturnType<typeof requireUpgrade>>): ShownUpgrade {
  return {
    firmware: `${firmware.name} ${firmware.version}`,
    sha256: firmware.sha256,
    devices: devices.length,
    digest: createHash('sha256')
      .update(devices.map(({ id, sn, stationId }) => `${id} ${sn} ${stationId}`).join())
      .digest('hex'),
  };
}

/** How many devices a first look tells by their serial numbers. */
const FIRST = 5;

/** Which devices an upgrade would reach. Throws as `startUpgrade`. */
export async function checkUpgrade(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  target: UpgradeTarget & { firmwareId: number },
): Promise<{ devices: number; first: string[] }> {
  const { devices } = await db.transaction().execute((trx) => requireUpgrade(trx, context, target));
  return { devices: devices.length, first: devices.slice(0, FIRST).map(({ sn }) => sn) };
}

/** The firmware and the devices, in their order. */
async function requireUpgrade(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { firmwareId, ...target }: UpgradeTarget & { firmwareId: number },
) {
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
  return { firmware, devices: await targetDevices(trx, actor, { target, models: firmware.models }) };
}

/**
 * Begins to put a firmware on devices, in the caller's transaction. Each is judged again right before its turn. `shown`: what the second person saw;
 * nothing else begins, because a batch or a label may change while the approval is written down. Throws AppError: firmwareNotFound, firmwareStepWrong,
 * firmwareKeyRevoked, firmwareSignatureWrong, proposalChanged, and what `targetDevices` throws.
 */
export async function startUpgrade(
  { trx, clock }: Pick<Platform, 'clock'> & { trx: Transaction<Tables> },
  context: RequestContext,
  { shown, ...input }: Input & { shown?: ShownUpgrade },
): Promise<{ id: number }> {
  const { firmwareId, mostFailed, window } = input;
  const { actor } = context;
  const found = await requireUpgrade(trx, context, input);
  if (shown && !isDeepStrictEqual(shown, shownOf(found))) throw new AppError('proposalChanged');
  const { firmware, devices } = found;
  const { id } = await trx
    .insertInto('firmwareUpgrades')
    .values({
      firmwareId,
      mostFailed,
      beginWindow: window && JSON.stringify(window),
      userId: actor.userId,
      organisationId: actor.organisationId,
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const waves = planWaves(devices.length);
  await trx
    .insertInto('firmwareUpgradeDevices')
    .values(
      devices.map((device, at) => ({
        upgradeId: id,
        deviceId: device.id,
        stationId: device.stationId,
        wave: waves[at]!,
      })),
    )
    .execute();
  await writeAudit(trx, context, {
    action: 'firmware.upgrade',
    objectType: 'firmware',
    objectId: firmwareId,
    after: { version: firmware.version, devices: devices.length },
  });
  await askForJob(trx, 'firmware.upgrade');
  return { id };
}
