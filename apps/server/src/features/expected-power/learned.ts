import type { FittedCalibration, LightSource, SensorFault, Spreads } from '@sunfleet/analysis';
import type { Db } from '../../platform/postgres/client.ts';
import { sql } from 'kysely';

/** What was learned of a station and its sensors. */
export interface LearnedData extends FittedCalibration {
  /** Sensors that are not believed, and why. */
  faults: Partial<Record<Extract<LightSource, 'poa' | 'ghi'>, SensorFault>>;
}

/** The same with where and since when it holds. */
export interface Learned extends LearnedData {
  id: number;
  /** First local day; null: always. */
  validFrom: string | null;
  createdAt: Date;
}

/** What was learned of some stations by their present design, oldest first; once more for each day from which its range is wider or narrower. */
export async function readLearned(
  db: Db,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Learned[]>> {
  const rows = await db
    .selectFrom('expectedCalibrations')
    .select(['id', 'stationId', 'validFrom', 'data', 'createdAt'])
    .where('stationId', '=', sql<number>`ANY(${[...stationIds]})`)
    .orderBy('id')
    .execute();
  const spreads = await db
    .selectFrom('expectedSpreads')
    .select(['calibrationId', 'validFrom', 'data'])
    .where('calibrationId', '=', sql<number>`ANY(${rows.map(({ id }) => id)})`)
    .orderBy('validFrom')
    .execute();
  const spreadsOf = Map.groupBy(spreads, ({ calibrationId }) => calibrationId);
  const learned = new Map<number, Learned[]>();
  for (const { id, stationId, validFrom, data, createdAt } of rows) {
    const of = learned.get(stationId) ?? [];
    const one = { ...(data as LearnedData), id, createdAt };
    of.push({ ...one, validFrom });
    for (const spread of spreadsOf.get(id) ?? [])
      of.push({ ...one, validFrom: spread.validFrom, spreads: spread.data as Spreads });
    learned.set(stationId, of);
  }
  return learned;
}

/** What holds on a local day: the newest one that is valid from it or before, else the first. */
export const learnedOn = (learned: readonly Learned[], day: string): Learned | undefined =>
  learned.findLast(({ validFrom }) => validFrom === null || validFrom <= day) ?? learned[0];
