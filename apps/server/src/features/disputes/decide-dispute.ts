import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellHolder } from '../devices/index.ts';
import { endDispute, requireOpen } from './require-open.ts';
import { tellClaimant } from './tell-claimant.ts';
import { transferDevice } from './transfer-device.ts';

/** Decides a dispute, by the platform's administrators: everybody concerned is told. Throws AppError `disputeNotOpen`, `tooManyDevices`. */
export async function decideDispute(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { id, decision }: { id: number; decision: 'keep' | 'transfer' },
): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const dispute = await requireOpen(trx, id);
    const { sn, deviceId, holderStationId: stationId } = dispute;
    if (decision === 'transfer') {
      // Told before it leaves the station.
      if (deviceId !== null) await tellHolder(trx, platform, { template: 'disputeLost', deviceId, sn });
      await transferDevice(trx, { platform, context }, dispute);
    } else await tellClaimant(trx, platform, { dispute, template: 'disputeKept' });
    await endDispute(trx, { id, state: decision === 'keep' ? 'kept' : 'transferred', now });
    await writeAudit(trx, context, {
      action: 'disputes.decide',
      objectType: deviceId === null ? 'station' : 'device',
      objectId: deviceId ?? dispute.stationId,
      stationId,
      after: { sn, state: decision === 'keep' ? 'kept' : 'transferred' },
    });
  });
}
