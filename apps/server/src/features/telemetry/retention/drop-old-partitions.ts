import { localTable, partsEverywhere } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import { LIMITS } from '@sunfleet/contract';
import type { Config } from '../../../config.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

const DAY_MS = 86_400_000;

/** Tables of which old partitions are dropped, each with the setting that says how old. */
export function retentionOf(
  config: Pick<Config, 'rawRetentionDays' | 'rollupRetentionDays' | 'frameRetentionDays'>,
): ReadonlyMap<string, number> {
  return new Map([
    ['samples', config.rawRetentionDays],
    ['rollup_5m', config.rollupRetentionDays],
    ['run_state_5m', config.rollupRetentionDays],
    ['run_state_days', config.rollupRetentionDays],
    ['station_power_5m', config.rollupRetentionDays],
    ['expected_power_5m', config.rollupRetentionDays],
    ['expected_energy_days', config.rollupRetentionDays],
    ['loss_days', config.rollupRetentionDays],
    ['weather_hours', config.rollupRetentionDays],
    ['kpi_device_days', config.rollupRetentionDays],
    ['kpi_station_days', config.rollupRetentionDays],
    ['energy', config.rollupRetentionDays],
    ['raw_frames', config.frameRetentionDays],
    ['import_values', LIMITS.importUndoDays],
    ['import_overwritten', LIMITS.importUndoDays],
  ]);
}

/** Does a drop of `samples`, unless what lies in [from, to) is still needed. Answers whether it was done. */
export type Guard = (span: { from: number; to: number }, drop: () => Promise<void>) => Promise<boolean>;

/** First instant after a partition named for a year, a month or the Monday of a week, epoch milliseconds. */
export function partitionEnd(name: string): number {
  if (/^\d{4}$/.test(name)) return Date.UTC(Number(name) + 1, 0, 1);
  if (/^\d{6}$/.test(name)) return Date.UTC(Number(name.slice(0, 4)), Number(name.slice(4)), 1);
  return Date.parse(`${name}T00:00:00Z`) + 7 * DAY_MS;
}

/** First instant of a month's partition. */
const monthStart = (name: string): number => Date.UTC(Number(name.slice(0, 4)), Number(name.slice(4)) - 1, 1);

/**
 * Drops what is older than its retention, whole partitions at a time: that costs nothing, and no row goes before its time.
 * Samples also wait until nothing needs them. 0 days: kept for ever. Answers what was dropped, as `table/partition`.
 */
export async function dropOldPartitions(
  db: SamplesDb,
  retention: ReadonlyMap<string, number>,
  at: { now: number; cluster?: string | undefined; guard: Guard },
): Promise<string[]> {
  const dropped: string[] = [];
  // Asked here, because other servers of a cluster have one of their own.
  const [database] = await db.query<{ name: string }>('SELECT currentDatabase() AS name');
  for (const [table, days] of retention) {
    if (days === 0) continue;
    const local = localTable(table, at.cluster);
    const rows = await db.query<{ partition: string }>(
      `SELECT DISTINCT partition FROM ${partsEverywhere(at.cluster)} WHERE active AND database = {database:String} AND table = {local:String}`,
      { database: database!.name, local },
    );
    for (const { partition } of rows) {
      const to = partitionEnd(partition);
      if (!(to <= at.now - days * DAY_MS)) continue;
      const drop = () =>
        db.command(`ALTER TABLE ${local} ${onCluster(at.cluster)} DROP PARTITION ${literalOf(partition)}`);
      if (table !== 'samples') await drop();
      else if (!(await at.guard({ from: monthStart(partition), to }, drop))) continue;
      dropped.push(`${table}/${partition}`);
    }
  }
  return dropped;
}

/** A week's partition is a date, the others are numbers. */
const literalOf = (partition: string) => (partition.includes('-') ? `'${partition}'` : partition);
