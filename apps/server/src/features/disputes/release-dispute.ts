import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { holdDevice, requireDevice } from '../devices/index.ts';
import { endDispute, requireOpen } from './require-open.ts';
import { transferDevice } from './transfer-device.ts';

/** Gives a disputed device to the claimant, by its holder. Throws AppError: deviceNotFound, disputeNotOpen, commandsStopped. */
export async function releaseDispute(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { deviceId, disputeId }: { deviceId: number; disputeId: number },
): Promise<void> {
  const { actor } = context;
  await requireDevice(platform.db, actor, deviceId, 'devices.delete');
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const dispute = await requireOpen(trx, disputeId);
    if (dispute.deviceId !== deviceId) throw new AppError('disputeNotOpen');
    const { stationId, organisationId: from } = await holdDevice(trx, actor, deviceId, 'devices.delete');
    const to = await transferDevice(trx, { platform, context }, dispute);
    await endDispute(trx, { id: disputeId, state: 'released', now });
    await writeAudit(trx, context, {
      action: 'disputes.release',
      objectType: 'device',
      objectId: deviceId,
      stationId,
    });
    await requireNotStopped(trx, actor, { from, to });
  });
}
