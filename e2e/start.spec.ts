import { spawnSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callAs } from './harness/people.ts';
import { ADMIN, startServer } from './harness/server.ts';

const MAIN = path.join(import.meta.dirname, '../apps/server/src/main.ts');

test('a second server on the same data is refused in words, and one after a kill recovers by itself', async () => {
  const first = await startServer({ fresh: true });
  const second = spawnSync(process.execPath, [MAIN], {
    encoding: 'utf8',
    timeout: 30_000,
    env: {
      ...process.env,
      SUNFLEET_DATA_DIR: first.dataDir,
      SUNFLEET_DEMO: 'off',
      SUNFLEET_LOG_LEVEL: 'silent',
    },
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain('Another Sunfleet server is running');
  const call = await callAs(first, ADMIN);
  const station = { name: 'Kept', type: 'commercial', capacityKw: 5, latitude: 40, longitude: -3 } as const;
  await call('createStation', { body: station });
  await first.stop({ keep: true, signal: 'SIGKILL' });

  const again = await startServer({ dataDir: first.dataDir });
  const { rows } = await (await callAs(again, ADMIN))('listStations');
  expect(rows.map(({ name }) => name)).toEqual(['Kept']);
  await again.stop();
});

test('a taken port is no obstacle: the next free one is used and printed', async () => {
  const taken = net.createServer();
  const port = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as net.AddressInfo).port)),
  );
  const server = await startServer({ environment: { SUNFLEET_PORT: String(port) } });
  expect(server.ports.http).toBeGreaterThan(port);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  await server.stop();
  taken.close();
});

test('settings that are not right are named before anything starts', () => {
  const done = spawnSync(process.execPath, [MAIN], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, SUNFLEET_PORT: 'eighty', SUNFLEET_DEMO: 'perhaps' },
  });
  expect(done.status).toBe(1);
  expect(done.stderr).toMatch(/SUNFLEET_PORT[\s\S]*SUNFLEET_DEMO/);
});
