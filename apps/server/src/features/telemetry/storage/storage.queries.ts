import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { BUCKET_MS } from '../roll-up/energy-cells.ts';

/** What the five-minute means of a station tell of its batteries in a range. */
export interface StorageCurve {
  /** First and last known state of charge, percent, with the starts of their buckets. */
  first: { at: number; soc: number } | null;
  last: { at: number; soc: number } | null;
  /** Milliseconds. */
  charging: number;
  discharging: number;
  resting: number;
}

interface Range {
  station: number;
  start: number;
  end: number;
}

/** Reads state of charge at the ends and how long the batteries charged, discharged and rested; below `restBelow` W they rest. */
export async function readStorageCurve(
  db: SamplesDb,
  { station, start, end }: Range,
  restBelow: number,
): Promise<StorageCurve> {
  const [row] = await db.query<{
    known: number;
    firstAt: number;
    firstSoc: number;
    lastAt: number;
    lastSoc: number;
    charging: number;
    discharging: number;
    resting: number;
  }>(
    `SELECT countIf(soc IS NOT NULL) AS known,
       toUnixTimestamp(minIf(bucket, soc IS NOT NULL)) AS firstAt, argMinIf(assumeNotNull(soc), bucket, soc IS NOT NULL) AS firstSoc,
       toUnixTimestamp(maxIf(bucket, soc IS NOT NULL)) AS lastAt, argMaxIf(assumeNotNull(soc), bucket, soc IS NOT NULL) AS lastSoc,
       countIf(battery < -{rest:Float64}) AS charging, countIf(battery > {rest:Float64}) AS discharging,
       countIf(abs(battery) <= {rest:Float64}) AS resting
     FROM station_power_5m FINAL
     WHERE station = {station:UInt32} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')`,
    { station, from: Math.floor(start / 1000), to: Math.ceil(end / 1000), rest: restBelow },
  );
  const counted = (buckets: number | undefined) => Number(buckets ?? 0) * BUCKET_MS;
  const known = row !== undefined && Number(row.known) > 0;
  return {
    first: known ? { at: Number(row.firstAt) * 1000, soc: Number(row.firstSoc) } : null,
    last: known ? { at: Number(row.lastAt) * 1000, soc: Number(row.lastSoc) } : null,
    charging: counted(row?.charging),
    discharging: counted(row?.discharging),
    resting: counted(row?.resting),
  };
}

/** Charged and discharged energy of five-minute buckets in a range, kWh; null where no bucket knows one. */
export async function readThroughput(
  db: SamplesDb,
  { station, start, end }: Range,
): Promise<{ charged: number | null; discharged: number | null }> {
  const [row] = await db.query<{ charges: number; charged: number; discharges: number; discharged: number }>(
    `SELECT countIf(flow = 'charge') AS charges, sumIf(kwh + spread, flow = 'charge') AS charged,
       countIf(flow = 'discharge') AS discharges, sumIf(kwh + spread, flow = 'discharge') AS discharged
     FROM energy FINAL
     WHERE subject = 'station' AND grain = '5m' AND id = {station:UInt32} AND flow IN ('charge', 'discharge') AND NOT isNaN(kwh)
       AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({to:UInt32}, 'UTC')`,
    { station, from: Math.floor(start / 1000), to: Math.ceil(end / 1000) },
  );
  return {
    charged: row && Number(row.charges) > 0 ? Number(row.charged) : null,
    discharged: row && Number(row.discharges) > 0 ? Number(row.discharged) : null,
  };
}
