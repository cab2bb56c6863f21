import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { idOf } from '../telemetry/index.ts';
import { energiesOf, IN_SPAN } from './day-sql.ts';
import type { DeviceDay, StationDay } from './kpi-days.ts';

const BUCKETS_OF_HOUR = 12;

/** Sums days of stations again, after those of their inverters; days summed before are replaced. `sensors`: devices that may measure modules. */
export async function sumStationDays(
  db: SamplesDb,
  { stations: days, devices, sensors }: SummedDays,
  version: number,
): Promise<void> {
  if (days.length === 0) return;
  const of = <Name extends keyof StationDay>(name: Name) => days.map((day) => day[name]);
  await db.command(SUM, {
    stations: of('station'),
    days: of('day'),
    starts: of('start'),
    ends: of('end'),
    rises: of('rise'),
    sets: of('set'),
    daylights: of('daylight'),
    capacities: of('capacity'),
    gammas: of('gamma'),
    warmings: of('warming'),
    ids: [...new Set(of('station'))],
    ...placesOf(devices),
    sensors: sensors.map(({ id }) => id),
    sensorHomes: sensors.map(({ station }) => station),
    module: idOf('temp.module'),
    first: of('day').toSorted()[0],
    last: of('day').toSorted().at(-1),
    from: Math.min(...of('start')),
    to: Math.max(...of('end')),
    version,
  });
}

export interface SummedDays {
  stations: readonly StationDay[];
  devices: readonly DeviceDay[];
  sensors: readonly { id: number; station: number }[];
}

function placesOf(devices: readonly DeviceDay[]) {
  const homes = new Map(devices.map(({ device, station }) => [device, station]));
  return { inverters: [...homes.keys()], inverterHomes: [...homes.values()] };
}

const DAYS = `
  SELECT each.1 AS station, toDate(each.2) AS day, toDateTime(each.3, 'UTC') AS start, toDateTime(each.4, 'UTC') AS stop,
    toDateTime(each.5, 'UTC') AS rise, toDateTime(each.6, 'UTC') AS dusk, each.7 AS daylight, each.8 AS capacity, each.9 AS gamma,
    each.10 AS warming
  FROM (
    SELECT arrayJoin(arrayZip({stations:Array(UInt32)}, {days:Array(String)}, {starts:Array(UInt32)}, {ends:Array(UInt32)},
      {rises:Array(UInt32)}, {sets:Array(UInt32)}, {daylights:Array(UInt16)}, {capacities:Array(Float64)}, {gammas:Array(Float64)},
      {warmings:Array(Float64)})) AS each
  )`;

/**
 * Light that sensors of the station saw on the modules, or on the horizontal: as the expected power takes it, without sensors that hang or were found to
 * be wrong. Modules are as warm as they are measured, else as light and air make them; NaN: not known.
 */
const LIGHT = `
  SELECT by_day.station AS station, begun, sum(plane) / ${1000 * BUCKETS_OF_HOUR} AS irradiation, count() AS lit,
    sumIf(plane, NOT isNaN(degrees)) / ${1000 * BUCKETS_OF_HOUR} AS warm,
    sumIf(plane * degrees, NOT isNaN(degrees)) / ${1000 * BUCKETS_OF_HOUR} AS heat
  FROM (
    SELECT x.station AS station, x.bucket AS bucket, x.plane AS plane, d.start AS begun, d.dusk AS dusk,
      if(m.there = 1, m.degrees, if(p.there = 1, p.air, nan) + x.plane * d.warming) AS degrees
    FROM (
      SELECT station, bucket, toFloat64(plane) AS plane FROM expected_power_5m FINAL
      WHERE station IN {ids:Array(UInt32)} AND NOT isNaN(plane) AND ${IN_SPAN}
    ) AS x
    ASOF INNER JOIN (${DAYS}) AS d ON x.station = d.station AND x.bucket >= d.rise
    LEFT JOIN (
      SELECT station, bucket, ifNull(ambient, nan) AS air, 1 AS there FROM station_power_5m FINAL
      WHERE station IN {ids:Array(UInt32)} AND ${IN_SPAN}
    ) AS p ON x.station = p.station AND x.bucket = p.bucket
    LEFT JOIN (
      SELECT transform(device, {sensors:Array(UInt32)}, {sensorHomes:Array(UInt32)}, toUInt32(0)) AS station, bucket, avg(avg) AS degrees, 1 AS there
      FROM rollup_5m FINAL WHERE device IN {sensors:Array(UInt32)} AND point = {module:UInt32} AND ${IN_SPAN}
      GROUP BY station, bucket
    ) AS m ON x.station = m.station AND x.bucket = m.bucket
    WHERE x.bucket < d.dusk
  ) AS by_day
  GROUP BY by_day.station, begun`;

const EXPECTED = `
  SELECT station, day, p50, buckets, 1 AS there FROM expected_energy_days FINAL
  WHERE station IN {ids:Array(UInt32)} AND day >= toDate({first:String}) AND day <= toDate({last:String})`;

/** What the day lost, by cause: outages here are those of the losses. */
const LOSSES = `
  SELECT station, day, outage / 1000 AS outage, curtailed / 1000 AS curtailed, (missing + silent) / 1000 AS unheard FROM loss_days FINAL
  WHERE station IN {ids:Array(UInt32)} AND day >= toDate({first:String}) AND day <= toDate({last:String})`;

const INVERTERS = `
  SELECT transform(device, {inverters:Array(UInt32)}, {inverterHomes:Array(UInt32)}, toUInt32(0)) AS station, day, sum(i.ac) AS ac, sum(i.dc) AS dc,
    sumIf(i.capacity, i.dc > 0) AS metered, sum(i.capacity * i.daylight) / ${BUCKETS_OF_HOUR} AS light_hours,
    sum(i.capacity * i.running) / ${BUCKETS_OF_HOUR} AS running, sum(i.capacity * i.outages) / ${BUCKETS_OF_HOUR} AS outages,
    sum(i.capacity * i.grid) / ${BUCKETS_OF_HOUR} AS grid, sum(i.capacity * i.stopped) / ${BUCKETS_OF_HOUR} AS stopped
  FROM kpi_device_days AS i FINAL
  WHERE device IN {inverters:Array(UInt32)} AND day >= toDate({first:String}) AND day <= toDate({last:String})
  GROUP BY station, day`;

const SUM = `
INSERT INTO kpi_station_days (station, day, capacity, hours, energy, completeness, irradiation, lit, daylight, warm, heat, gamma, expected, computed,
  ac, dc, metered, light_hours, running, outages, grid, stopped, lost, curtailed, unheard, version)
SELECT days.station, days.day, days.capacity, (toUnixTimestamp(days.stop) - toUnixTimestamp(days.start)) / 3600,
  if(e.there = 1, e.kwh, nan), if(e.there = 1, e.covered, nan), l.irradiation, l.lit, days.daylight, l.warm, l.heat, days.gamma,
  if(x.there = 1, x.p50, nan), x.buckets, i.ac, i.dc, i.metered, i.light_hours, i.running, i.outages, i.grid, i.stopped, w.outage, w.curtailed, w.unheard, {version:UInt64}
FROM (${DAYS}) AS days
LEFT JOIN (${energiesOf('station')}) AS e ON days.station = e.id AND days.start = e.begun
LEFT JOIN (${LIGHT}) AS l ON days.station = l.station AND days.start = l.begun
LEFT JOIN (${EXPECTED}) AS x ON days.station = x.station AND days.day = x.day
LEFT JOIN (${LOSSES}) AS w ON days.station = w.station AND days.day = w.day
LEFT JOIN (${INVERTERS}) AS i ON days.station = i.station AND days.day = i.day`;
