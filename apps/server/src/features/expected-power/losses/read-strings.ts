import { stringShortfall } from '@sunfleet/analysis';
import { POINTS } from '@sunfleet/device-model';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Fleet } from '../../fleet/index.ts';
import { BUCKET_MS } from '../buckets.ts';
import { daysOf } from '../expect-station.ts';
import type { Stretch } from '../read-inputs.ts';
import { weightsOf } from './observed.ts';

const idsOf = (pattern: RegExp) => POINTS.filter(({ key }) => pattern.test(key)).map(({ id }) => id);
const STRINGS = idsOf(/^str\d+\.current$/);
const MPPTS = idsOf(/^pv\d+\.current$/);
/** An inverter with fewer inputs cannot tell which of them is wrong. */
const LEAST_INPUTS = 3;
/** A. An input that never had more is not used. */
const USED = 0.3;
/** A string that is open longer than this is taken for an input that is not used. */
const USED_WITHIN_MS = 400 * 86_400_000;
/** Inverters whose day is read at once: some megabytes. */
const AT_ONCE = 200;

/** Epoch milliseconds. */
interface Span {
  from: number;
  to: number;
}

const IN_SPAN = "time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')";
const inSeconds = ({ from, to }: Span) => ({ from: from / 1000, to: to / 1000 });

/** The inputs of an inverter that are compared: its strings, or else its MPPTs. */
interface Inputs {
  device: number;
  kind: 'strings' | 'mppts';
  points: number[];
}

/**
 * Share of the rated power of stations that strings lack against their siblings, in five minutes from the begin of the stretches on, which are the same of all; NaN where no
 * inverter tells the currents of its strings. A station whose inverters never do is left out.
 */
export async function readStrings(
  { samples, fleet }: { samples: SamplesDb; fleet: Pick<Fleet, 'devicesOf'> },
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<number, Float64Array>> {
  if (stretches.length === 0) return new Map();
  const weighted = weightsOf(
    fleet,
    stretches.map(({ station }) => station),
  );
  const placeOf = new Map(weighted.ids.map((id, place) => [id, place]));
  const [{ from: begin, to: stop }] = stretches as [Stretch];
  const inputs = await readInputs(samples, weighted.ids, { from: begin, to: stop });
  const byStation = Map.groupBy(inputs, ({ device }) => weighted.stations[placeOf.get(device)!]!);
  const found = new Map<number, Float64Array>();
  for (const { station, from, to } of stretches) {
    const own = byStation.get(station.id);
    if (!own) continue;
    const lacking = new Float64Array((to - from) / BUCKET_MS).fill(NaN);
    found.set(station.id, lacking);
    for (const { start, end } of daysOf(station, from, to))
      for (let first = 0; first < own.length; first += AT_ONCE) {
        const some = own.slice(first, first + AT_ONCE);
        const shortfalls = await shortfallsOf(samples, some, { from: start, to: end });
        const ofDay = lacking.subarray((start - from) / BUCKET_MS, (end - from) / BUCKET_MS);
        for (const [device, shortfall] of shortfalls)
          addShare(ofDay, shortfall, weighted.weights[placeOf.get(device)!]!);
        await breathe();
      }
  }
  return found;
}

function addShare(sums: Float64Array, shortfall: Float64Array, weight: number): void {
  for (const [row, share] of shortfall.entries()) {
    const before = sums[row]!;
    sums[row] = (Number.isNaN(before) ? 0 : before) + weight * share;
  }
}

/** Inverters that told currents of enough inputs. */
async function readInputs(samples: SamplesDb, devices: readonly number[], span: Span): Promise<Inputs[]> {
  if (devices.length === 0) return [];
  const rows = await samples.columns(
    `SELECT DISTINCT device, point FROM samples WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)} AND ${IN_SPAN}`,
    { devices, points: [...STRINGS, ...MPPTS], ...inSeconds(span) },
  );
  const byDevice = new Map<number, number[]>();
  for (const [row, device] of (rows.device ?? []).entries()) {
    const points = byDevice.get(Number(device)) ?? [];
    points.push(Number(rows.point![row]));
    byDevice.set(Number(device), points);
  }
  const strings = new Set(STRINGS);
  return [...byDevice].flatMap(([device, points]): Inputs[] => {
    const own = points.filter((point) => strings.has(point));
    if (own.length >= LEAST_INPUTS) return [{ device, kind: 'strings', points: own }];
    const mppts = points.filter((point) => !strings.has(point));
    return mppts.length >= LEAST_INPUTS ? [{ device, kind: 'mppts', points: mppts }] : [];
  });
}

/** What strings of inverters lacked on a day; of those that told nothing there is none. */
async function shortfallsOf(
  samples: SamplesDb,
  inputs: readonly Inputs[],
  { from, to }: Span,
): Promise<ReadonlyMap<number, Float64Array>> {
  const length = (to - from) / BUCKET_MS;
  const rows = await samples.columns(
    `SELECT device, point, toUnixTimestamp(toStartOfFiveMinutes(time)) AS t, avg(value) AS amperes FROM samples
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
       AND ${IN_SPAN} GROUP BY device, point, t`,
    {
      devices: inputs.map(({ device }) => device),
      points: [...new Set(inputs.flatMap(({ points }) => points))],
      ...inSeconds({ from, to }),
    },
  );
  const currents = new Map<string, Float64Array>();
  for (const [row, device] of (rows.device ?? []).entries()) {
    const key = `${Number(device)} ${Number(rows.point![row])}`;
    let column = currents.get(key);
    if (!column) currents.set(key, (column = new Float64Array(length).fill(NaN)));
    column[(Number(rows.t![row]) * 1000 - from) / BUCKET_MS] = Number(rows.amperes![row]);
  }
  const isDark = (column: Float64Array) => column.every((current) => !(current > USED));
  const dark = [...currents].flatMap(([key, column]) => (isDark(column) ? [key] : []));
  const used = await readUsed(samples, dark, from);
  return new Map(
    inputs.flatMap(({ device, kind, points }) => {
      const known = points.flatMap((point) => {
        const key = `${device} ${point}`;
        const column = currents.get(key);
        return column && (!isDark(column) || used.has(key)) ? [column] : [];
      });
      return known.length > 0 ? [[device, stringShortfall(known, kind)] as const] : [];
    }),
  );
}

/** Which of inputs without current had some before. */
async function readUsed(
  samples: SamplesDb,
  keys: readonly string[],
  before: number,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const pairs = keys.map((key) => key.split(' ').map(Number));
  const rows = await samples.columns(
    `SELECT device, point FROM samples WHERE (device, point) IN (SELECT arrayJoin(arrayZip({devices:Array(UInt32)}, {points:Array(UInt32)})))
       AND ${IN_SPAN} AND value > ${USED} LIMIT 1 BY device, point`,
    {
      devices: pairs.map(([device]) => device!),
      points: pairs.map(([, point]) => point!),
      ...inSeconds({ from: Math.max(0, before - USED_WITHIN_MS), to: before }),
    },
  );
  return new Set((rows.device ?? []).map((device, row) => `${Number(device)} ${Number(rows.point![row])}`));
}
