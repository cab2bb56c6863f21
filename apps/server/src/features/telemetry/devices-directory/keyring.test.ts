import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation } from '../../../../test/makers.ts';
import { systemActor } from '../../../platform/actor.ts';
import { createIngestKey } from '../../organisations/index.ts';
import { createKeyring } from './keyring.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a key is remembered for a minute, so a deleted one ends soon; a new one works at once', async () => {
  const keyring = createKeyring(platform.db, platform.clock);
  const { id: organisationId, code } = await makeOrganisation(platform);
  const context = { actor: systemActor, address: null };
  const { id, key } = await createIngestKey(platform, context, { organisationId, name: 'agent' });
  expect(await keyring.organisationOf(`${key}x`)).toBeUndefined();
  expect(await keyring.organisationOf(key)).toMatchObject({ id: organisationId, code });
  await platform.db.deleteFrom('ingestKeys').where('id', '=', id).execute();
  expect(await keyring.organisationOf(key)).toMatchObject({ code });
  platform.clock.advance(60_001);
  expect(await keyring.organisationOf(key)).toBeUndefined();
});
