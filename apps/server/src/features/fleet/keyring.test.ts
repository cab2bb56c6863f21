import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { createIngestKey } from '../organisations/index.ts';
import { createKeyring } from './keyring.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const context = { actor: systemActor, address: null };

async function withKey() {
  const { id: organisationId, code } = await makeOrganisation(platform);
  const { id, key } = await createIngestKey(platform, context, { organisationId, name: 'agent' });
  const row = () =>
    platform.db.selectFrom('ingestKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const remove = () => platform.db.deleteFrom('ingestKeys').where('id', '=', id).execute();
  return { organisationId, code, key, row, remove };
}

test('a key is remembered for a minute, so what another server deleted ends soon; a new one works at once', async () => {
  const keyring = createKeyring(platform.db, platform.clock);
  const { organisationId, code, key, remove } = await withKey();
  expect(await keyring.organisationOf(`${key}x`)).toBeUndefined();
  expect(await keyring.organisationOf(key)).toMatchObject({ id: organisationId, code });
  await remove();
  expect(await keyring.organisationOf(key)).toMatchObject({ code });
  platform.clock.advance(60_001);
  expect(await keyring.organisationOf(key)).toBeUndefined();
});

test('what was forgotten is asked anew, also what was being read meanwhile', async () => {
  const keyring = createKeyring(platform.db, platform.clock);
  const { key, remove } = await withKey();
  await keyring.organisationOf(key);
  const reading = createKeyring(platform.db, platform.clock);
  const early = reading.organisationOf(key);
  reading.forget();
  expect(await early).toBeDefined();
  await remove();
  keyring.forget();
  expect(await keyring.organisationOf(key)).toBeUndefined();
  expect(await reading.organisationOf(key)).toBeUndefined();
});

test('the use of a key is noted to the minute', async () => {
  const keyring = createKeyring(platform.db, platform.clock);
  const { key, row } = await withKey();
  expect((await row()).lastUsedAt).toBeNull();
  const first = platform.clock.now();
  await keyring.organisationOf(key);
  platform.clock.advance(30_000);
  keyring.forget();
  await keyring.organisationOf(key);
  expect((await row()).lastUsedAt?.getTime()).toBe(first);
  platform.clock.advance(30_000);
  await keyring.organisationOf(key);
  await keyring.organisationOf(key);
  keyring.forget();
  await keyring.organisationOf(key);
  expect((await row()).lastUsedAt?.getTime()).toBe(first + 60_000);
});
