import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { createTurns } from '../../platform/turns.ts';
import { createIngestKey } from '../organisations/index.ts';
import { createKeyring } from './keyring.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const inTurns = () => createTurns({ atOnce: 2, ofOne: 1 });

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
  const keyring = createKeyring(platform.db, platform.clock, inTurns());
  const { organisationId, code, key, remove } = await withKey();
  expect(await keyring.organisationOf(`${key}x`)).toBeUndefined();
  expect(await keyring.organisationOf(key)).toMatchObject({ id: organisationId, code });
  await remove();
  expect(await keyring.organisationOf(key)).toMatchObject({ code });
  platform.clock.advance(60_001);
  expect(await keyring.organisationOf(key)).toBeUndefined();
});

test('what was forgotten is asked anew, also what was being read meanwhile', async () => {
  const keyring = createKeyring(platform.db, platform.clock, inTurns());
  const { key, remove } = await withKey();
  await keyring.organisationOf(key);
  const reading = createKeyring(platform.db, platform.clock, inTurns());
  const early = reading.organisationOf(key);
  reading.forget();
  expect(await early).toBeDefined();
  await remove();
  keyring.forget();
  expect(await keyring.organisationOf(key)).toBeUndefined();
  expect(await reading.organisationOf(key)).toBeUndefined();
});

test('the use of a key is noted to the minute', async () => {
  const keyring = createKeyring(platform.db, platform.clock, inTurns());
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

/** Counts the queries that a keyring makes. */
function counting() {
  const asked = { queries: 0 };
  const db = platform.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') asked.queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { asked, keyring: createKeyring(db, platform.clock, inTurns()) };
}
const guess = () => `sfk_${randomBytes(32).toString('base64url')}`;
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (found) => (found ? 'found' : 'wrong'),
    (error: { key: string }) => error.key,
  );

test('a thousand guessed keys of one network cost thirty queries, and one key shown again costs none', async () => {
  const { asked, keyring } = counting();
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, () => outcomeOf(keyring.organisationOf(guess(), '203.0.113.5'))),
  );
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(30);
  expect(outcomes.filter((outcome) => outcome === 'tooManyRequests')).toHaveLength(970);
  expect(asked.queries).toBe(30);
  const wrong = guess();
  for (let n = 0; n < 10; n += 1)
    expect(await outcomeOf(keyring.organisationOf(wrong, '203.0.113.6'))).toBe('wrong');
  expect(asked.queries).toBe(31);
});

test('right keys of a network that others guess from go on, known ones at once and new ones soon', async () => {
  const { keyring } = counting();
  const network = '203.0.113.7';
  const [old, fresh] = [await withKey(), await withKey()];
  expect(await outcomeOf(keyring.organisationOf(old.key, network))).toBe('found');
  const flood = async () => {
    for (let n = 0; n < 40; n += 1) await outcomeOf(keyring.organisationOf(guess(), network));
  };
  await flood();
  expect(await outcomeOf(keyring.organisationOf(old.key, network))).toBe('found');
  keyring.forget();
  expect(await outcomeOf(keyring.organisationOf(old.key, network))).toBe('found');
  expect(await outcomeOf(keyring.organisationOf(fresh.key, network))).toBe('tooManyRequests');
  expect(await outcomeOf(keyring.organisationOf(fresh.key, '203.0.113.8'))).toBe('found');
  const { key } = await withKey();
  expect(await outcomeOf(keyring.organisationOf(key, network))).toBe('tooManyRequests');
  platform.clock.advance(1000);
  expect(await outcomeOf(keyring.organisationOf(key, network))).toBe('found');
});

test('a hundred right keys that come from one network at the same moment all pass', async () => {
  const { keyring } = counting();
  const keys = await Promise.all(Array.from({ length: 100 }, withKey));
  const outcomes = await Promise.all(
    keys.map(({ key }) => outcomeOf(keyring.organisationOf(key, '203.0.113.9'))),
  );
  expect(outcomes.every((outcome) => outcome === 'found')).toBe(true);
});
