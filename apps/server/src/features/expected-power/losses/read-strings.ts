import { stringShortfallSteps } from '@sunfleet/analysis';
import { POINTS } from '@sunfleet/device-model';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { inSmallSteps } from '../../../platform/in-small-steps.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Fleet } from '../../fleet/index.ts';
import { BUCKET_MS } from '../buckets.ts';
import { daysOf } from '../expect-station.ts';
import type { Stretch } from '../read-inputs.ts';
import { weightsOf, type Weighted } from './observed.ts';
import {
  inputGroups,
  readStringMaps,
  type ComparedInput,
  type InputGroup,
  type ToldInput,
} from './string-groups.ts';

/** Points of currents by their ids, with the number of the string or MPPT. */
const currentsOf = (pattern: RegExp): ReadonlyMap<number, number> =>
  new Map(
    POINTS.flatMap(({ id, key }) => {
      const [, n] = pattern.exec(key) ?? [];
      return n === undefined ? [] : [[id, Number(n)] as const];
    }),
  );
const STRINGS = currentsOf(/^str(\d+)\.current$/);
const MPPTS = currentsOf(/^pv(\d+)\.current$/);
/** A. An input that never had more is not used. */
const USED = 0.3;
/** A string that is open longer than this is taken for an input that is not used. */
const USED_WITHIN_MS = 400 * 86_400_000;
/** Inputs whose day is read at once: some megabytes. */
const AT_ONCE = 2000;

/** Epoch milliseconds. */
interface Span {
  from: number;
  to: number;
}

const IN_SPAN = "time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')";
const inSeconds = ({ from, to }: Span) => ({ from: from / 1000, to: to / 1000 });

/**
 * Share of the rated power of stations that strings lack against their siblings, in five minutes from the begin of the stretches on, which are the same of all; NaN where no
 * currents of siblings are told. A station whose inverters never tell any is left out.
 */
export async function readStrings(
  { db, samples, fleet }: { db: Db; samples: SamplesDb; fleet: Pick<Fleet, 'devicesOf'> },
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<number, Float64Array>> {
  if (stretches.length === 0) return new Map();
  const stations = stretches.map(({ station }) => station);
  const weighted = weightsOf(fleet, stations);
  const placeOf = new Map(weighted.ids.map((id, place) => [id, place]));
  const [{ from: begin, to: stop }] = stretches as [Stretch];
  const inputs = await readInputs(samples, weighted, { from: begin, to: stop });
  const byStation = Map.groupBy(inputs, ({ station }) => station);
  const found = new Map<number, Float64Array>();
  if (inputs.length === 0) return found;
  const maps = await readStringMaps(
    db,
    stations.filter(({ id }) => byStation.has(id)),
    weighted.ids,
  );
  for (const { station, from, to } of stretches) {
    const own = byStation.get(station.id);
    if (!own) continue;
    const lacking = new Float64Array((to - from) / BUCKET_MS).fill(NaN);
    found.set(station.id, lacking);
    for (const { start, end } of daysOf(station, from, to)) {
      const ofDay = lacking.subarray((start - from) / BUCKET_MS, (end - from) / BUCKET_MS);
      for (const some of together(inputGroups(own, maps, start))) {
        const shortfalls = await shortfallsOf(samples, some, { from: start, to: end });
        for (const { input, shortfall } of shortfalls)
          addShare(ofDay, shortfall, input.weight * weighted.weights[placeOf.get(input.device)!]!);
        await breathe();
      }
    }
  }
  return found;
}

/** Groups whose inputs are read at once; a group is never cut. */
function together(groups: readonly InputGroup[]): InputGroup[][] {
  const some: InputGroup[][] = [];
  let count = Infinity;
  for (const group of groups) {
    if (count + group.inputs.length > AT_ONCE) {
      some.push([]);
      count = 0;
    }
    some.at(-1)!.push(group);
    count += group.inputs.length;
  }
  return some;
}

function addShare(sums: Float64Array, shortfall: Float64Array, weight: number): void {
  for (const [row, share] of shortfall.entries()) {
    const before = sums[row]!;
    sums[row] = (Number.isNaN(before) ? 0 : before) + weight * share;
  }
}

/** Inputs of which inverters told currents. */
async function readInputs(samples: SamplesDb, { ids, stations }: Weighted, span: Span): Promise<ToldInput[]> {
  if (ids.length === 0) return [];
  const rows = await samples.columns(
    `SELECT DISTINCT device, point FROM samples WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)} AND ${IN_SPAN} ORDER BY device, point`,
    { devices: ids, points: [...STRINGS.keys(), ...MPPTS.keys()], ...inSeconds(span) },
  );
  const stationOf = new Map(ids.map((id, place) => [id, stations[place]!]));
  return Array.from(rows.device ?? [], (told, row): ToldInput => {
    const [device, point] = [Number(told), Number(rows.point![row])];
    const string = STRINGS.get(point);
    return {
      device,
      point,
      station: stationOf.get(device)!,
      kind: string === undefined ? 'mppts' : 'strings',
      n: string ?? MPPTS.get(point)!,
    };
  });
}

/** What inputs of groups lacked on a day; of groups that are too small there is none. */
async function shortfallsOf(
  samples: SamplesDb,
  groups: readonly InputGroup[],
  { from, to }: Span,
): Promise<{ input: ComparedInput; shortfall: Float64Array }[]> {
  const length = (to - from) / BUCKET_MS;
  const inputs = groups.flatMap((group) => group.inputs);
  const rows = await samples.columns(
    `SELECT device, point, toUnixTimestamp(toStartOfFiveMinutes(time)) AS t, avg(value) AS amperes FROM samples
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
       AND ${IN_SPAN} GROUP BY device, point, t`,
    {
      devices: [...new Set(inputs.map(({ device }) => device))],
      points: [...new Set(inputs.map(({ point }) => point))],
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
  const keyOf = ({ device, point }: ToldInput) => `${device} ${point}`;
  const isDark = (column: Float64Array) => column.every((current) => !(current > USED));
  const doubted = inputs.filter((input) => {
    const column = currents.get(keyOf(input));
    return column && !input.isDesigned && isDark(column);
  });
  const used = await readUsed(samples, doubted.map(keyOf), from);
  const found: { input: ComparedInput; shortfall: Float64Array }[] = [];
  for (const group of groups) {
    const known = group.inputs.flatMap((input) => {
      const column = currents.get(keyOf(input));
      if (!column || (!input.isDesigned && isDark(column) && !used.has(keyOf(input)))) return [];
      return [{ input, column: column.map((amperes) => amperes / input.strings) }];
    });
    const columns = known.map(({ column }) => column);
    const shortfalls = await inSmallSteps(stringShortfallSteps(columns, group.kind));
    if (!shortfalls) continue;
    const inputsOf = Map.groupBy(known, ({ input }) => input.device);
    for (const [at, { input }] of known.entries())
      found.push({
        // Inputs of an inverter that no design maps count alike, and those that are not used do not.
        input: input.isDesigned ? input : { ...input, weight: 1 / inputsOf.get(input.device)!.length },
        shortfall: shortfalls[at]!,
      });
  }
  return found;
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
