import { addDays, localDayOf } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { FleetStation } from '../../fleet/index.ts';
import { askInZone } from '../ask-in-zone.ts';
import { IS_OUTAGE, IS_RUNNING } from './judge-states.ts';

/** Five-minute steps of a day in which a device told that it runs, and in which it was out of service though it could have run. */
export interface StateCounts {
  running: number;
  outages: number;
}

/** The first local day with energy of each device, as the instant of its begin, epoch milliseconds. */
export async function readFirstDays(
  db: SamplesDb,
  devices: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { id = [], first = [] } = await db.columns(
    `SELECT id, toUnixTimestamp(min(start)) AS first FROM energy
     WHERE subject = 'device' AND grain = 'day' AND flow = 'pv' AND id IN {devices:Array(UInt32)} GROUP BY id`,
    { devices },
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
