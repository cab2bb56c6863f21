import { afterAll, describe, expect, test, vi } from 'vitest';
import { openAccounts, PASSWORD, type SignedIn } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeHoldings } from '../../../../test/make-holdings.ts';
import { makeDevice, makeInvite, makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { waitingForLocks } from '../../../../test/waiting-for-locks.ts';
import { openFleet } from '../../fleet/index.ts';

const platform = await testPlatform();
const { server, call, person, auditOf } = await openAccounts(platform);
const { db } = platform;
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const change = (me: SignedIn, body: object) =>
  call('/ups/user/accountType', { body: { password: PASSWORD, ...body }, bearer: me.token });
const toProfessional = (me: SignedIn, how: object = { organization: { name: 'New merchant' } }) =>
  change(me, { accountType: 'professional', ...how });
const toPersonal = (me: SignedIn) => change(me, { accountType: 'personal' });
const rowOf = ({ id }: SignedIn) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const organisation = (id: number | null) =>
  db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst();

async function owner() {
  const own = await makeOrganisation(platform);
  await db.updateTable('organisations').set({ type: 'personal' }).where('id', '=', own.id).execute();
  return { own, me: await person({ role: 'owner', organisationId: own.id }) };
}

async function administrator() {
  const merchant = await makeOrganisation(platform);
  return { merchant, me: await person({ role: 'organisationAdmin', organisationId: merchant.id }) };
}

describe('to professional', () => {
  test('founds an organisation, takes stations and devices along, ends every session and tells it', async () => {
    const { me, own } = await owner();
    const station = await makeStation(platform, { organisationId: own.id, ownerId: me.id });
    const device = await makeDevice(platform, { organisationId: own.id, stationId: station.id });
    let changes = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (changes += 1));
    expect((await toProfessional(me, { organization: { name: 'Sun Merchant', taxId: 'T1' } })).code).toBe(
      200,
    );
    end();
    expect(changes).toBe(1);
    expect((await call('/ups/user/personalInfo', { bearer: me.token })).code).toBe(401);
    const user = await rowOf(me);
    expect(user).toMatchObject({ accountType: 'professional', role: 'organisationAdmin', roleId: null });
    expect(await organisation(user.organisationId)).toMatchObject({
      name: 'Sun Merchant',
      taxId: 'T1',
      type: 'enterprise',
    });
    expect(await organisation(own.id)).toBeUndefined();
    const moved = { organisationId: user.organisationId };
    expect(
      await db.selectFrom('stations').selectAll().where('id', '=', station.id).executeTakeFirst(),
    ).toMatchObject({ ...moved, ownerId: me.id });
    expect(
      await db.selectFrom('devices').selectAll().where('id', '=', device.id).executeTakeFirst(),
    ).toMatchObject(moved);
    const audit = await auditOf(me.id);
    expect(audit.map(({ action }) => action)).toContain('accounts.switchType');
    const founded = audit.find(({ action }) => action === 'organisations.create');
    expect(founded).toMatchObject({ ...moved, objectId: String(user.organisationId) });
    expect(founded!.after).toEqual({ type: 'enterprise', superior: null });
  });

  test('components that designs name, SIM cards and points come along, and servers hear whose devices are', async () => {
    const { me, own } = await owner();
    const { id: organisationId } = own;
    const station = await makeStation(platform, { organisationId, ownerId: me.id });
    const device = await makeDevice(platform, { organisationId, stationId: station.id });
    const fleet = await openFleet(platform);
    const sheet = {
      organisationId,
      kind: 'module',
      manufacturer: 'Maker',
      model: 'M1',
      sheet: '{}',
    } as const;
    const { id: componentId } = await db
      .insertInto('components')
      .values(sheet)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('designComponents').values({ stationId: station.id, componentId }).execute();
    await makeHoldings(platform, organisationId);
    expect((await toProfessional(me)).code).toBe(200);
    const to = (await rowOf(me)).organisationId!;
    for (const table of ['components', 'simCards', 'pointDescriptions', 'pointRecordings'] as const)
      expect(
        await db.selectFrom(table).select('organisationId').where('organisationId', '=', to).execute(),
        table,
      ).toHaveLength(1);
    expect(await organisation(organisationId)).toBeUndefined();
    await vi.waitFor(() => expect(fleet.entry(device.id)?.organisationId).toBe(to));
    await fleet.stop();
  });

  test('what the platform stopped stays stopped, and limits hold on', async () => {
    const { me, own } = await owner();
    const rules = {
      stoppedAt: new Date(platform.clock.now()),
      stopReason: 'A stolen account',
      stoppedByPlatform: true,
      writesPerPerson: 3,
    };
    await db
      .insertInto('commandRules')
      .values({ organisationId: own.id, ...rules })
      .execute();
    const limits = { samplesPerDay: 1000, samplesStored: 50_000 };
    await db.updateTable('organisations').set(limits).where('id', '=', own.id).execute();
    expect((await toProfessional(me)).code).toBe(200);
    const { organisationId } = await rowOf(me);
    const next = db.selectFrom('commandRules').selectAll().where('organisationId', '=', organisationId);
    expect(await next.executeTakeFirst()).toMatchObject(rules);
    expect(await organisation(organisationId)).toMatchObject(limits);
  });

  test('labels come along with what carries them, but for those on what others have there', async () => {
    const { me, own } = await owner();
    const station = await makeStation(platform, { organisationId: own.id, ownerId: me.id });
    const device = await makeDevice(platform, { organisationId: own.id, stationId: station.id });
    const guest = await person({ role: 'owner' });
    const ofGuest = await makeStation(platform, { organisationId: own.id, ownerId: guest.id });
    const label = async (name: string) =>
      (
        await db
          .insertInto('labels')
          .values({ organisationId: own.id, name, color: '#445566' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [roof, inverter, shared] = [await label('Roof'), await label('Inverter'), await label('Shared')];
    const carrying = [
      { stationId: station.id, labelId: roof },
      { stationId: ofGuest.id, labelId: shared },
    ];
    await db.insertInto('stationLabels').values(carrying).execute();
    await db.insertInto('deviceLabels').values({ deviceId: device.id, labelId: inverter }).execute();
    expect((await toProfessional(me)).code).toBe(200);
    const { organisationId } = await rowOf(me);
    const labels = await db
      .selectFrom('labels')
      .select(['id', 'organisationId'])
      .where('id', 'in', [roof, inverter, shared])
      .orderBy('id')
      .execute();
    expect(labels).toEqual([
      { id: roof, organisationId },
      { id: inverter, organisationId },
      { id: shared, organisationId: own.id },
    ]);
    const carried = await db
      .selectFrom('stationLabels')
      .select('labelId')
      .where('stationId', '=', station.id)
      .execute();
    expect(carried).toEqual([{ labelId: roof }]);
  });

  test('prices come along, so that somebody can change by which ones the stations go on', async () => {
    const { me, own } = await owner();
    const station = await makeStation(platform, { organisationId: own.id, ownerId: me.id });
    const tariff = { ownerId: me.id, name: 'Night', currency: 'EUR', versions: '[]' };
    const { id: tariffId } = await db
      .insertInto('tariffs')
      .values(tariff)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('stationTariffs')
      .values({ stationId: station.id, fromDay: '-infinity', tariffId })
      .execute();
    const rate = { ownerId: me.id, currency: 'USD', day: '2026-01-01', rate: 0.9, intoCurrency: 'EUR' };
    await db.insertInto('exchangeRates').values(rate).execute();
    expect((await toProfessional(me)).code).toBe(200);
    const { organisationId } = await rowOf(me);
    const kept = { organisationId, ownerId: null };
    const tariffs = db.selectFrom('tariffs').selectAll().where('id', '=', tariffId);
    expect(await tariffs.execute()).toMatchObject([kept]);
    const rates = db.selectFrom('exchangeRates').selectAll().where('organisationId', '=', organisationId);
    expect(await rates.execute()).toMatchObject([{ ...kept, currency: 'USD' }]);
  });

  test('devices of a station that its next owner accepts at the same moment go with it', async () => {
    const { me, own } = await owner();
    const { id: stationId } = await makeStation(platform, { organisationId: own.id, ownerId: me.id });
    const device = await makeDevice(platform, { organisationId: own.id, stationId });
    const next = await owner();
    const gate = await platform.pool.connect();
    await gate.query('BEGIN');
    await gate.query('SELECT FROM stations WHERE id = $1 FOR UPDATE', [stationId]);
    await gate.query('UPDATE stations SET owner_id = $1, organisation_id = $2 WHERE id = $3', [
      next.me.id,
      next.own.id,
      stationId,
    ]);
    await gate.query('UPDATE devices SET organisation_id = $1 WHERE station_id = $2', [
      next.own.id,
      stationId,
    ]);
    const changing = toProfessional(me);
    await vi.waitUntil(async () => (await waitingForLocks(platform)) === 1);
    await gate.query('COMMIT');
    gate.release();
    expect((await changing).code).toBe(200);
    const rows = db.selectFrom('devices').select('organisationId').where('id', '=', device.id);
    expect(await rows.execute()).toEqual([{ organisationId: next.own.id }]);
  });

  test('what was unbound lately stays theirs to bind again, and closed to strangers', async () => {
    const { me, own } = await owner();
    const device = await makeDevice(platform, {
      freedFrom: own.id,
      freedOwner: me.id,
      freedAt: new Date(platform.clock.now()),
    });
    expect((await toProfessional(me)).code).toBe(200);
    const { freedFrom } = await db
      .selectFrom('devices')
      .select('freedFrom')
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(freedFrom).toBe((await rowOf(me)).organisationId);
  });

  test('joins by an invitation, in the role it gives; a used or invented one leads nowhere', async () => {
    const { me, own } = await owner();
    const invite = await makeInvite(platform, { role: 'installer' });
    expect((await toProfessional(me, { inviteCode: invite.code })).code).toBe(200);
    expect(await rowOf(me)).toMatchObject({
      accountType: 'professional',
      role: 'installer',
      organisationId: invite.organisationId,
    });
    expect(await organisation(own.id)).toBeUndefined();
    const { me: other } = await owner();
    expect((await toProfessional(other, { inviteCode: invite.code })).error).toBe('inviteNotFound');
    expect((await toProfessional(other, { inviteCode: 'NOSUCHCODE' })).error).toBe('inviteNotFound');
    expect((await call('/ups/user/personalInfo', { bearer: other.token })).code).toBe(200);
  });

  test('stations that would get out of sight are to be handed over first', async () => {
    const { me, own } = await owner();
    await makeStation(platform, { organisationId: own.id, ownerId: me.id });
    const invite = await makeInvite(platform);
    const joining = await toProfessional(me, { inviteCode: invite.code });
    expect(joining.error).toBe('memberOwnsStations');
    expect(joining.msg).toContain('1');
    await makeStation(platform, { ownerId: me.id });
    expect((await toProfessional(me)).error).toBe('memberOwnsStations');
    expect(await rowOf(me)).toMatchObject({ accountType: 'personal', organisationId: own.id });
    const unused = await db
      .selectFrom('invites')
      .select('uses')
      .where('id', '=', invite.id)
      .executeTakeFirst();
    expect(unused?.uses).toBe(0);
  });

  test('needs the password and where to', async () => {
    const { me } = await owner();
    expect((await toProfessional(me, { password: 'Wrong-Horse-1' })).error).toBe('wrongPassword');
    expect(await toProfessional(me, {})).toMatchObject({
      error: 'invalidInput',
      fields: [{ path: 'body.organization.name' }],
    });
    expect(await toProfessional(me, { organization: { name: ' ' } })).toMatchObject({
      error: 'invalidInput',
      fields: [{ path: 'body.organization.name' }],
    });
    expect((await change(me, { accountType: 'other' })).error).toBe('invalidInput');
    expect((await call('/ups/user/accountType', { body: {} })).code).toBe(401);
  });
});

describe('to personal', () => {
  test('ends the ingest keys of an organisation that has nobody else', async () => {
    const { me, merchant } = await administrator();
    await makeDevice(platform, { organisationId: merchant.id });
    const key = {
      organisationId: merchant.id,
      name: 'Agent',
      keyHash: Buffer.from(me.email),
      prefix: 'sfk_',
    };
    await db.insertInto('ingestKeys').values(key).execute();
    expect((await toPersonal(me)).code).toBe(200);
    expect(await organisation(merchant.id)).toBeDefined();
    const keys = db.selectFrom('ingestKeys').select('id').where('organisationId', '=', merchant.id);
    expect(await keys.execute()).toEqual([]);
  });

  test('leaves the organisation for one of its own and goes on as owner', async () => {
    const { merchant } = await administrator();
    const me = await person({ role: 'installer', organisationId: merchant.id, accountType: 'professional' });
    expect((await toPersonal(me)).code).toBe(200);
    const user = await rowOf(me);
    expect(user).toMatchObject({ accountType: 'personal', role: 'owner', roleId: null });
    expect(user.organisationId).not.toBe(merchant.id);
    expect(await organisation(user.organisationId)).toMatchObject({ type: 'personal' });
    const founded = (await auditOf(me.id)).find(({ action }) => action === 'organisations.create');
    expect(founded).toMatchObject({ objectId: String(user.organisationId), after: { type: 'personal' } });
    expect((await call('/ups/user/personalInfo', { bearer: me.token })).code).toBe(401);
  });

  test('the last administrator stays while others are there; alone, the organisation goes', async () => {
    const { me, merchant } = await administrator();
    const member = await person({ role: 'installer', organisationId: merchant.id });
    expect((await toPersonal(me)).error).toBe('lastAdministrator');
    const second = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    await db
      .updateTable('users')
      .set({ lockedAt: new Date(platform.clock.now()) })
      .where('id', '=', second.id)
      .execute();
    expect((await toPersonal(me)).error).toBe('lastAdministrator');
    await db.deleteFrom('users').where('id', 'in', [member.id, second.id]).execute();
    expect((await toPersonal(me)).code).toBe(200);
    expect(await organisation(merchant.id)).toBeUndefined();
  });

  test('of two administrators who leave at the same moment, one is the last', async () => {
    const { me, merchant } = await administrator();
    const second = await person({ role: 'organisationAdmin', organisationId: merchant.id });
    await person({ role: 'installer', organisationId: merchant.id });
    const answers = await Promise.all([me, second].map(toPersonal));
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['lastAdministrator', undefined]);
  });

  test('the type it has already changes nothing', async () => {
    const { me } = await owner();
    expect((await toPersonal(me)).code).toBe(200);
    expect((await call('/ups/user/personalInfo', { bearer: me.token })).code).toBe(200);
  });
});
