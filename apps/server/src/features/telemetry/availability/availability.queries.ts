import { dayRange, localDayOf } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

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
  if (devices.length === 0) return new Map();
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
       AND start >= toDateTime({from:UInt32}, 'UTC') AND start < toDateTime({before:UInt32}, 'UTC') GROUP BY id SETTINGS max_threads = 1`,
    { devices, grain, from: Math.floor(from / 1000), before: Math.floor(before / 1000) },
  );
  return new Map(id.map((each, row) => [Number(each), Number(first[row]) * 1000]));
}

interface CountRequest {
  devices: readonly number[];
  /** First and last local day. */
  from: string;
  to: string;
}

/** What devices told of their state between sunrise and sunset, by device and local day, as roll-ups counted it. */
export async function readStateCounts(
  db: SamplesDb,
  request: CountRequest,
): Promise<ReadonlyMap<number, ReadonlyMap<string, StateCounts>>> {
  const {
    device = [],
    name = [],
    running = [],
    outages = [],
  } = await db.columns(
    `SELECT device, toString(day) AS name, running, outages FROM run_state_days FINAL
      WHERE device IN {devices:Array(UInt32)} AND day >= toDate({from:String}) AND day <= toDate({to:String})
   SETTINGS max_threads = 1`,
    { ...request },
  );
  const counts = new Map<number, Map<string, StateCounts>>();
  for (const [row, id] of device.entries()) {
    const ofDevice = counts.get(Number(id)) ?? new Map<string, StateCounts>();
    counts.set(Number(id), ofDevice);
    ofDevice.set(String(name[row]), { running: Number(running[row]), outages: Number(outages[row]) });
  }
  return counts;
}
