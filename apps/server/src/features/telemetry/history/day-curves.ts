import { dayRange, localDayOf } from '@sunfleet/analysis';
import type { RouteOutput, routes } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { FleetStation } from '../../fleet/index.ts';

type DayCurves = RouteOutput<(typeof routes)['stationDayCurves']>;

const HALF_HOUR_MS = 1_800_000;
/** Local midnights of all zones lie on quarters of an hour. */
const QUARTER_SECONDS = 900;

/** Mean power of each half hour of each station's local day, in one query for all of them. */
export async function dayCurves(
  db: SamplesDb,
  stations: readonly FleetStation[],
  now: number,
): Promise<DayCurves> {
  const days = stations.map(({ id, timeZone }) => ({ id, ...dayRange(localDayOf(now, timeZone), timeZone) }));
  if (days.length === 0) return [];
  const quarters = await readQuarters(db, days);
  return days.map(({ id, start, end }) => {
    const slots = Array.from({ length: Math.ceil((end - start) / HALF_HOUR_MS) }, () => ({ sum: 0, n: 0 }));
    for (const { time, power } of quarters.get(id) ?? []) {
      const slot = slots[Math.floor((time - start) / HALF_HOUR_MS)];
      if (slot) Object.assign(slot, { sum: slot.sum + power, n: slot.n + 1 });
    }
    return { stationId: id, power: slots.map(({ sum, n }) => (n > 0 ? Math.round(sum / n) : null)) };
  });
}

async function readQuarters(db: SamplesDb, days: readonly { id: number; start: number; end: number }[]) {
  const {
    station = [],
    t = [],
    power = [],
  } = await db.columns(
    `SELECT station, intDiv(toUnixTimestamp(bucket), ${QUARTER_SECONDS}) * ${QUARTER_SECONDS} AS t, avg(pv) AS power
     FROM station_power_5m FINAL
     WHERE station IN {ids:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC') AND pv IS NOT NULL
     GROUP BY station, t`,
    {
      ids: days.map(({ id }) => id),
      from: Math.min(...days.map(({ start }) => start)) / 1000,
      to: Math.max(...days.map(({ end }) => end)) / 1000,
    },
  );
  const quarters = new Map<number, { time: number; power: number }[]>();
  for (const [row, id] of station.entries()) {
    const of = quarters.get(Number(id)) ?? [];
    quarters.set(Number(id), of);
    of.push({ time: Number(t[row]) * 1000, power: Number(power[row]) });
  }
  return quarters;
}
