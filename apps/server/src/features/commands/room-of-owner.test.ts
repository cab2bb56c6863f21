import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { createCommandBook } from '../links/index.ts';

const HOUR = 3_600_000;
const platform = await testPlatform({
  SUNFLEET_COMMANDS_PER_PERSON: '6',
  SUNFLEET_COMMANDS_PER_ORGANISATION: '20',
});
afterAll(() => platform.stop());
const book = createCommandBook(platform);

interface Made {
  id: number;
}

async function fate(user: Made, device: Made): Promise<string> {
  const actor = (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() }))!;
  const decided = await book.open({
    to: { actor, deviceId: device.id },
    request: { type: 'command', name: 'standby', params: {} },
    timeoutMs: 1000,
    idempotencyKey: randomUUID(),
  });
  return 'failure' in decided ? decided.failure : 'sent';
}

/** Somebody with an organisation of their own, to whom commands on a station were granted. */
async function helperAt(stationId: number): Promise<Made> {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'owner', organisationId });
  const now = platform.clock.now();
  const [beginsAt, endsAt] = [new Date(now - 1000), new Date(now + 24 * HOUR)];
  const grant = await platform.db
    .insertInto('grants')
    .values({
      state: 'accepted',
      toUserId: user.id,
      role: 'operator',
      commands: true,
      beginsAt,
      endsAt,
      createdAt: beginsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: grant.id, stationId }).execute();
  return user;
}

async function stationOf(owner: Made, organisationId: number) {
  const station = await makeStation(platform, { organisationId, ownerId: owner.id });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  return { owner, station, device };
}

async function installerWithCustomers() {
  const { id: organisationId } = await makeOrganisation(platform);
  const customer = () => makeUser(platform, { role: 'owner', organisationId });
  return {
    installer: await makeUser(platform, { role: 'installer', organisationId }),
    one: await stationOf(await customer(), organisationId),
    other: await stationOf(await customer(), organisationId),
  };
}

/** What becomes of as many commands of each as one person may send. */
async function allOf(people: readonly Made[], device: Made): Promise<number> {
  let sent = 0;
  for (const person of people)
    for (let nth = 0; nth < 6; nth += 1) if ((await fate(person, device)) === 'sent') sent += 1;
  return sent;
}

test('an owner with however many accounts leaves an organisation a part of the commands of its hour', async () => {
  const { installer, one, other } = await installerWithCustomers();
  const helpers = [
    await helperAt(one.station.id),
    await helperAt(one.station.id),
    await helperAt(one.station.id),
  ];
  const sent = await allOf([one.owner, ...helpers], one.device);
  expect(sent).toBe(12);
  expect(await fate(other.owner, other.device)).toBe('sent');
  // Who works for the organisation is bound by the room of all alone, also at the devices of that owner.
  expect(await fate(installer, one.device)).toBe('sent');
  expect(await fate(installer, other.device)).toBe('sent');
  platform.clock.advance(HOUR);
  expect(await fate(one.owner, one.device)).toBe('sent');
});

test('whose stations are alone in an organisation has all of its commands', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const one = await stationOf(await makeUser(platform, { role: 'owner', organisationId }), organisationId);
  const helpers = [
    await helperAt(one.station.id),
    await helperAt(one.station.id),
    await helperAt(one.station.id),
  ];
  expect(await allOf([one.owner, ...helpers], one.device)).toBe(20);
});
