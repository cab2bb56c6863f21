import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ageOrganisation } from '../../../test/age-organisation.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { requireNewcomersRoom } from './require-newcomers-room.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const MEGABYTE = 1024 * 1024;

async function makeOld(): Promise<number> {
  const { id } = await makeOrganisation(platform);
  await ageOrganisation(platform, id);
  return id;
}

const ask = (organisationId: number | null, bytes: number, free: number | undefined) =>
  requireNewcomersRoom(
    db,
    { freeBytes: () => Promise.resolve(free) },
    { organisationId, bytes, now: clock.now() },
  );

test('new organisations keep a quarter of the disk together, others are not asked', async () => {
  const [one, another, old] = [
    await makeOrganisation(platform),
    await makeOrganisation(platform),
    await makeOld(),
  ];
  const keep = (organisationId: number, bytes: number) =>
    db
      .insertInto('importFiles')
      .values({ fileId: randomUUID(), userId: null, organisationId, bytes, createdAt: new Date(clock.now()) })
      .execute();
  await keep(old, 900 * MEGABYTE);
  await keep(one.id, 3 * MEGABYTE);
  // 3 of 16 MB are used.
  await ask(another.id, MEGABYTE, 13 * MEGABYTE);
  for (const newcomer of [one.id, another.id, null])
    await expect(ask(newcomer, MEGABYTE + 1, 13 * MEGABYTE)).rejects.toMatchObject({ key: 'newcomersFull' });
  await ask(old, 500 * MEGABYTE, 13 * MEGABYTE);
  // Where nobody knows how much is free, as in a store of objects, nothing is asked.
  await ask(one.id, 500 * MEGABYTE, undefined);
});
