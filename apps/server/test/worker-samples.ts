import { cp, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import type { SamplesDb } from '../src/platform/clickhouse/samples-db.ts';

interface WorkerSamples {
  samples: SamplesDb;
  /** Tables that hold rows since they were made. */
  filled: ReadonlySet<string>;
}

let opened: Promise<WorkerSamples> | undefined;

/**
 * An empty ClickHouse, cloned from the migrated template. The engine opens one directory a process for as long as that lives: files that
 * share a process share it, one after the other, and each finds its tables empty.
 */
export async function workerSamples(): Promise<SamplesDb> {
  const first = opened === undefined;
  opened ??= open();
  const { samples, filled } = await opened;
  if (!first)
    for (const table of await tablesWithRows(samples))
      if (!filled.has(table)) await samples.command(`TRUNCATE TABLE ${table}`);
  return { ...samples, close: async () => {} };
}

async function open(): Promise<WorkerSamples> {
  const template = inject('clickhouse');
  // Beside the template it goes when the run ends.
  const copy = await mkdtemp(path.join(path.dirname(template), 'worker-'));
  await cp(template, copy, { recursive: true, verbatimSymlinks: true });
  const samples = await openEmbeddedSamplesDb(copy, { eager: true });
  return { samples, filled: new Set(await tablesWithRows(samples)) };
}

async function tablesWithRows(samples: SamplesDb): Promise<string[]> {
  const rows = await samples.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows > 0",
  );
  return rows.map(({ name }) => name);
}
