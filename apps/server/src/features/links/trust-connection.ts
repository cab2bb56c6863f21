import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { holdDevice } from '../devices/index.ts';

/**
 * Believes the connection of a logger as a person saw it: in this network. Throws AppError: deviceNotFound, linkChanged where it comes
 * from another network by now, or is gone.
 */
export async function trustConnection(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { deviceId, network }: { deviceId: number; network: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const { stationId } = await holdDevice(trx, context.actor, deviceId, 'devices.create');
    const trusted = await trx
      .updateTable('loggerConnections')
      .set({ trustedNetwork: network, doubt: null, doubtedSince: null, replacedAt: [], toldAt: null })
      .where('deviceId', '=', deviceId)
      .where('network', '=', network)
      .where('open', '=', true)
      .returning('deviceId')
      .executeTakeFirst();
    if (!trusted) throw new AppError('linkChanged');
    await writeAudit(trx, context, {
      action: 'devices.trust',
      objectType: 'device',
      objectId: deviceId,
      stationId,
      after: { network },
    });
    await announceChange(trx, { devices: [deviceId] });
  });
}
