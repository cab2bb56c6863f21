import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { findPersonalOrganisation } from '../../organisations/index.ts';
import { registerMembersRoutes } from '../index.ts';

const platform = await testPlatform();
const { db } = platform;
const api = await openApi(platform, registerMembersRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

type Ask = Awaited<ReturnType<typeof api.as>>;

/** An organisation of the type personal, as whoever founds one may choose. */
async function ofTypePersonal() {
  const { id } = await makeOrganisation(platform);
  await db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', id).execute();
  const member = (role: 'organisationAdmin' | 'installer' | 'owner' | 'internalReadOnly') =>
    makeUser(platform, { role, organisationId: id });
  return { id, member };
}

const invite = (ask: Ask, id: number) =>
  ask.post(`/organisations/${id}/invites`, { role: 'internalReadOnly', maxUses: 9 });

async function join(code: string) {
  const { member } = await ofTypePersonal();
  return (await (await api.as(await member('owner'))).post('/invites/join', { code })).error;
}

test('a customer of a business of the type personal lets nobody look at what others have there', async () => {
  const business = await ofTypePersonal();
  await business.member('organisationAdmin');
  const customer = await api.as(await business.member('owner'));
  expect((await invite(customer, business.id)).error).toBe('moreThanHeld');
});

test('an invitation to look at what one person has is void once others have something there', async () => {
  const { id, member } = await ofTypePersonal();
  const { data } = await invite(await api.as(await member('owner')), id);
  expect(await join(data.code)).toBeUndefined();
  const { id: other } = await member('owner');
  expect(await join(data.code)).toBe('inviteNotFound');
  await db.updateTable('users').set({ organisationId: null }).where('id', '=', other).execute();
  expect(await join(data.code)).toBeUndefined();
});

test('an organisation that its holder left is nobody’s own who only looked at it', async () => {
  const { id, member } = await ofTypePersonal();
  const holder = await member('owner');
  const viewer = await member('internalReadOnly');
  expect(await findPersonalOrganisation(db, holder.id)).toBe(id);
  expect(await findPersonalOrganisation(db, viewer.id)).toBeUndefined();
  await db.deleteFrom('users').where('id', '=', holder.id).execute();
  expect(await findPersonalOrganisation(db, viewer.id)).toBeUndefined();
});
