import type { LossDay } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** A stored day of losses, with bits of what was there to tell causes by (`LOSS_BASIS`). */
export interface StoredLosses extends LossDay {
  basis: number;
}

/** Stored days of a station from a local day to another one, in their order. */
export async function readLosses(
  samples: SamplesDb,
  query: { station: number; from: string; to: string },
): Promise<StoredLosses[]> {
  const rows = await samples.query<Record<keyof StoredLosses, string | number>>(
    `SELECT toString(day) AS day, standard, open, warm, free, model, shaded, held, missing, silent, curtailed, outage, strings, snow, power, seen, basis
     FROM (SELECT * FROM loss_days FINAL WHERE station = {station:UInt32} AND day >= {from:Date} AND day <= {to:Date}) ORDER BY day`,
    query,
  );
  return rows.map(
    ({ day, ...figures }) =>
      ({
        day: String(day),
        ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])),
      }) as StoredLosses,
  );
}
