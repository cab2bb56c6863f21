import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { askRecut } from './ask-recut.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

interface Job {
  state: string;
  again: boolean;
  priority: number;
  isLater: boolean;
}

async function jobsOf(stationId: number): Promise<Job[]> {
  const { rows } = await platform.pool.query<Job>(
    `SELECT state::text, data ? 'again' AS again, priority, start_after > created_on + interval '5 minutes' AS "isLater"
     FROM jobs.job WHERE name = 'telemetry.recut' AND data->>'stationId' = $1 ORDER BY created_on`,
    [String(stationId)],
  );
  return rows;
}
const setState = (stationId: number, state: string) =>
  platform.pool.query(
    "UPDATE jobs.job SET state = $2::jobs.job_state WHERE name = 'telemetry.recut' AND data->>'stationId' = $1",
    [String(stationId), state],
  );

async function scene() {
  platform.clock.set(Date.now());
  const installer = await someone('installer');
  const newStation = async () =>
    (await makeStation(platform, { organisationId: installer.organisationId! })).id;
  const move = async (id: number, version: number) =>
    expect((await installer.put(`/stations/${id}`, { version, latitude: 40 + version })).code).toBe(200);
  return { newStation, move };
}

test('however often the place of a station is edited, its days are cut once, and once more later', async () => {
  const { newStation, move } = await scene();
  const id = await newStation();
  for (let version = 1; version <= 20; version += 1) await move(id, version);
  expect(await jobsOf(id)).toEqual([{ state: 'created', again: false, priority: 0, isLater: false }]);

  // What comes while they are cut waits, and is followed by another one.
  await setState(id, 'active');
  for (let version = 21; version <= 25; version += 1) await move(id, version);
  const later = { state: 'created', again: false, priority: 0, isLater: true };
  expect((await jobsOf(id)).slice(1)).toEqual([later]);
});

test('an edit makes the second cut one that is followed by another', async () => {
  const { newStation, move } = await scene();
  const id = await newStation();
  const again = { stationId: id, again: true } as const;
  for (let n = 0; n < 2; n += 1)
    await platform.db.transaction().execute((trx) => askRecut(trx, again, platform.clock.now()));
  expect(await jobsOf(id)).toMatchObject([{ again: true, isLater: true }]);
  await move(id, 1);
  expect(await jobsOf(id)).toMatchObject([{ again: false, isLater: true }]);
});

test('who moves many stations waits behind who moves one', async () => {
  const [many, few] = [await scene(), await scene()];
  const priorities: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const id = await many.newStation();
    await many.move(id, 1);
    priorities.push((await jobsOf(id))[0]!.priority);
  }
  const one = await few.newStation();
  await few.move(one, 1);
  expect([priorities, (await jobsOf(one))[0]!.priority]).toEqual([[0, -1, -2], 0]);
});
