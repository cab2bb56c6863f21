/** A program that makes migrated, empty ClickHouse tables in a directory: `node make-clickhouse.ts <directory>`. */
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import { migrateClickhouse } from '../src/platform/clickhouse/migrate.ts';

const samples = await openEmbeddedSamplesDb(process.argv[2]!);
await migrateClickhouse(samples, undefined);
await samples.close();
