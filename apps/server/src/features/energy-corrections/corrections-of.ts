import type { EnergyCorrection } from '@sunfleet/analysis';
import type { Db } from '../../platform/postgres/client.ts';

/** What people added to the energy of a station and did not take back. */
export async function correctionsOf(db: Db, stationId: number): Promise<EnergyCorrection[]> {
  const rows = await db
    .selectFrom('energyCorrections')
    .select(['kind', 'fromDay', 'toDay', 'kwh', 'inTotal'])
    .where('stationId', '=', stationId)
    .where('removedAt', 'is', null)
    .execute();
  return rows.map(({ kind, fromDay, toDay, kwh, inTotal }) => ({
    from: fromDay,
    to: kind === 'days' ? toDay : null,
    kwh,
    inTotal,
  }));
}
