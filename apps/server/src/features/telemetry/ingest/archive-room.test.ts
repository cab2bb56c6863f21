import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { createArchiveRoom } from './archive-room.ts';

const MB = 1024 * 1024;
const DAY_MS = 86_400_000;

const platform = await testPlatform();
platform.clock.set(Date.UTC(2026, 5, 1, 12));
const servers = [createArchiveRoom(platform), createArchiveRoom(platform)] as const;
const [room, other] = servers;
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()));
  await platform.stop();
});

/** An organisation that somebody administers. */
async function owner() {
  const { id: organisationId } = await makeOrganisation(platform);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  return { admin, payer: { share: `organisation ${organisationId}`, organisationId } };
}

const messagesTo = (recipient: string | null) =>
  platform.db.selectFrom('outbox').select(['template', 'body']).where('recipient', '=', recipient!).execute();

test('a sender of raw frames has one share of the day at all servers together, not one at each', async () => {
  const { payer } = await owner();
  expect(room.take(payer, 60 * MB)).toBe(true);
  await room.flush();
  expect(other.take(payer, MB)).toBe(true);
  await other.flush();
  expect(other.take(payer, 4 * MB)).toBe(false);
  expect(other.take(payer, 3 * MB)).toBe(true);
  expect(other.take((await owner()).payer, 60 * MB)).toBe(true);
});

test('a server that is started again goes on with the share of the day, and the next day begins with a whole one', async () => {
  const { payer } = await owner();
  const before = createArchiveRoom(platform);
  expect(before.take(payer, 63 * MB)).toBe(true);
  await before.stop();
  const again = createArchiveRoom(platform);
  expect(again.take(payer, 1)).toBe(true);
  await again.flush();
  expect(again.take(payer, MB)).toBe(false);
  platform.clock.advance(DAY_MS);
  expect(again.take(payer, 63 * MB)).toBe(true);
  await again.stop();
});

test('what is archived is no sample: the samples of the organisation and of its day stay as they are', async () => {
  const { payer } = await owner();
  room.take(payer, MB);
  await room.flush();
  const rows = await platform.db
    .selectFrom('sampleDays')
    .select(['share', 'samples'])
    .where('organisationId', '=', payer.organisationId)
    .execute();
  expect(rows).toEqual([]);
});

test('administrators hear once a day that messages were acknowledged and not kept, whichever servers drop them', async () => {
  const { payer, admin } = await owner();
  for (const server of servers) {
    server.take(payer, 63 * MB);
    await server.flush();
    expect(server.take(payer, 63 * MB)).toBe(false);
    await server.flush();
  }
  expect(await messagesTo(admin.email)).toMatchObject([
    { template: 'archiveFull', body: expect.stringContaining('more than 64 MB') },
  ]);
  platform.clock.advance(DAY_MS);
  room.take(payer, 63 * MB);
  room.take(payer, 63 * MB);
  await room.flush();
  expect(await messagesTo(admin.email)).toHaveLength(2);
});
