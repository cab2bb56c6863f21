import type { DeviceDispute } from '@sunfleet/contract';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';

/** Open disputes over a device, for who holds it. Throws AppError `deviceNotFound`. */
export async function listDeviceDisputes(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  deviceId: number,
): Promise<DeviceDispute[]> {
  await requireDevice(db, actor, deviceId, 'devices.create');
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'reason', 'proof', 'answer', 'createdAt'])
    .where('deviceId', '=', deviceId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.getTime() }));
}

/** Keeps what the holder says to a dispute. Throws AppError: deviceNotFound, disputeNotOpen. */
export async function replyToDispute(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { deviceId, disputeId, answer }: { deviceId: number; disputeId: number; answer: string },
): Promise<void> {
  const { stationId } = await requireDevice(db, context.actor, deviceId, 'devices.create');
  await db.transaction().execute(async (trx) => {
    const replied = await trx
      .updateTable('disputes')
      .set({ answer, answeredAt: new Date(clock.now()), answeredBy: context.actor.userId })
      .where('id', '=', disputeId)
      .where('deviceId', '=', deviceId)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst();
    if (!replied) throw new AppError('disputeNotOpen');
    // Judged again after waiting for whoever decides the dispute.
    await requireDevice(trx, context.actor, deviceId, 'devices.create');
    await writeAudit(trx, context, {
      action: 'disputes.reply',
      objectType: 'device',
      objectId: deviceId,
      stationId,
    });
  });
}
