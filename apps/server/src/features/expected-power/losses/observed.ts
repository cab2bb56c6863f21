import type { Observed } from '@sunfleet/analysis';
import { pointByKey } from '@sunfleet/device-model';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Fleet, FleetStation } from '../../fleet/index.ts';
import { IS_FAILED, IS_RESTING, partOf } from '../../telemetry/index.ts';
import { BUCKET_MS } from '../buckets.ts';

/** What inverters of a station told, in five minutes each from a start on. */
export interface ToldColumns extends Pick<Observed, 'failed' | 'resting' | 'silent'> {
  /** Share of the rated power that inverters were allowed to give; NaN where none tells a limit. */
  limit: Float64Array;
  /** Share of the rated power whose state was told. */
  heard: Float64Array;
}

const LIMIT = pointByKey('limit.power')!.id;
const DAY_MS = 86_400_000;
/** An inverter that told its state within so many days is missed when it does not. */
const KNOWN_DAYS = 30;
/** Steps to both sides within which one word is enough: inverters tell each five to thirty minutes. */
const REACH = 3;

export interface Weighted {
  ids: number[];
  stations: number[];
  weights: number[];
}

/** What inverters of stations told over [from, to), on bucket borders. A station whose inverters tell nothing is left out. */
export async function readTold(
  { samples, fleet }: { samples: SamplesDb; fleet: Pick<Fleet, 'devicesOf'> },
  { stations, from, to }: { stations: readonly FleetStation[]; from: number; to: number },
): Promise<ReadonlyMap<number, ToldColumns>> {
  const weighted = weightsOf(fleet, stations);
  const found = new Map<number, ToldColumns>();
  if (weighted.ids.length === 0) return found;
  const length = (to - from) / BUCKET_MS;
  const of = (station: number) => {
    const known = found.get(station) ?? emptyTold(length);
    found.set(station, known);
    return known;
  };
  const params = { ...weighted, from: from / 1000, to: to / 1000 };
  const states = await samples.columns(
    `SELECT ${STATION} AS station, toUnixTimestamp(bucket) AS t, sumIf(${WEIGHT}, ${IS_FAILED}) AS failed,
       sumIf(${WEIGHT}, ${IS_RESTING}) AS resting, sum(${WEIGHT}) AS heard
     FROM run_state_5m FINAL WHERE device IN {ids:Array(UInt32)} AND ${SPAN} GROUP BY station, t`,
    params,
  );
  for (const [row, station] of (states.station ?? []).entries()) {
    const told = of(Number(station));
    const place = (Number(states.t![row]) * 1000 - from) / BUCKET_MS;
    told.failed[place] = Number(states.failed![row]);
    told.resting[place] = Number(states.resting![row]);
    told.heard[place] = Number(states.heard![row]);
  }
  const limits = await samples.columns(
    `SELECT ${STATION} AS station, toUnixTimestamp(bucket) AS t, 1 - sum(${WEIGHT} * (1 - least(100, avg) / 100)) AS allowed
     FROM rollup_5m FINAL WHERE device IN {ids:Array(UInt32)} AND point = {point:UInt16} AND ${SPAN} GROUP BY station, t`,
    { ...params, point: LIMIT },
  );
  for (const [row, station] of (limits.station ?? []).entries())
    of(Number(station)).limit[(Number(limits.t![row]) * 1000 - from) / BUCKET_MS] = Number(
      limits.allowed![row],
    );
  const known = await readKnown(samples, weighted, { from, to });
  for (const [station, told] of found) fillSilent(told, known.get(station) ?? 0);
  return found;
}

const STATION = 'transform(device, {ids:Array(UInt32)}, {stations:Array(UInt32)}, toUInt32(0))';
const WEIGHT = 'transform(device, {ids:Array(UInt32)}, {weights:Array(Float64)}, toFloat64(0))';
const SPAN = "bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')";

/** Share of the rated power of inverters whose state is usually told. */
async function readKnown(
  samples: SamplesDb,
  weighted: Weighted,
  { from, to }: { from: number; to: number },
): Promise<ReadonlyMap<number, number>> {
  const rows = await samples.query<{ station: number; known: number }>(
    `SELECT station, sum(weight) AS known FROM (
       SELECT DISTINCT device, ${STATION} AS station, ${WEIGHT} AS weight FROM run_state_days
       WHERE device IN {ids:Array(UInt32)} AND running > 0 AND day >= toDate({from:UInt32}) AND day <= toDate({to:UInt32}))
     GROUP BY station`,
    { ...weighted, from: (from - KNOWN_DAYS * DAY_MS) / 1000, to: to / 1000 },
  );
  return new Map(rows.map(({ station, known }) => [station, known]));
}

/** Shares of the stations' rated power by producer; equal ones where a rating is not known. */
export function weightsOf(fleet: Pick<Fleet, 'devicesOf'>, stations: readonly FleetStation[]): Weighted {
  const weighted: Weighted = { ids: [], stations: [], weights: [] };
  for (const { id } of stations) {
    const producers = fleet.devicesOf(id).filter((device) => partOf(device) === 'producer');
    const isRated = producers.every(({ ratedPower }) => (ratedPower ?? 0) > 0);
    const sum = isRated ? producers.reduce((all, { ratedPower }) => all + ratedPower!, 0) : producers.length;
    for (const device of producers) {
      weighted.ids.push(device.id);
      weighted.stations.push(id);
      weighted.weights.push((isRated ? device.ratedPower! : 1) / sum);
    }
  }
  return weighted;
}

function emptyTold(length: number): ToldColumns {
  return {
    failed: new Float64Array(length),
    resting: new Float64Array(length),
    silent: new Float64Array(length),
    heard: new Float64Array(length),
    limit: new Float64Array(length).fill(NaN),
  };
}

function fillSilent({ heard, silent }: ToldColumns, known: number): void {
  for (let row = 0; row < heard.length; row += 1) {
    let most = 0;
    for (let at = Math.max(0, row - REACH); at <= Math.min(heard.length - 1, row + REACH); at += 1)
      most = Math.max(most, heard[at]!);
    silent[row] = Math.max(0, known - most);
  }
}
