import { localTable } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Whose measured values are to be forgotten. */
export interface Forgotten {
  stationIds: readonly number[];
  devices: readonly { id: number; sn: string }[];
}

/**
 * Deletes what was measured by devices and computed of stations: samples, newest values, means, energies, powers, unknown frames.
 * Can be done again; what a device sends afterwards is kept. Newest values that this process holds in memory stay there until the
 * device reports again or the process ends.
 */
export async function forgetTelemetry(
  samples: SamplesDb,
  { stationIds, devices }: Forgotten,
  cluster: string | undefined,
): Promise<void> {
  const remove = (table: string, condition: string, params: Record<string, unknown>) =>
    samples.command(
      `DELETE FROM ${localTable(table, cluster)} ${onCluster(cluster)} WHERE ${condition}`,
      params,
    );
  if (stationIds.length > 0) {
    const ids = { ids: [...stationIds] };
    await remove('energy', "subject = 'station' AND id IN {ids:Array(UInt32)}", ids);
    await remove('station_power_5m', 'station IN {ids:Array(UInt32)}', ids);
  }
  if (devices.length > 0) {
    const ids = { ids: devices.map(({ id }) => id) };
    for (const table of [
      'samples',
      'latest',
      'rollup_5m',
      'run_state_5m',
      'run_state_days',
      'late_marks',
      'import_values',
      'import_overwritten',
    ]) {
      await remove(table, 'device IN {ids:Array(UInt32)}', ids);
    }
    await remove('energy', "subject = 'device' AND id IN {ids:Array(UInt32)}", ids);
    await remove('raw_frames', 'sn IN {sns:Array(String)}', { sns: devices.map(({ sn }) => sn) });
  }
}
