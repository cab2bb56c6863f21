import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import {
  IS_OUTAGE,
  IS_RUNNING,
  IS_STOPPED,
  IS_WAITING_FOR_GRID,
  MOST_AT_LEAST_W,
  MOST_FACTOR,
  idOf,
} from '../telemetry/index.ts';
import { energiesOf, IN_SPAN } from './day-sql.ts';
import type { DeviceDay } from './kpi-days.ts';

/** kWh of five minutes at one W. */
const KWH = 300 / 3_600_000;

/** Sums days of inverters again from what other roll-ups keep of them; days summed before are replaced. All inverters of a station come together, because its outage is laid on them. */
export async function sumDeviceDays(
  db: SamplesDb,
  days: readonly DeviceDay[],
  version: number,
): Promise<void> {
  if (days.length === 0) return;
  const of = <Name extends keyof DeviceDay>(name: Name) => days.map((day) => day[name]);
  await db.command(SUM, {
    devices: of('device'),
    homes: of('station'),
    days: of('day'),
    starts: of('start'),
    ends: of('end'),
    rises: of('rise'),
    sets: of('set'),
    daylights: of('daylight'),
    capacities: of('capacity'),
    totals: totalsOf(days),
    ids: [...new Set(of('device'))],
    paired: [...new Set(days.filter(({ isPaired }) => isPaired).map(({ device }) => device))],
    stations: [...new Set(of('station'))],
    ac: idOf('ac.power'),
    dc: idOf('dc.power'),
    first: of('day').toSorted()[0],
    last: of('day').toSorted().at(-1),
    from: Math.min(...of('start')),
    to: Math.max(...of('end')),
    version,
  });
}

/** Nameplate of all inverters of the station, by day. */
function totalsOf(days: readonly DeviceDay[]): number[] {
  const sums = new Map<string, number>();
  const key = ({ station, day }: DeviceDay) => `${station} ${day}`;
  for (const day of days) sums.set(key(day), (sums.get(key(day)) ?? 0) + day.capacity);
  return days.map((day) => sums.get(key(day))!);
}

/** The days as they were asked for, a row each. */
const DAYS = `
  SELECT each.1 AS device, each.2 AS station, toDate(each.3) AS day, toDateTime(each.4, 'UTC') AS start, toDateTime(each.5, 'UTC') AS stop,
    toDateTime(each.6, 'UTC') AS rise, toDateTime(each.7, 'UTC') AS dusk, each.8 AS daylight, each.9 AS capacity,
    if(each.10 > 0, each.9 / each.10, 0) AS share
  FROM (
    SELECT arrayJoin(arrayZip({devices:Array(UInt32)}, {homes:Array(UInt32)}, {days:Array(String)}, {starts:Array(UInt32)},
      {ends:Array(UInt32)}, {rises:Array(UInt32)}, {sets:Array(UInt32)}, {daylights:Array(UInt16)}, {capacities:Array(Float64)},
      {totals:Array(Float64)})) AS each
  )`;

/** AC and DC power of the minutes in which both are known and believed: what a gap took from one must not stay in the other. */
const PAIRS = `
  SELECT d.device AS id, d.start AS begun, sum(both.ac) * ${KWH} AS ac, sum(both.dc) * ${KWH} AS dc
  FROM (
    SELECT device, bucket, greatest(sumIf(avg, point = {ac:UInt32}), 0) AS ac, greatest(sumIf(avg, point = {dc:UInt32}), 0) AS dc,
      max(greatest(abs(r.min), abs(r.max))) AS peak
    FROM rollup_5m AS r FINAL
    WHERE device IN {paired:Array(UInt32)} AND point IN ({ac:UInt32}, {dc:UInt32}) AND ${IN_SPAN}
    GROUP BY device, bucket HAVING uniqExact(point) = 2
  ) AS both
  ASOF INNER JOIN (${DAYS}) AS d ON both.device = d.device AND both.bucket >= d.start
  WHERE both.bucket < d.stop AND both.peak <= greatest(${MOST_AT_LEAST_W}, ${MOST_FACTOR * 1000} * d.capacity)
  GROUP BY id, begun`;

const STATES = `
  SELECT device AS id, begun, countIf(${IS_RUNNING}) AS running, countIf(${IS_OUTAGE}) AS outages, countIf(${IS_WAITING_FOR_GRID}) AS grid,
    countIf(${IS_STOPPED}) AS stopped, sumIf(should, ${IS_OUTAGE}) * ${KWH} AS lost
  FROM (
    SELECT told.device AS device, told.bucket AS bucket, told.state AS state, d.station AS station, d.start AS begun, d.dusk AS dusk
    FROM (SELECT device, bucket, state FROM run_state_5m FINAL WHERE device IN {ids:Array(UInt32)} AND ${IN_SPAN}) AS told
    ASOF INNER JOIN (${DAYS}) AS d ON told.device = d.device AND told.bucket >= d.rise
    WHERE told.bucket < d.dusk
  ) AS by_day
  LEFT JOIN (
    SELECT station, bucket, ifNull(ifNull(poa, ghi), 0) AS light
    FROM station_power_5m FINAL WHERE station IN {stations:Array(UInt32)} AND ${IN_SPAN}
  ) AS measured USING (station, bucket)
  LEFT JOIN (
    SELECT station, bucket, p50 AS should FROM expected_power_5m FINAL WHERE station IN {stations:Array(UInt32)} AND ${IN_SPAN}
  ) AS foreseen USING (station, bucket)
  GROUP BY id, begun`;

/** Outages of stations, kWh, as their losses have them. */
const OUTAGES = `
  SELECT station, day, outage / 1000 AS outage, 1 AS there FROM loss_days FINAL
  WHERE station IN {stations:Array(UInt32)} AND day >= toDate({first:String}) AND day <= toDate({last:String})`;

/** What the outage of a station is laid on: what inverters that stood should have given, or the nameplate where none told that it stood. */
const OWN = 's.lost * days.share';
const ALL = `sum(${OWN}) OVER (PARTITION BY days.station, days.day)`;
const LOST = `if(w.there = 1, w.outage * if(${ALL} > 0, ${OWN} / ${ALL}, days.share), ${OWN})`;

const SUM = `
INSERT INTO kpi_device_days (device, day, capacity, energy, completeness, ac, dc, daylight, running, outages, grid, stopped, lost, version)
SELECT days.device, days.day, days.capacity, if(e.there = 1, e.kwh, nan), if(e.there = 1, e.covered, nan), p.ac, p.dc, days.daylight,
  s.running, s.outages, s.grid, s.stopped, ${LOST}, {version:UInt64}
FROM (${DAYS}) AS days
LEFT JOIN (${energiesOf('device')}) AS e ON days.device = e.id AND days.start = e.begun
LEFT JOIN (${PAIRS}) AS p ON days.device = p.id AND days.start = p.begun
LEFT JOIN (${STATES}) AS s ON days.device = s.id AND days.start = s.begun
LEFT JOIN (${OUTAGES}) AS w ON days.station = w.station AND days.day = w.day`;
