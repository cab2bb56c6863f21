import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ImportRun } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import { bornFolder } from './born-folder.ts';
import { callServer, signInTo } from './call-server.ts';
import { askPostgres } from './embedded-postgres.ts';
import { NOTIFY_CHANNEL } from '../src/platform/jobs/add-job.ts';
import { ADMIN, startServerProcess, type ServerProcess } from './server-process.ts';

/** Two blocks, so that the kill comes between them. */
const ROWS = 130_000;
const FIRST = Date.UTC(2024, 0, 1);
const folders = {
  'imports.run': await bornFolder('crash-job'),
  'imports.runLong': await bornFolder('crash-long'),
};
afterAll(() =>
  Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true, force: true }))),
);

/** Begins to import the file; answers the path of the import. */
async function beginImport(server: ServerProcess): Promise<string> {
  const bearer = await signInTo(server, ADMIN);
  const place = { name: 'Killed', type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 };
  const station = await callServer<{ id: number }>(server, { path: '/stations', body: place, bearer });
  const rows = Array.from({ length: ROWS }, (_, n) => `${new Date(FIRST + n * 60_000).toISOString()},${n}`);
  const form = new FormData();
  form.append('file', new Blob([`time,P\n${rows.join('\n')}\n`]), 'data.csv');
  const { fileId } = await callServer<{ fileId: string }>(server, {
    path: '/imports/preview',
    body: form,
    bearer,
  });
  const mapping = {
    stationId: station.id,
    timeColumn: 'time',
    timeZone: 'UTC',
    sn: 'KILLED-1',
    columns: [{ column: 'P', point: 'ac.power' }],
  };
  const body = { fileId, mapping, onError: 'refuse' };
  const { id } = await callServer<ImportRun>(server, { path: '/imports', body, bearer });
  return `/imports/${id}`;
}

/** Has imports begin as one goes on that took longer than seconds. */
const bearLong = (dataDir: string) =>
  askPostgres(
    dataDir,
    `ALTER TABLE imports ALTER COLUMN is_long SET DEFAULT true;
     CREATE FUNCTION go_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       NEW.name := 'imports.runLong';
       PERFORM pg_notify('${NOTIFY_CHANNEL}', NEW.name);
       RETURN NEW;
     END $$;
     CREATE TRIGGER go_on BEFORE INSERT ON jobs.job FOR EACH ROW WHEN (NEW.name = 'imports.run') EXECUTE FUNCTION go_on();`,
  );

const stateOf = async (dataDir: string) => {
  const [row] = await askPostgres<{ state: string; samples: string }>(
    dataDir,
    'SELECT state, samples FROM imports',
  );
  return { state: row!.state, samples: Number(row!.samples) };
};

test.each(['imports.run', 'imports.runLong'] as const)(
  'an import whose server is killed goes on at the next start, and has every row once (%s)',
  async (kind) => {
    const dataDir = folders[kind];
    const start = () => startServerProcess(dataDir);
    const first = await start();
    if (kind === 'imports.runLong') await bearLong(dataDir);
    const importPath = await beginImport(first);
    await vi.waitUntil(async () => (await stateOf(dataDir)).samples > 0, { timeout: 30_000, interval: 5 });
    await first.kill();

    const second = await start();
    const halfway = await stateOf(dataDir);
    const bearer = await signInTo(second, ADMIN);
    const read = () => callServer<ImportRun>(second, { path: importPath, bearer });
    await vi.waitUntil(async () => (await read()).state === 'done', { timeout: 40_000 });
    expect(await read()).toMatchObject({ samples: ROWS, rowsDone: ROWS });
    // The import is done a moment before its job is.
    const jobs = () =>
      askPostgres(dataDir, `SELECT name, state, retry_count FROM jobs.job WHERE name LIKE 'imports.run%'`);
    await expect.poll(jobs).toEqual([{ name: kind, state: 'completed', retry_count: 1 }]);
    await second.stop();

    expect(halfway.state).toBe('importing');
    expect(halfway.samples).toBeLessThan(ROWS);
    const samples = await openEmbeddedSamplesDb(path.join(dataDir, 'clickhouse'));
    const rows = await samples.query(
      `SELECT count() AS n, uniqExact(time) AS times, min(value) AS least, max(value) AS most,
       countIf(value * 60000 + {first:Int64} != toUnixTimestamp64Milli(time)) AS wrong FROM samples FINAL`,
      { first: FIRST },
    );
    await samples.close();
    expect(rows).toEqual([{ n: ROWS, times: ROWS, least: 0, most: ROWS - 1, wrong: 0 }]);
  },
  120_000,
);
