import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ageOrganisation } from '../../../test/age-organisation.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { claimDevices } from './run-rows.queries.ts';

/** Whose devices have the places of a server. */

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());
beforeEach(() => db.deleteFrom('runs').execute());

const holder = randomUUID();
const claim = (most = 256) => claimDevices(db, { most, holder, now: platform.clock.now() });

interface Beginner {
  role: 'installer' | 'owner';
  organisationId: number;
}

/** A run of somebody on so many devices; answers its id. */
async function runOf({ role, organisationId }: Beginner, devices: number): Promise<number> {
  const user = await makeUser(platform, { role, organisationId });
  const station = await makeStation(platform, { organisationId, ownerId: role === 'owner' ? user.id : null });
  const deviceIds: number[] = [];
  for (let nth = 0; nth < devices; nth += 1)
    deviceIds.push((await makeDevice(platform, { stationId: station.id, organisationId })).id);
  const actor = (await findUserActor(db, { userId: user.id, at: platform.clock.now() }))!;
  return beginRun(platform, { actor, deviceIds, concurrency: 200 });
}

const makeHome = async () => (await makeOrganisation(platform)).id;

const countOf = (claimed: readonly { runId: number }[], runId: number) =>
  claimed.filter((one) => one.runId === runId).length;

test('runs of customers leave half of the places of their organisation to who works for it, however early they began', async () => {
  const organisationId = await makeHome();
  const [one, other] = [
    await runOf({ role: 'owner', organisationId }, 40),
    await runOf({ role: 'owner', organisationId }, 40),
  ];
  const installers = await runOf({ role: 'installer', organisationId }, 40);
  const first = await claim();
  expect(countOf(first, one) + countOf(first, other)).toBe(32);
  expect(countOf(first, installers)).toBe(32);
  // What they hold counts.
  expect(await claim()).toEqual([]);
});

test('runs of many new organisations leave half of the places to those that are there longer', async () => {
  for (let nth = 0; nth < 32; nth += 1)
    await runOf({ role: 'installer', organisationId: await makeHome() }, 9);
  expect(await claim()).toHaveLength(256);
  const older = await makeHome();
  await ageOrganisation(platform, older);
  const run = await runOf({ role: 'installer', organisationId: older }, 50);
  // Twenty of those end: the next ones are of whoever is there longer.
  const ended = await claim(20);
  expect(countOf(ended, run)).toBe(20);
  expect(ended).toHaveLength(20);
});

test('beside nobody who is there longer new organisations have all places', async () => {
  for (let nth = 0; nth < 5; nth += 1)
    await runOf({ role: 'installer', organisationId: await makeHome() }, 60);
  expect(await claim()).toHaveLength(256);
});
