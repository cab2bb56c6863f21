import { LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { askForJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endWaiting } from './go-on-with-waves.ts';
import { upgradeScope } from './upgrade-view.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

async function holdUpgrade(trx: Platform['db'], { actor }: RequestContext, id: number) {
  const found = await trx
    .selectFrom('firmwareUpgrades')
    .select(['firmwareId', 'endedAt'])
    .where('id', '=', id)
    .where(sql<SqlBool>`${upgradeScope(actor)}`)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('firmwareUpgradeNotFound', { id });
  return found;
}

/**
 * Lets nothing more begin, and ends transfers: a device that has not the whole image cannot install it. What has it goes on, because a device is not
 * interrupted while it writes. Throws AppError: firmwareUpgradeNotFound, firmwareStepWrong (it has ended).
 */
export async function stopUpgrade({ db, clock }: Parts, context: RequestContext, id: number): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { firmwareId, endedAt } = await holdUpgrade(trx, context, id);
    if (endedAt) throw new AppError('firmwareStepWrong');
    await trx.updateTable('firmwareUpgrades').set({ state: 'stopped' }).where('id', '=', id).execute();
    const devices = await endWaiting(trx, {
      id,
      states: ['waiting', 'checking', 'transferring'],
      now: clock.now(),
    });
    await writeAudit(trx, context, {
      action: 'firmware.stopUpgrade',
      objectType: 'firmware',
      objectId: firmwareId,
      after: { devices },
    });
    await askForJob(trx, 'firmware.upgrade');
  });
  return null;
}

/**
 * Tries again the devices that did not succeed, each as an attempt of its own, within a day of its end: what somebody approved long ago is approved anew. Throws
 * AppError: firmwareUpgradeNotFound, firmwareStepWrong (it goes on), runTooOld.
 */
export async function retryUpgrade({ db, clock }: Parts, context: RequestContext, id: number): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { firmwareId, endedAt } = await holdUpgrade(trx, context, id);
    if (!endedAt) throw new AppError('firmwareStepWrong');
    if (endedAt.getTime() + LIMITS.approvedRunMs < clock.now())
      throw new AppError('runTooOld', { hours: LIMITS.approvedRunMs / 3_600_000 });
    await trx
      .updateTable('firmwareUpgrades')
      .set({ state: 'executing', endedAt: null })
      .where('id', '=', id)
      .execute();
    const again = await trx
      .updateTable('firmwareUpgradeDevices')
      .set((eb) => ({
        state: 'waiting',
        attempt: eb('attempt', '+', 1),
        failure: null,
        detail: null,
        sentBytes: 0,
        runId: null,
        beganAt: null,
        endedAt: null,
      }))
      .where('upgradeId', '=', id)
      .where('state', 'in', ['failed', 'timedOut', 'rolledBack', 'stopped'])
      .executeTakeFirst();
    await writeAudit(trx, context, {
      action: 'firmware.retryUpgrade',
      objectType: 'firmware',
      objectId: firmwareId,
      after: { devices: Number(again.numUpdatedRows) },
    });
    await askForJob(trx, 'firmware.upgrade');
  });
  return null;
}
