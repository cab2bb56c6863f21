import { FLOWS } from '@sunfleet/contract';
import { localTable } from '../../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../../platform/clickhouse/on-cluster.ts';
import type { FleetStation } from '../../../fleet/index.ts';
import type { RollUpRun } from '../device-energies.ts';
import type { Subject } from '../energy-cells.ts';
import type { BetweenSteps } from '../between-steps.ts';
import { markLatePowers } from '../mark-late-powers.ts';
import { countRunStates } from '../run-state-days.ts';
import type { CellRange } from './drop-roll-ups.ts';
import { sumAgain } from './sum-again.ts';

/** A station as it is now, and the devices whose days are its days. */
export interface Recut {
  station: FleetStation;
  devices: readonly number[];
  cluster: string | undefined;
}

/** Run states of so many days are counted by one statement. */
const COUNTED_MS = 31 * 86_400_000;

/**
 * Deletes hours, days, months and years of a station and its devices, and sums them again from their five minutes, by the zone and the light of its
 * place as it is now. May be repeated.
 */
export async function recutStation(run: RollUpRun, recut: Recut, between: BetweenSteps): Promise<void> {
  await between.pause();
  const version = await between.nextVersion();
  const { station, devices } = recut;
  await recutEnergies(run, { ...recut, subject: 'device', ids: devices, version }, between);
  await recutEnergies(run, { ...recut, subject: 'station', ids: [station.id], version }, between);
  await recount(run, { ...recut, version }, between);
  const spans = await readSpans(run, 'station', [station.id]);
  await markLatePowers(
    run,
    spans.map(({ id, ...span }) => ({ station: id, ...span })),
    0,
  );
}

interface Cutting extends Recut {
  subject: Subject;
  ids: readonly number[];
  /** Rows of before it are cut as they were. */
  version: number;
}

async function recutEnergies(run: RollUpRun, cutting: Cutting, between: BetweenSteps): Promise<void> {
  const { subject, ids, station, version } = cutting;
  if (ids.length === 0) return;
  // First, because a month is summed from days, and those of before would count beside the new ones.
  const old = `subject = '${subject}' AND grain != '5m' AND id IN {ids:Array(UInt32)} AND version < {version:UInt64}`;
  await deleteOld(run, cutting, { table: 'energy', condition: old, params: { ids: [...ids], version } });
  const daylight = run.sunlight(station).between;
  for (const span of await readSpans(run, subject, ids)) {
    const range = { ...span, flows: FLOWS, zone: station.timeZone, daylight };
    await sumAgain(run.db, subject, { range, between });
  }
}

/** First and last five minutes of each device or station. */
function readSpans(
  { db }: RollUpRun,
  subject: Subject,
  ids: readonly number[],
): Promise<Pick<CellRange, 'id' | 'from' | 'to'>[]> {
  return db.query(
    `SELECT id, toUnixTimestamp(min(start)) * 1000 AS from, toUnixTimestamp(max(start)) * 1000 AS to
     FROM energy WHERE subject = '${subject}' AND grain = '5m' AND id IN {ids:Array(UInt32)} GROUP BY id ORDER BY id`,
    { ids: [...ids] },
  );
}

/** Counts run states by the local days and the light of now. */
async function recount(
  run: RollUpRun,
  cutting: Omit<Cutting, 'subject' | 'ids'>,
  between: BetweenSteps,
): Promise<void> {
  const { station, devices, version } = cutting;
  if (devices.length === 0) return;
  const params = { devices: [...devices], version };
  const [told] = await run.db.query<{ from: number; to: number }>(
    `SELECT toUnixTimestamp(min(bucket)) * 1000 AS from, toUnixTimestamp(max(bucket)) * 1000 AS to
     FROM run_state_5m WHERE device IN {devices:Array(UInt32)} HAVING count() > 0`,
    { devices: params.devices },
  );
  if (!told) return;
  // Memory may not have heard of the change yet.
  const fleet = { station: () => station, devicesOf: (id: number) => run.fleet.devicesOf(id) };
  for (let from = told.from; from <= told.to; from += COUNTED_MS) {
    await between.pause();
    const span = { station: station.id, from, to: Math.min(told.to, from + COUNTED_MS) };
    await countRunStates({ ...run, fleet }, [span], await between.nextVersion());
  }
  const old = 'device IN {devices:Array(UInt32)} AND version < {version:UInt64}';
  await deleteOld(run, cutting, { table: 'run_state_days', condition: old, params });
}

async function deleteOld(
  { db }: RollUpRun,
  { cluster }: Pick<Recut, 'cluster'>,
  { table, condition, params }: { table: string; condition: string; params: Record<string, unknown> },
): Promise<void> {
  // A deletion rewrites parts of a table even where there is nothing to delete.
  const found = await db.query(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, params);
  if (found.length === 0) return;
  await db.command(
    `DELETE FROM ${localTable(table, cluster)} ${onCluster(cluster)} WHERE ${condition}`,
    params,
  );
}
