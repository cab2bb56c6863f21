import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { DayUntilNow } from '../history/days-until-now.ts';
import { BUCKET_MS } from '../roll-up/energy-cells.ts';

/** What the sensor of a station measured in the daylight of a day. */
export interface MeasuredLight {
  /** On the modules, kWh/m². */
  irradiation: number;
  /** Milliseconds of daylight with a reading. */
  measured: number;
}

/** W/m² by which readings of an hour differ at most where the sensor hangs: the sky never stands still. */
export const UNMOVED = 0.02;
const BUCKETS_OF_HOUR = 12;

interface LightRequest {
  station: number;
  days: readonly DayUntilNow[];
  /** When the sun rises and sets on a local day; null: it does not. */
  light: (day: string) => { sunrise: number | null; sunset: number | null; polar: 'day' | 'night' | null };
}

/** Irradiation on the modules by the start of the local day; an hour in which the sensor hangs is none. */
export async function readIrradiation(
  db: SamplesDb,
  { station, days, light }: LightRequest,
): Promise<ReadonlyMap<number, MeasuredLight>> {
  const sun = days.map(({ day, start, end }) => {
    const { sunrise, sunset, polar } = light(day);
    return polar === 'night' ? [end, end] : [sunrise ?? start, sunset ?? end];
  });
  const {
    day = [],
    irradiation = [],
    readings = [],
  } = await db.columns(
    `SELECT day, sum(total) AS irradiation, sum(n) AS readings FROM (
       SELECT arrayLastIndex(start -> start <= toUnixTimestamp(bucket), {starts:Array(UInt32)}) AS day,
         sum(poa) / ${1000 * BUCKETS_OF_HOUR} AS total, count() AS n
       FROM station_power_5m FINAL
       WHERE station = {station:UInt32} AND poa IS NOT NULL
         AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
         AND toUnixTimestamp(bucket) >= {rises:Array(UInt32)}[day] AND toUnixTimestamp(bucket) < {sets:Array(UInt32)}[day]
       GROUP BY day, toStartOfHour(bucket)
       HAVING count() < ${BUCKETS_OF_HOUR} OR max(poa) - min(poa) > ${UNMOVED})
     GROUP BY day`,
    {
      station,
      starts: days.map(({ start }) => start / 1000),
      rises: sun.map(([rise]) => Math.floor(rise! / 1000)),
      sets: sun.map(([, set]) => Math.floor(set! / 1000)),
      from: days[0]!.start / 1000,
      to: days.at(-1)!.end / 1000,
    },
  );
  return new Map(
    day.map((place, row) => [
      days[Number(place) - 1]!.start,
      { irradiation: Number(irradiation[row]), measured: Number(readings[row]) * BUCKET_MS },
    ]),
  );
}
