import { localTable } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Whose measured values are to be forgotten. */
export interface Forgotten {
  stationIds: readonly number[];
  devices: readonly ForgottenDevice[];
}

interface ForgottenDevice {
  id: number;
  sn: string;
  /** What was measured from then on stays, because it is of somebody else. */
  keptFrom?: Date | null;
}

const MILLISECONDS = (column: string) => `toUnixTimestamp64Milli(${column})`;
const SECONDS = (column: string) => `toUnixTimestamp(${column}) * 1000`;

/** Where something of a device stands, with the time of its rows, epoch milliseconds. A mean or an energy is of the time at which it begins. */
const OF_DEVICES: readonly { table: string; time: string; id?: 'id' | 'sn'; also?: string }[] = [
  { table: 'samples', time: MILLISECONDS('time') },
  { table: 'latest', time: MILLISECONDS('time') },
  { table: 'rollup_5m', time: SECONDS('bucket') },
  { table: 'run_state_5m', time: SECONDS('bucket') },
  { table: 'run_state_days', time: SECONDS("toDateTime(day, 'UTC')") },
  { table: 'kpi_device_days', time: SECONDS("toDateTime(day, 'UTC')") },
  { table: 'late_marks', time: MILLISECONDS('at') },
  { table: 'import_values', time: MILLISECONDS('at') },
  { table: 'import_overwritten', time: MILLISECONDS('at') },
  { table: 'energy', time: SECONDS('start'), id: 'id', also: "subject = 'device' AND " },
  { table: 'raw_frames', time: MILLISECONDS('time'), id: 'sn' },
];

const OF_STATIONS = [
  'station_power_5m',
  'expected_power_5m',
  'expected_energy_days',
  'expected_marks',
  'loss_days',
  'kpi_station_days',
];

/**
 * Deletes what was measured by devices and computed of stations: samples, newest values, means, energies, powers, unknown frames.
 * Can be done again; what a device sends afterwards is kept. Answers whether there was anything. Newest values that this process holds in memory stay there until the
 * device reports again or the process ends.
 */
export async function forgetTelemetry(
  samples: SamplesDb,
  { stationIds, devices }: Forgotten,
  cluster: string | undefined,
): Promise<boolean> {
  let wasThere = false;
  const remove = async (table: string, condition: string, params: Record<string, unknown>) => {
    // A deletion rewrites parts of a table even where there is nothing to delete, which takes much longer than to look.
    const found = await samples.query(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, params);
    if (found.length === 0) return;
    wasThere = true;
    await samples.command(
      `DELETE FROM ${localTable(table, cluster)} ${onCluster(cluster)} WHERE ${condition}`,
      params,
    );
  };
  if (stationIds.length > 0) {
    const ids = { ids: [...stationIds] };
    await remove('energy', "subject = 'station' AND id IN {ids:Array(UInt32)}", ids);
    for (const table of OF_STATIONS) await remove(table, 'station IN {ids:Array(UInt32)}', ids);
  }
  if (devices.length === 0) return wasThere;
  const until = devices.map(({ keptFrom }) => keptFrom?.getTime() ?? Number.MAX_SAFE_INTEGER);
  const names = { ids: devices.map(({ id }) => id), sns: devices.map(({ sn }) => sn) };
  for (const { table, time, id = 'device', also = '' } of OF_DEVICES) {
    const all = id === 'sn' ? '{sns:Array(String)}' : '{ids:Array(UInt32)}';
    const isBefore = `${time} < transform(${id}, ${all}, {until:Array(Int64)}, toInt64(0))`;
    await remove(table, `${also}${id} IN ${all} AND ${isBefore}`, { ...names, until });
  }
  return wasThere;
}
