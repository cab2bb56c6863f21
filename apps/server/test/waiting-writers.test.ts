import { afterAll, expect, test, vi } from 'vitest';
import { registerStationsRoutes } from '../src/features/stations/index.ts';
import { openApi } from './api-kit.ts';
import { testPlatform } from './harness.ts';
import { makeStation } from './makers.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('those who wait for a lock of their organisation leave connections to others', async () => {
  const head = await someone('organisationAdmin');
  const organisationId = head.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const colleagues = await Promise.all(
    Array.from({ length: 4 }, () => someone('organisationAdmin', { organisationId })),
  );
  const holder = await platform.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM stations WHERE id = $1 FOR UPDATE', [station.id]);
  const edits = colleagues.flatMap(({ put }) =>
    ['x', 'y', 'z'].map((name) => put(`/stations/${station.id}`, { version: 1, name })),
  );
  await vi.waitFor(async () => expect(await waitingForLocks(platform)).toBe(3));
  const stranger = await someone('owner');
  await Promise.all(Array.from({ length: 20 }, () => stranger.get('/stations')));
  expect(await waitingForLocks(platform)).toBe(3);
  await holder.query('COMMIT');
  holder.release();
  const answers = await Promise.all(edits);
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ code }) => ![200, 40950].includes(code))).toEqual([]);
});
