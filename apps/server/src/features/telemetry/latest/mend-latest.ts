import { localTable, syncReplicas } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Devices looked at in one statement. */
const DEVICES_AT_ONCE = 100;
const OF_DEVICES = 'device IN {devices:Array(UInt32)}';

/** Deletes newest values that an import wrote, where the sample is gone, and puts the newest of what is left in their place. */
export async function dropTakenLatest(
  samples: SamplesDb,
  {
    importId,
    devices,
    cluster,
  }: { importId: number; devices: readonly number[]; cluster: string | undefined },
): Promise<void> {
  const written = (place: string | undefined) =>
    `(device, point, time) IN (SELECT device, point, time FROM ${localTable('import_values', place)}
      WHERE import = {import:UInt32} AND ${OF_DEVICES})`;
  await mend(samples, { devices, cluster }, { import: importId }, written);
}

/**
 * Deletes newest values of devices whose samples are gone and puts the newest of what is left in their place. `since`: before this time
 * samples are gone by their age, so that nothing follows from it; epoch milliseconds.
 */
export async function mendLatest(
  samples: SamplesDb,
  { devices, since, cluster }: { devices: readonly number[]; since: number; cluster: string | undefined },
): Promise<void> {
  await mend(
    samples,
    { devices, cluster },
    { since },
    () => 'time >= fromUnixTimestamp64Milli({since:Int64})',
  );
}

async function mend(
  samples: SamplesDb,
  { devices, cluster }: { devices: readonly number[]; cluster: string | undefined },
  params: Readonly<Record<string, unknown>>,
  which: (cluster: string | undefined) => string,
): Promise<void> {
  // Each replica of a cluster looks up what it deletes in its own tables, which hold the same devices.
  const goneFrom = (place: string | undefined) => {
    const keys = `SELECT device, point, time FROM ${localTable('latest', place)} WHERE ${OF_DEVICES}`;
    return `${OF_DEVICES} AND ${which(place)} AND (device, point, time) NOT IN (
      SELECT device, point, time FROM ${localTable('samples', place)} WHERE ${OF_DEVICES} AND (device, point, time) IN (${keys}))`;
  };
  const gone = goneFrom(undefined);
  for (let i = 0; i < devices.length; i += DEVICES_AT_ONCE) {
    const all = { ...params, devices: devices.slice(i, i + DEVICES_AT_ONCE) };
    const found = await samples.query<{ device: number; point: number }>(
      `SELECT DISTINCT device, point FROM latest WHERE ${gone}`,
      all,
    );
    if (found.length === 0) continue;
    // What is left is written first: a value that is older takes no place before the newer one is gone.
    await samples.command(
      `INSERT INTO latest SELECT device, point, max(samples.time), argMax(value, samples.time) FROM samples FINAL
       WHERE ${OF_DEVICES} AND point IN {points:Array(UInt32)}
         AND (device, point) IN (SELECT device, point FROM latest WHERE ${gone}) GROUP BY device, point`,
      { ...all, points: [...new Set(found.map(({ point }) => point))] },
    );
    if (cluster) await syncReplicas(samples, cluster, ['samples', 'latest', 'import_values']);
    await samples.command(
      `DELETE FROM ${localTable('latest', cluster)} ${onCluster(cluster)} WHERE ${goneFrom(cluster)} SETTINGS allow_nondeterministic_mutations = 1`,
      all,
    );
  }
}
