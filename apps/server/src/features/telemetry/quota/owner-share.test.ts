import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { refusalOf, samplesFrom } from '../../../../test/quota-kit.ts';
import { openFleet } from '../../fleet/index.ts';
import { openSampleQuota } from './sample-quota.ts';

const DAY_MS = 86_400_000;

const platform = await testPlatform({ SUNFLEET_SAMPLES_PER_DAY: '100' });
platform.clock.set(Date.UTC(2026, 5, 1, 18));
const fleet = await openFleet(platform);
const quota = await openSampleQuota(platform, fleet);
afterAll(async () => {
  await quota.stop();
  await fleet.stop();
  await platform.stop();
});

/** An organisation that somebody administers. */
async function administered() {
  const { id: organisationId } = await makeOrganisation(platform);
  return { organisationId, admin: await makeUser(platform, { role: 'organisationAdmin', organisationId }) };
}

/** A device in a station of an organisation that somebody owns, or nobody by themselves. */
async function inStation(organisationId: number, ownerId: number | null) {
  const station = await makeStation(platform, { organisationId, ownerId });
  const device = await makeDevice(platform, { organisationId, stationId: station.id });
  await fleet.ensure([device.id]);
  return device.id;
}

const samplesOf = (device: number, count: number) => samplesFrom(platform.clock.now(), device, count);
const refusal = (device: number, server = quota, kind: 'live' | 'import' = 'live') =>
  refusalOf(server, device, kind);

test('one owner leaves two fifths of the day to the others of the organisation, also with several devices and after a start', async () => {
  const { organisationId, admin } = await administered();
  const customer = () => makeUser(platform, { role: 'owner', organisationId });
  const [flooding, honest] = [await customer(), await customer()];
  const [one, two] = [
    await inStation(organisationId, flooding.id),
    await inStation(organisationId, flooding.id),
  ];
  const [theirs, nobodys] = [
    await inStation(organisationId, honest.id),
    await inStation(organisationId, null),
  ];
  let stored = 0;
  for (let n = 0; n < 100; n += 1) {
    const device = n % 2 === 0 ? one : two;
    if (refusal(device)) continue;
    quota.count(samplesOf(device, 1));
    stored += 1;
  }
  // Half of the day and a quarter of what is left then.
  expect(stored).toBe(60);
  expect(refusal(one)).toEqual({ key: 'quotaReached', limit: 10, retryAfter: expect.any(Number) });
  expect([refusal(theirs), refusal(nobodys), refusal(one, quota, 'import')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await quota.flush();
  const told = await platform.db
    .selectFrom('outbox')
    .select('template')
    .where('recipient', '=', admin.email!)
    .execute();
  expect(told.map(({ template }) => template)).toEqual(['dayQuotaNear']);
  const started = await openSampleQuota(platform, fleet);
  expect([refusal(two, started)?.key, refusal(theirs, started)]).toEqual(['quotaReached', undefined]);
  await started.stop();
  platform.clock.advance(DAY_MS);
  expect(refusal(one)).toBeUndefined();
});

test('however many owners bring all they can, each other one has a quarter of what they leave', async () => {
  const { organisationId } = await administered();
  const devices = [];
  for (let n = 0; n < 6; n += 1) {
    const owner = await makeUser(platform, { role: 'owner', organisationId });
    devices.push(await inStation(organisationId, owner.id));
  }
  const honest = devices.pop()!;
  let stored = 0;
  for (let round = 0; round < 100; round += 1)
    for (const device of devices) {
      if (refusal(device)) continue;
      quota.count(samplesOf(device, 1));
      stored += 1;
    }
  expect(devices.map((device) => refusal(device)?.key)).toEqual(Array(5).fill('quotaReached'));
  expect(stored).toBeLessThan(80);
  let theirs = 0;
  for (; theirs < 100 && !refusal(honest); theirs += 1) quota.count(samplesOf(honest, 1));
  expect(theirs).toBeGreaterThanOrEqual(4);
  platform.clock.advance(DAY_MS);
});

test('who alone has stations in an organisation has its whole day', async () => {
  const { organisationId } = await administered();
  const owner = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const device = await inStation(organisationId, owner.id);
  quota.count(samplesOf(device, 45));
  await quota.flush();
  quota.count(samplesOf(device, 54));
  expect(refusal(device)).toBeUndefined();
  quota.count(samplesOf(device, 1));
  expect(refusal(device)).toMatchObject({ key: 'quotaReached', limit: 100 });
});
