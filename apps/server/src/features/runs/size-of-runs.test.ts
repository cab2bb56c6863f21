import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { forgetRuns } from './index.ts';

/** How much room runs take, whoever begins and stops them. */

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

/** Somebody of an organisation of their own, with one device. */
async function side() {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const { id: stationId } = await makeStation(platform, { organisationId });
  const device = await makeDevice(platform, { stationId, organisationId });
  const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
  const start = () => beginRun(platform, { actor, deviceIds: [device.id], concurrency: 1 });
  const end = (id: number, devices: number) =>
    db
      .updateTable('runs')
      .set({ endedAt: new Date(clock.now()), devices })
      .where('id', '=', id)
      .execute();
  return { start, end };
}

test('the runs of one organisation reach so many devices within an hour, also where they are stopped at once', async () => {
  const [busy, other] = [await side(), await side()];
  await busy.end(await busy.start(), LIMITS.runDevicesHour - 2 * LIMITS.runDevicesLeast);
  await busy.end(await busy.start(), 1);
  await busy.end(await busy.start(), 1);
  await expect(busy.start()).rejects.toMatchObject({
    key: 'runsOfHour',
    values: { most: LIMITS.runDevicesHour },
  });
  await expect(other.start()).resolves.toBeGreaterThan(0);
  clock.advance(3_600_001);
  await expect(busy.start()).resolves.toBeGreaterThan(0);
});

test('no customer has all the open runs of an organisation, nor all that it begins within an hour', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const person = async (role: 'owner' | 'organisationAdmin') => {
    const { id: userId } = await makeUser(platform, { role, organisationId });
    const { id: stationId } = await makeStation(platform, { organisationId, ownerId: userId });
    const { id: deviceId } = await makeDevice(platform, { stationId, organisationId });
    const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
    const start = () => beginRun(platform, { actor, deviceIds: [deviceId], concurrency: 1 });
    return { userId, start };
  };
  const [first, second, admin] = [
    await person('owner'),
    await person('owner'),
    await person('organisationAdmin'),
  ];
  await Promise.all(Array.from({ length: LIMITS.runsOpen * 0.6 }, first.start));
  await expect(first.start()).rejects.toMatchObject({ key: 'tooManyRuns' });
  await Promise.all(Array.from({ length: 48 }, second.start));
  await expect(second.start()).rejects.toMatchObject({ key: 'tooManyRuns' });
  await expect(admin.start()).resolves.toBeGreaterThan(0);
  const ofFirst = db.updateTable('runs').where('userId', '=', first.userId);
  await ofFirst.set({ endedAt: new Date(clock.now()) }).execute();
  await expect(first.start()).resolves.toBeGreaterThan(0);
  await ofFirst.set({ endedAt: new Date(clock.now()), devices: LIMITS.runDevicesHour / 200 }).execute();
  await expect(first.start()).rejects.toMatchObject({ key: 'runsOfHour' });
  await expect(admin.start()).resolves.toBeGreaterThan(0);
});

test('of the runs that are over the newest of each organisation are kept', async () => {
  const [busy, other] = [await side(), await side()];
  const open = await busy.start();
  const ended: number[] = [];
  for (const devices of [1, LIMITS.runDevicesKept / 2, LIMITS.runDevicesKept / 2, 0]) {
    ended.push(await busy.start());
    await busy.end(ended.at(-1)!, devices);
    clock.advance(3_600_001);
  }
  const others = await other.start();
  await other.end(others, LIMITS.runDevicesKept);
  await forgetRuns(platform, new AbortController().signal);
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT run_id AS id FROM run_devices WHERE run_id >= ${open} ORDER BY run_id`.execute(db);
  expect(rows.map(({ id }) => Number(id))).toEqual([open, ...ended.slice(2), others]);
});
