import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStations } from './require-station.ts';
import { changeLabels, type LabelChange } from '../labels/index.ts';

type Change = Pick<LabelChange, 'named' | 'next'> & { ids: readonly number[] };

/**
 * Changes the labels of stations, of all of them or of none; answers how many carry others than before.
 * Throws AppError: stationNotFound, noDataPermission, labelsTooMany, labelNotFound.
 */
export async function labelStations(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { ids, ...change }: Change,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const judge = async () => {
      const stations = await requireStations(trx, context.actor, { ids, permission: 'labels.create' });
      return stations.map((station) => ({ ...station, stationId: station.id }));
    };
    return changeLabels(trx, context, { kind: 'station', judge, at: clock.now(), ...change });
  });
}
