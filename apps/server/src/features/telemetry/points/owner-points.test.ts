import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { registerCustomPoints } from './register-custom-points.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const DAY_MS = 86_400_000;
const { customPointsPerDevice: ofDevice, customPointsPerOrganisation: ofAll } = LIMITS;

/** A device in a station of somebody. */
async function deviceOf(organisationId: number, ownerId: number) {
  const { id: stationId } = await makeStation(platform, { organisationId, ownerId });
  return makeDevice(platform, { organisationId, stationId });
}

/** How many of as many new points as a device may use it gets, and what the others are refused with. */
async function bring(deviceId: number) {
  const wanted = Array.from({ length: ofDevice }, (_, n) => ({ deviceId, key: `own.${deviceId}.${n}` }));
  const results = await registerCustomPoints(db, wanted, clock.now());
  const errors = results.flatMap((result) => (typeof result === 'number' ? [] : [result.key]));
  return { taken: results.length - errors.length, errors: [...new Set(errors)] };
}

/** What the devices of an owner get together, on two days. */
async function bringAll(organisationId: number, ownerId: number) {
  const taken = [];
  for (let day = 0; day < 2; day += 1) {
    let ofDay = 0;
    for (let n = 0; n < 3; n += 1) ofDay += (await bring((await deviceOf(organisationId, ownerId)).id)).taken;
    taken.push(ofDay);
    clock.advance(DAY_MS + 1);
  }
  return taken;
}

test('the devices of one owner leave custom points to those of the others of the organisation, of a day and in all', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const owner = () => makeUser(platform, { role: 'owner', organisationId });
  const [many, few] = [await owner(), await owner()];
  const theirs = await deviceOf(organisationId, few.id);
  expect(await bringAll(organisationId, many.id)).toEqual([0.3 * ofAll, 0.3 * ofAll]);
  expect(await bring((await deviceOf(organisationId, many.id)).id)).toEqual({
    taken: 0,
    errors: ['tooManyPointsOfOrganisation'],
  });
  expect(await bring(theirs.id)).toEqual({ taken: ofDevice, errors: [] });
});

test('two owners together leave some to a third one', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const owner = () => makeUser(platform, { role: 'owner', organisationId });
  const [one, two, few] = [await owner(), await owner(), await owner()];
  const theirs = await deviceOf(organisationId, few.id);
  const most = async ({ id }: { id: number }) => {
    let taken = 0;
    for (let n = 0; n < 5; n += 1) taken += (await bring((await deviceOf(organisationId, id)).id)).taken;
    return taken;
  };
  // Of 500 on a day.
  expect([await most(one), await most(two), await most(one)]).toEqual([300, 120, 0]);
  expect((await bring(theirs.id)).taken).toBe(48);
  clock.advance(DAY_MS + 1);
});

test('who alone has stations in an organisation may bring all of its custom points', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id } = await makeUser(platform, { role: 'owner', organisationId });
  expect(await bringAll(organisationId, id)).toEqual([ofAll / 2, ofAll / 2]);
});
