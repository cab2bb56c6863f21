import { addDays, dayRange, localDayOf } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { FleetStation } from '../../fleet/index.ts';
import { askInZone } from '../ask-in-zone.ts';
import { IS_OUTAGE, IS_RUNNING } from './judge-states.ts';

/** Five-minute steps of a day in which a device told that it runs, and in which it was out of service though it could have run. */
export interface StateCounts {
  running: number;
  outages: number;
}

/** Days that are judged, of devices in a zone. Times: epoch milliseconds. */
interface FirstDaysRequest {
  devices: readonly number[];
  zone: string;
  span: { start: number; end: number };
}

/**
 * Since when each device has had energy before the end of the days, as the instant at which that local day began; for one that had some in an
 * earlier year, as the begin of that year. Years lie in few parts of the store, days of all years in hundreds.
 */
export async function readFirstDays(
  db: SamplesDb,
  { devices, zone, span }: FirstDaysRequest,
): Promise<ReadonlyMap<number, number>> {
  const year = dayRange(`${localDayOf(span.start, zone).slice(0, 4)}-01-01`, zone).start;
  const earlier = await readFirst(db, { devices, grain: 'year', before: year });
  const rest = devices.filter((id) => !earlier.has(id));
  if (rest.length === 0) return earlier;
  const days = await readFirst(db, { devices: rest, grain: 'day', from: year, before: span.end });
  return new Map([...earlier, ...days]);
}

interface FirstRequest {
  devices: readonly number[];
  grain: 'year' | 'day';
  from?: number;
  before: number;
}

/** The first bucket with energy of each device whose start lies in the span. */
async function readFirst(db: SamplesDb, { devices, grain, from = 0, before }: FirstRequest) {
  const { id = [], first = [] } = await db.columns(
    `SELECT id, toUnixTimestamp(min(start)) AS first FROM energy
     WHERE subject = 'device' AND grain = {grain:String} AND flow = 'pv' AND id IN {devices:Array(UInt32)}
       AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({before:UInt32}, 'UTC') GROUP BY id`,
    { devices, grain, from: Math.floor(from / 1000), before: Math.floor(before / 1000) },
  );
  return new Map(id.map((each, row) => [Number(each), Number(first[row]) * 1000]));
}

const DAY_MS = 86_400_000;

interface CountRequest {
  devices: readonly number[];
  station: FleetStation;
  /** Whole local days, epoch milliseconds. */
  span: { start: number; end: number };
  /** When the sun rises and sets on a local day; null: it does not. */
  light: (day: string) => { sunrise: number | null; sunset: number | null; polar: 'day' | 'night' | null };
}

/** What devices told of their state between sunrise and sunset, by device and local day. */
export async function readStateCounts(
  db: SamplesDb,
  request: CountRequest,
): Promise<ReadonlyMap<number, ReadonlyMap<string, StateCounts>>> {
  const counts = new Map<number, Map<string, StateCounts>>();
  const params = paramsOf(request);
  if (params.rises.length === 0) return counts;
  const {
    device = [],
    name = [],
    running = [],
    outages = [],
  } = await askInZone(params.zone, request.span.end, (zone) => db.columns(COUNTS, { ...params, zone }));
  for (const [row, id] of device.entries()) {
    const ofDevice = counts.get(Number(id)) ?? new Map<string, StateCounts>();
    counts.set(Number(id), ofDevice);
    ofDevice.set(String(name[row]), { running: Number(running[row]), outages: Number(outages[row]) });
  }
  return counts;
}

/** The place of a row's local day in the arrays of sunrise and sunset. */
const PLACE = 'toInt32(day) - {firstDay:Int32} + 1';

const COUNTS = `
SELECT device, toString(toDate(bucket, {zone:String}) AS day) AS name, countIf(${IS_RUNNING}) AS running,
  countIf(${IS_OUTAGE}) AS outages
FROM (
  SELECT device, bucket, state FROM run_state_5m FINAL
  WHERE device IN {devices:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
) AS told
LEFT JOIN (
  SELECT bucket, ifNull(ifNull(poa, ghi), 0) AS light FROM station_power_5m FINAL
  WHERE station = {station:UInt32} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
) AS sun USING (bucket)
WHERE toUnixTimestamp(bucket) >= {rises:Array(UInt32)}[${PLACE}] AND toUnixTimestamp(bucket) < {sets:Array(UInt32)}[${PLACE}]
GROUP BY device, day`;

function paramsOf({ devices, station, span, light }: CountRequest) {
  const zone = station.timeZone;
  const first = localDayOf(span.start, zone);
  const last = localDayOf(span.end - 1, zone);
  const rises: number[] = [];
  const sets: number[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const { sunrise, sunset, polar } = light(day);
    const [rise, set] =
      polar === 'night' ? [span.end, span.end] : [sunrise ?? span.start, sunset ?? span.end];
    rises.push(Math.floor(rise / 1000));
    sets.push(Math.floor(set / 1000));
  }
  const [from, to] = [span.start / 1000, span.end / 1000];
  return { devices, station: station.id, zone, from, to, firstDay: Date.parse(first) / DAY_MS, rises, sets };
}
