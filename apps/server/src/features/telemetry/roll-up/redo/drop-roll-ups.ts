import { localDayOf } from '@sunfleet/analysis';
import type { Flow } from '@sunfleet/contract';
import { localTable } from '../../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../../platform/clickhouse/samples-db.ts';
import type { Fleet } from '../../../fleet/index.ts';
import type { TouchedRange } from '../dirty-ranges.ts';
import { BUCKET_MS, floorBucket, type Subject } from '../energy-cells.ts';
import { parentSpan } from '../energy-tree.ts';
import { idOf } from '../flow-sources.ts';
import { ROLLED_POINTS } from '../rolled-points.ts';
import type { StationSpan } from '../station-energies.ts';

/** Where roll-ups are dropped, and which: those made at or after `since`, epoch milliseconds. Older ones are not the work of what was removed. */
export interface Dropping {
  db: SamplesDb;
  since: number;
  cluster: string | undefined;
}

/** Cells of one device or station, the parts of years they belong to included. Times: epoch milliseconds. */
export interface CellRange {
  id: number;
  flows: readonly Flow[];
  from: number;
  to: number;
  zone: string;
}

export async function dropMeans(
  dropping: Dropping,
  ranges: readonly TouchedRange[],
  points: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<void> {
  const rolled = new Set(ROLLED_POINTS);
  const conditions = ranges.flatMap(({ device, from, to }) => {
    const removed = [...(points.get(device) ?? [])].filter((point) => rolled.has(point));
    if (removed.length === 0) return [];
    return [`device = ${device} AND point IN (${removed.join(', ')}) AND ${between('bucket', from, to)}`];
  });
  await drop(dropping, 'rollup_5m', conditions);
}

export async function dropRunStates(
  dropping: Dropping,
  ranges: readonly TouchedRange[],
  points: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<void> {
  const told = ranges.filter(({ device }) => points.get(device)?.has(idOf('state')));
  const conditions = told.map(
    ({ device, from, to }) => `device = ${device} AND ${between('bucket', from, to)}`,
  );
  await drop(dropping, 'run_state_5m', conditions);
}

/** Counts of the local days that the spans touch, of all devices of their stations: light at one may have made an outage of another's rest. */
export async function dropRunStateDays(
  dropping: Dropping,
  fleet: Pick<Fleet, 'station' | 'devicesOf'>,
  spans: readonly StationSpan[],
): Promise<void> {
  const conditions = spans.flatMap(({ station, from, to }) => {
    const zone = fleet.station(station)?.timeZone;
    const devices = fleet.devicesOf(station).map(({ id }) => id);
    if (zone === undefined || devices.length === 0) return [];
    const [first, last] = [localDayOf(from, zone), localDayOf(to, zone)];
    return [`device IN (${devices.join(', ')}) AND day BETWEEN '${first}' AND '${last}'`];
  });
  await drop(dropping, 'run_state_days', conditions);
}

export async function dropPowers(dropping: Dropping, spans: readonly StationSpan[]): Promise<void> {
  const conditions = spans.map(
    ({ station, from, to }) => `station = ${station} AND ${between('bucket', from, to)}`,
  );
  await drop(dropping, 'station_power_5m', conditions);
}

export async function dropCells(
  dropping: Dropping,
  subject: Subject,
  ranges: readonly CellRange[],
): Promise<void> {
  const conditions = ranges.map(({ id, flows, from, to, zone }) => {
    const parents = (['hour', 'day', 'month', 'year'] as const).map((grain) => {
      const { start, end } = parentSpan(grain, { from, to }, zone);
      return `grain = '${grain}' AND start >= ${start / 1000} AND start < ${end / 1000}`;
    });
    const fine = `grain = '5m' AND ${between('start', from, to)}`;
    const names = flows.map((flow) => `'${flow}'`).join(', ');
    return `id = ${id} AND flow IN (${names}) AND (${[fine, ...parents].map((one) => `(${one})`).join(' OR ')})`;
  });
  await drop(dropping, 'energy', conditions, `subject = '${subject}' AND `);
}

/** Buckets that a span of times touches. */
const between = (column: string, from: number, to: number) =>
  `${column} >= ${floorBucket(from) / 1000} AND ${column} < ${(floorBucket(to) + BUCKET_MS) / 1000}`;

/** Conditions of one statement. */
const MOST_CONDITIONS = 50;

async function drop(
  { db, since, cluster }: Dropping,
  table: string,
  conditions: readonly string[],
  also = '',
): Promise<void> {
  for (let i = 0; i < conditions.length; i += MOST_CONDITIONS) {
    const any = conditions.slice(i, i + MOST_CONDITIONS).map((one) => `(${one})`);
    await db.command(
      `DELETE FROM ${localTable(table, cluster)} ${onCluster(cluster)} WHERE ${also}version >= {since:UInt64} AND (${any.join(' OR ')})`,
      { since },
    );
  }
}
