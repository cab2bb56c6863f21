import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Values of an import within some hours of one month, from the first instant to the last, which is not in it; epoch milliseconds. */
export interface ImportSlice {
  from: number;
  to: number;
  values: number;
}

const HOUR_MS = 3_600_000;
/** Values that one statement looks up at a time. */
const MOST_VALUES = 1_000_000;

/** What an import wrote, in slices that are worked on one after the other, the oldest first. A slice lies within one month (UTC). */
export async function importSlices(samples: SamplesDb, importId: number): Promise<ImportSlice[]> {
  const hours = await samples.query<{ hour: number; values: number }>(
    `SELECT toUnixTimestamp(toStartOfHour(time)) * 1000 AS hour, count() AS values
     FROM import_values WHERE import = {import:UInt32} GROUP BY hour ORDER BY hour`,
    { import: importId },
  );
  return planSlices(hours);
}

/** Joins hours, which are in order, to slices. */
export function planSlices(
  hours: readonly { hour: number; values: number }[],
  most = MOST_VALUES,
): ImportSlice[] {
  const slices: ImportSlice[] = [];
  for (const { hour, values } of hours) {
    const last = slices.at(-1);
    const joins = last && last.values + values <= most && monthOf(last.from) === monthOf(hour);
    if (joins) Object.assign(last, { to: hour + HOUR_MS, values: last.values + values });
    else slices.push({ from: hour, to: hour + HOUR_MS, values });
  }
  return slices;
}

/** Name of the partition of samples that holds a time. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7).replace('-', '');
}
