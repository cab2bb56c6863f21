import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevices } from './require-device.ts';
import { changeLabels, type LabelChange } from '../labels/index.ts';

type Change = Pick<LabelChange, 'named' | 'next'> & { ids: readonly number[] };

/**
 * Changes the labels of devices, of all of them or of none; answers how many carry others than before.
 * Throws AppError: deviceNotFound, noDataPermission, labelsTooMany, labelNotFound.
 */
export async function labelDevices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { ids, ...change }: Change,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const judge = () => requireDevices(trx, context.actor, { ids, permission: 'labels.create' });
    return changeLabels(trx, context, { kind: 'device', judge, at: clock.now(), ...change });
  });
}
