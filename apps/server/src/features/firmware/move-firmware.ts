import type { AuditAction, Firmware, FirmwareState, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getFirmware } from './firmware-view.ts';
import { holdFirmware } from './hold-firmware.ts';
import { requireSigned } from './require-signed.ts';

type Input = RouteRequest<(typeof routes)['moveFirmware']>['body'];

/** From which states a firmware comes into each one. Nothing is released that was not tried, and what was withdrawn never comes back. */
const MOVES: Readonly<Record<Input['state'], { action: AuditAction; from: readonly FirmwareState[] }>> = {
  inTest: { action: 'firmware.test', from: ['draft'] },
  released: { action: 'firmware.release', from: ['inTest'] },
  withdrawn: { action: 'firmware.recall', from: ['inTest', 'released'] },
};

/**
 * Puts a firmware into another state. On its way to devices its signature is proved again. Throws AppError: firmwareNotFound, firmwareChanged,
 * firmwareStepWrong, firmwareKeyRevoked, firmwareSignatureWrong, invalidInput (no reason).
 */
export async function moveFirmware(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id, state, reason, revision }: Input & { id: number },
): Promise<Firmware> {
  if (state === 'withdrawn' && reason === '') throw new AppError('invalidInput', { fields: 'body.reason' });
  const { action, from } = MOVES[state];
  return db.transaction().execute(async (trx) => {
    const before = await holdFirmware(trx, id, revision);
    if (!from.includes(before.state)) throw new AppError('firmwareStepWrong');
    if (state !== 'withdrawn') await requireSigned(trx, before);
    await trx
      .updateTable('firmware')
      .set({
        state,
        revision: revision + 1,
        ...(state === 'released' ? { releasedAt: new Date(clock.now()) } : {}),
        ...(state === 'withdrawn' ? { withdrawnReason: reason } : {}),
      })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action,
      objectType: 'firmware',
      objectId: id,
      before: { state: before.state },
      after: { state, ...(state === 'withdrawn' ? { reason } : {}) },
    });
    return getFirmware(trx, context.actor, id);
  });
}
