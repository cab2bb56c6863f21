import { afterAll, expect, test } from 'vitest';
import { openAccounts, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { eraseDue } from './erase-accounts.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, call, person } = await openAccounts(
  platform,
  registerCancellationRoutes,
  registerGrantsRoutes,
  registerOrganisationsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const FIFTEEN_DAYS = 15 * 86_400_000;
const rowOf = (table: 'users' | 'devices' | 'organisations', id: number) =>
  db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

async function cancel(me: SignedIn, stations: object[] = []) {
  const validateCode = await makeCode(platform, { target: me.email, purpose: 'cancelAccount' });
  const body = { validateCode, stations };
  expect((await call('/ups/user/cancellation', { body, bearer: me.token })).code).toBe(200);
}

test('keys of an organisation that has nobody else end, what they brought goes with them, and the organisation too', async () => {
  const { id: own } = await makeOrganisation(platform);
  const me = await person({ role: 'organisationAdmin', organisationId: own });
  const key = await call('/ingest-keys', { body: { name: 'Agent' }, bearer: me.token });
  expect(key.code).toBe(200);
  const device = await makeDevice(platform, { organisationId: own, name: 'Garage' });
  await cancel(me);
  clock.advance(FIFTEEN_DAYS);
  await eraseDue(platform);
  expect(await rowOf('users', me.id)).toBeUndefined();
  expect(await rowOf('organisations', own)).toBeUndefined();
  expect(await rowOf('devices', device.id)).toMatchObject({ organisationId: null, name: null });
  const waiting = db.selectFrom('devicesToForget').select('sn').where('deviceId', '=', device.id);
  expect(await waiting.execute()).toEqual([{ sn: device.sn }]);
});

test('those of one that keeps a station end, and of one that somebody else looks after none does', async () => {
  const ends = async (stays: 'nobody' | 'somebody') => {
    const { id: own } = await makeOrganisation(platform);
    const me = await person({ role: 'organisationAdmin', organisationId: own });
    if (stays === 'somebody') await person({ role: 'organisationAdmin', organisationId: own });
    const station = await makeStation(platform, { organisationId: own, ownerId: me.id });
    const device = await makeDevice(platform, { organisationId: own });
    expect((await call('/ingest-keys', { body: { name: 'Agent' }, bearer: me.token })).code).toBe(200);
    const to = await person();
    await cancel(me, [{ id: station.id, fate: 'transfer', to: to.email }]);
    clock.advance(FIFTEEN_DAYS);
    await eraseDue(platform);
    expect(await rowOf('organisations', own)).toBeDefined();
    const keys = await db.selectFrom('ingestKeys').select('id').where('organisationId', '=', own).execute();
    return {
      keys: keys.length,
      device: (await rowOf('devices', device.id)) as { organisationId: number },
      own,
    };
  };
  const left = await ends('nobody');
  expect([left.keys, left.device.organisationId]).toEqual([0, null]);
  const kept = await ends('somebody');
  expect([kept.keys, kept.device.organisationId]).toEqual([1, kept.own]);
});
