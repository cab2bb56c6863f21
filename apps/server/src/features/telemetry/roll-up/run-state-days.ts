import { addDays, dayRange, localDayOf } from '@sunfleet/analysis';
import type { Fleet } from '../../fleet/index.ts';
import { IS_OUTAGE, IS_RUNNING } from '../availability/judge-states.ts';
import type { RollUpRun } from './device-energies.ts';
import { BUCKET_MS } from './energy-cells.ts';
import type { StationSpan } from './station-energies.ts';
import { partOf } from './station-flows.ts';

/** Sunrise to sunset of one local day at a station, epoch milliseconds. */
interface LightDay {
  station: number;
  day: string;
  rise: number;
  set: number;
}

interface Run extends Pick<RollUpRun, 'db' | 'sunlight'> {
  fleet: Pick<Fleet, 'station' | 'devicesOf'>;
}

/** Counts again what the producers of stations told of their state on the local days whose light the spans touch. */
export async function countRunStates(
  { db, fleet, sunlight }: Run,
  spans: readonly StationSpan[],
  version: number,
): Promise<void> {
  const days = spans.flatMap((span) => lightDaysOf({ fleet, sunlight }, span));
  const producers = [...new Set(days.map(({ station }) => station))].flatMap((station) =>
    fleet.devicesOf(station).filter((device) => partOf(device) === 'producer'),
  );
  if (producers.length === 0) return;
  const seconds = (times: readonly number[]) => times.map((time) => Math.floor(time / 1000));
  await db.command(COUNT, {
    devices: producers.map(({ id }) => id),
    homes: producers.map(({ stationId }) => stationId),
    stations: days.map(({ station }) => station),
    days: days.map(({ day }) => day),
    rises: seconds(days.map(({ rise }) => rise)),
    sets: seconds(days.map(({ set }) => set)),
    from: Math.floor(Math.min(...days.map(({ rise }) => rise)) / 1000),
    to: Math.ceil(Math.max(...days.map(({ set }) => set)) / 1000),
    version,
  });
}

function lightDaysOf(
  { fleet, sunlight }: Omit<Run, 'db'>,
  { station: id, from, to }: StationSpan,
): LightDay[] {
  const station = fleet.station(id);
  if (!station) return [];
  const { of } = sunlight(station);
  const days: LightDay[] = [];
  const last = localDayOf(to, station.timeZone);
  for (let day = localDayOf(from, station.timeZone); day <= last; day = addDays(day, 1)) {
    const { sunrise, sunset, polar } = of(day);
    if (polar === 'night') continue;
    const { start, end } = dayRange(day, station.timeZone);
    const [rise, set] = [sunrise ?? start, sunset ?? end];
    if (to + BUCKET_MS > rise && from < set) days.push({ station: id, day, rise, set });
  }
  return days;
}

const IN_SPAN = `bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')`;

const COUNT = `
INSERT INTO run_state_days (device, day, running, outages, version)
SELECT device, day, countIf(${IS_RUNNING}), countIf(${IS_OUTAGE}), {version:UInt64}
FROM (
  SELECT told.device AS device, told.station AS station, told.bucket AS bucket, told.state AS state, sun.day AS day
  FROM (
    SELECT device, transform(device, {devices:Array(UInt32)}, {homes:Array(UInt32)}, toUInt32(0)) AS station, bucket, state
    FROM run_state_5m FINAL WHERE device IN {devices:Array(UInt32)} AND ${IN_SPAN}
  ) AS told
  ASOF INNER JOIN (
    SELECT lit.1 AS station, toDate(lit.2) AS day, toDateTime(lit.3, 'UTC') AS rise, toDateTime(lit.4, 'UTC') AS dusk
    FROM (
      SELECT arrayJoin(arrayZip({stations:Array(UInt32)}, {days:Array(String)}, {rises:Array(UInt32)}, {sets:Array(UInt32)})) AS lit
    )
  ) AS sun ON told.station = sun.station AND told.bucket >= sun.rise
  WHERE told.bucket < sun.dusk
) AS by_day
LEFT JOIN (
  SELECT station, bucket, ifNull(ifNull(poa, ghi), 0) AS light
  FROM station_power_5m FINAL WHERE station IN {stations:Array(UInt32)} AND ${IN_SPAN}
) AS measured USING (station, bucket)
GROUP BY device, day`;
