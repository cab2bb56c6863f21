import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nativeSamples } from '../../apps/server/src/features/telemetry/ingest/native-samples.ts';
import { openEmbeddedSamplesDb } from '../../apps/server/src/platform/clickhouse/embedded.ts';
import { migrateClickhouse } from '../../apps/server/src/platform/clickhouse/migrate.ts';
import type { Bench } from '../figure.ts';
import { dataFolder, readPlant22, readStrings, type SampleColumns } from './real-data.ts';

const SETS = [
  { name: 'size.strings', folder: 'strings', read: readStrings },
  { name: 'size.plant22', folder: 'plant22', read: readPlant22 },
] as const;

/** Bytes a sample of real data takes on disk once the engine has merged it. */
export const sizeBench: Bench = {
  names: SETS.map(({ name }) => name),
  async run(wanted, tell) {
    const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-size-'));
    const db = await openEmbeddedSamplesDb(directory);
    await migrateClickhouse(db, undefined);
    for (const { name, folder, read } of SETS) {
      if (!wanted.has(name)) continue;
      const found = dataFolder(folder);
      if (!found) {
        console.error(`${name} skipped: the measured data is absent`);
        continue;
      }
      await db.command('TRUNCATE TABLE samples');
      await db.insertNative('samples', nativeSamples(blockOf(read(found))));
      await db.command('OPTIMIZE TABLE samples FINAL');
      const [parts] = await db.query<{ bytes: number; rows: number }>(
        `SELECT sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
         WHERE active AND database = currentDatabase() AND table = 'samples'`,
      );
      tell({ name, value: (parts?.bytes ?? 0) / (parts?.rows ?? 1), unit: 'bytes/sample' });
    }
    await db.close();
    await rm(directory, { recursive: true, force: true });
  },
};

function blockOf(samples: SampleColumns) {
  return {
    length: samples.times.length,
    devices: Uint32Array.from(samples.devices),
    points: Uint32Array.from(samples.points),
    times: Float64Array.from(samples.times),
    values: Float64Array.from(samples.values),
  };
}
