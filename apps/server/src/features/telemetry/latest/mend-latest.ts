import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Devices looked at in one statement. */
const DEVICES_AT_ONCE = 100;

/** Deletes newest values that an import wrote, where the sample is gone, and puts the newest of what is left in their place. */
export async function dropTakenLatest(
  samples: SamplesDb,
  {
    importId,
    devices,
    cluster,
  }: { importId: number; devices: readonly number[]; cluster: string | undefined },
): Promise<void> {
  const written = `SELECT device, point, time FROM import_values
    WHERE import = {import:UInt32} AND device IN {devices:Array(UInt32)}`;
  await mend(samples, { devices, cluster }, { import: importId }, `(device, point, time) IN (${written})`);
}

/**
 * Deletes newest values of devices whose samples are gone and puts the newest of what is left in their place. `since`: before this time
 * samples are gone by their age, so that nothing follows from it; epoch milliseconds.
 */
export async function mendLatest(
  samples: SamplesDb,
  { devices, since, cluster }: { devices: readonly number[]; since: number; cluster: string | undefined },
): Promise<void> {
  await mend(samples, { devices, cluster }, { since }, 'time >= fromUnixTimestamp64Milli({since:Int64})');
}

async function mend(
  samples: SamplesDb,
  { devices, cluster }: { devices: readonly number[]; cluster: string | undefined },
  params: Readonly<Record<string, unknown>>,
  which: string,
): Promise<void> {
  const everywhere = onCluster(cluster);
  for (let i = 0; i < devices.length; i += DEVICES_AT_ONCE) {
    const all = { ...params, devices: devices.slice(i, i + DEVICES_AT_ONCE) };
    const ofDevices = 'device IN {devices:Array(UInt32)}';
    const keys = `SELECT device, point, time FROM latest WHERE ${ofDevices}`;
    const gone = `${ofDevices} AND ${which} AND (device, point, time) NOT IN (
      SELECT device, point, time FROM samples WHERE ${ofDevices} AND (device, point, time) IN (${keys}))`;
    const found = await samples.query<{ device: number; point: number }>(
      `SELECT DISTINCT device, point FROM latest WHERE ${gone}`,
      all,
    );
    if (found.length === 0) continue;
    // What is left is written first: a value that is older takes no place before the newer one is gone.
    await samples.command(
      `INSERT INTO latest SELECT device, point, max(samples.time), argMax(value, samples.time) FROM samples FINAL
       WHERE ${ofDevices} AND point IN {points:Array(UInt32)}
         AND (device, point) IN (SELECT device, point FROM latest WHERE ${gone}) GROUP BY device, point`,
      { ...all, points: [...new Set(found.map(({ point }) => point))] },
    );
    await samples.command(
      `DELETE FROM latest ${everywhere} WHERE ${gone} SETTINGS allow_nondeterministic_mutations = 1`,
      all,
    );
  }
}
