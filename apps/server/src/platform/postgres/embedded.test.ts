import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from './client.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';

let directory: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-embedded-'));
  server = await startEmbeddedPostgres(directory);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a killed server is started again on the same port, and callers in between wait', async () => {
  const lost: Error[] = [];
  const pool = openPool(server.url, (error) => void lost.push(error));
  await pool.query('CREATE TABLE kept (n int)');
  const held = await pool.connect();
  for (let kill = 1; kill <= 3; kill += 1) {
    await pool.query('INSERT INTO kept VALUES ($1)', [kill]);
    const former = server.pid;
    process.kill(former, 'SIGKILL');
    await vi.waitUntil(() => lost.length > 0 || server.pid !== former);
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query('SELECT count(*) AS n FROM kept');
        expect(rows).toEqual([{ n: kill }]);
      },
      { timeout: 20_000 },
    );
    await vi.waitUntil(() => server.restarts === kill, { timeout: 20_000 });
    expect(server.pid).not.toBe(former);
  }
  // Its connection broke while nobody listened; the next query says so, and nothing else happens.
  await expect(held.query('SELECT 1')).rejects.toMatchObject({ key: 'storeUnavailable' });
  held.release();
  await pool.end();
}, 60_000);
