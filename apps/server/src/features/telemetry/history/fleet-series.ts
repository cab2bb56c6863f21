import { zoneOffset } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { BUCKET_MS, ceilBucket, floorBucket } from '../roll-up/energy-cells.ts';

/** Stations a sum runs over; undefined: all there are. */
export type StationIds = readonly number[] | undefined;

export interface FleetPower {
  times: number[];
  /** W; null where no station's power is known. */
  power: (number | null)[];
  /** Stations whose power is known. */
  reporting: number[];
}

/** Power of many stations summed, in five-minute means over [from, to] (epoch milliseconds). */
export async function fleetPower(
  db: SamplesDb,
  request: { stations: StationIds; from: number; to: number },
): Promise<FleetPower> {
  const start = ceilBucket(request.from);
  const length = Math.max(0, (floorBucket(request.to) - start) / BUCKET_MS + 1);
  const series: FleetPower = {
    times: Array.from({ length }, (_, i) => start + i * BUCKET_MS),
    power: Array.from({ length }, () => null),
    reporting: Array.from({ length }, () => 0),
  };
  if (request.stations?.length === 0) return series;
  const columns = await db.columns(
    `SELECT toUnixTimestamp(bucket) AS t, sum(pv) AS power, count(pv) AS reporting
     FROM station_power_5m FINAL
     WHERE ${among('station', request.stations)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket <= toDateTime({to:UInt32}, 'UTC')
     GROUP BY bucket SETTINGS do_not_merge_across_partitions_select_final = 1`,
    { ids: request.stations ?? [], from: start / 1000, to: Math.floor(request.to / 1000) },
  );
  for (const [row, seconds] of (columns.t ?? []).entries()) {
    const place = (Number(seconds) * 1000 - start) / BUCKET_MS;
    series.reporting[place] = Number(columns.reporting?.[row] ?? 0);
    series.power[place] = series.reporting[place] > 0 ? Number(columns.power?.[row] ?? 0) : null;
  }
  return series;
}

export interface FleetEnergyBucket {
  /** Local day, month or year, `2026-11-21`, `2026-11` or `2026`: each station's own. */
  start: string;
  /** kWh */
  pv: number;
  stations: number;
}

const LABEL_LENGTH = { day: 10, month: 7, year: 4 } as const;
const HOUR_MS = 3_600_000;
const HALF_YEAR_MS = 183 * 24 * HOUR_MS;

/**
 * Production of many stations summed by their own local days, months or years. `farEast`: the stations more than
 * twelve hours ahead of UTC, whose midnight falls together with that of another date elsewhere.
 */
export async function fleetEnergy(
  db: SamplesDb,
  request: {
    stations: StationIds;
    grain: 'day' | 'month' | 'year';
    from: string;
    to: string;
    farEast: readonly number[];
  },
): Promise<FleetEnergyBucket[]> {
  if (request.stations?.length === 0) return [];
  const first = Date.parse(`${firstDay(request.grain, request.from)}T00:00:00Z`);
  const last = Date.parse(`${request.to}T00:00:00Z`);
  const rows = await db.query<{ day: string; pv: number; stations: number }>(
    `SELECT toString(toDate(intDiv(toUnixTimestamp(start) + if(id IN {farEast:Array(UInt32)}, 14, 12) * 3600, 86400))) AS day,
       sum(kwh + spread) AS pv, count() AS stations
     FROM energy FINAL
     WHERE subject = 'station' AND grain = {grain:String} AND flow = 'pv' AND NOT isNaN(kwh) AND ${among('id', request.stations)}
       AND start >= toDateTime({from:UInt32}, 'UTC') AND start <= toDateTime({to:UInt32}, 'UTC')
     GROUP BY day HAVING day BETWEEN {first:String} AND {last:String} ORDER BY day`,
    {
      ids: request.stations ?? [],
      farEast: request.farEast,
      grain: request.grain,
      from: (first - 14 * HOUR_MS) / 1000,
      to: (last + 12 * HOUR_MS) / 1000,
      first: firstDay(request.grain, request.from),
      last: request.to,
    },
  );
  return rows.map(({ day, pv, stations }) => ({
    start: day.slice(0, LABEL_LENGTH[request.grain]),
    pv,
    stations,
  }));
}

/** First day of the bucket that holds a day. */
function firstDay(grain: 'day' | 'month' | 'year', day: string): string {
  return day.slice(0, LABEL_LENGTH[grain]) + '-01-01'.slice(LABEL_LENGTH[grain] - 4);
}

/** Whether the days of a zone begin, at some time of the year, more than twelve hours before those of Greenwich. */
export function isFarEast(zone: string, now: number): boolean {
  return [now, now + HALF_YEAR_MS].some((time) => zoneOffset(time, zone) > 12 * HOUR_MS);
}

const among = (column: string, stations: StationIds) =>
  stations ? `${column} IN {ids:Array(UInt32)}` : 'true';
