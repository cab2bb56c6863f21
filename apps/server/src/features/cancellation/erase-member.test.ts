import { afterAll, expect, test } from 'vitest';
import { openAccounts, type SignedIn } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeCode, makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { eraseDue } from './erase-accounts.ts';
import { registerCancellationRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, call, person } = await openAccounts(platform, registerCancellationRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const FIFTEEN_DAYS = 15 * 86_400_000;

/** A business of the type personal that looks after the station of a customer. */
async function business() {
  const { id } = await makeOrganisation(platform);
  const details = { type: 'personal', name: 'Jo’s roofs', bankName: 'Bank', bankAccount: 'DE00' } as const;
  await db.updateTable('organisations').set(details).where('id', '=', id).execute();
  await person({ role: 'organisationAdmin', organisationId: id });
  const customer = await person({ role: 'owner', organisationId: id });
  const station = await makeStation(platform, { organisationId: id, ownerId: customer.id });
  const device = await makeDevice(platform, { organisationId: id, stationId: station.id });
  return { id, customer, station, device };
}

async function cancel(me: SignedIn) {
  const validateCode = await makeCode(platform, { target: me.email, purpose: 'cancelAccount' });
  const asked = await call('/ups/user/cancellation', {
    body: { validateCode, stations: [] },
    bearer: me.token,
  });
  expect(asked.code).toBe(200);
  clock.advance(FIFTEEN_DAYS);
  await eraseDue(platform);
}

test.each(['internalReadOnly', 'installer', 'owner'] as const)(
  'stations of others stay in the business that %s leaves',
  async (role) => {
    const { id, station, device } = await business();
    const me = await person({ role, organisationId: id });
    await cancel(me);
    const left = await db.selectFrom('users').select('id').where('id', '=', me.id).execute();
    expect(left).toEqual([]);
    const rows = [
      await db.selectFrom('stations').select('organisationId').where('id', '=', station.id).execute(),
      await db.selectFrom('devices').select('organisationId').where('id', '=', device.id).execute(),
    ];
    expect(rows.flat()).toEqual([{ organisationId: id }, { organisationId: id }]);
    const details = db.selectFrom('organisations').select(['name', 'bankName']).where('id', '=', id);
    expect(await details.execute()).toEqual([{ name: 'Jo’s roofs', bankName: 'Bank' }]);
  },
);

test('stations of viewers’ hosts stay where their superior looks after them', async () => {
  const superior = await makeOrganisation(platform);
  const { id } = await makeOrganisation(platform, superior);
  await db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', id).execute();
  const host = await person({ role: 'owner', organisationId: id });
  const station = await makeStation(platform, { organisationId: id, ownerId: host.id });
  await cancel(await person({ role: 'internalReadOnly', organisationId: id }));
  const rows = db.selectFrom('stations').select('organisationId').where('id', '=', station.id);
  expect(await rows.execute()).toEqual([{ organisationId: id }]);
});

test('a business of the type personal is offered to keep the station of a customer who leaves', async () => {
  const { customer, station } = await business();
  const { data } = await call('/ups/user/cancellation', { bearer: customer.token });
  expect(data.stations).toMatchObject([{ id: station.id, organisation: 'Jo’s roofs' }]);
});

test('customers of a business of the type personal get no details of it with their own account', async () => {
  const { customer } = await business();
  const { body } = await server.app.inject({
    url: '/api/ups/user/export',
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect(JSON.parse(body).organisation).toMatchObject({ name: 'Jo’s roofs', type: 'personal' });
  expect(body).not.toContain('DE00');
  const { id } = await makeOrganisation(platform);
  await db
    .updateTable('organisations')
    .set({ type: 'personal', bankAccount: 'DE11' })
    .where('id', '=', id)
    .execute();
  const own = await server.app.inject({
    url: '/api/ups/user/export',
    headers: { authorization: `Bearer ${(await person({ organisationId: id })).token}` },
  });
  expect(own.body).toContain('DE11');
});
