import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { lettersTo, organisationOf } from '../../../test/grants-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerAuditRoutes } from '../audit/index.ts';
import { registerMembersRoutes } from '../members/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes, tellOffer } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
  registerMembersRoutes,
  registerAuditRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
type To = { account: string } | { organisationCode: string };

async function scene() {
  const owner = await someone('owner');
  const { organisationId } = owner;
  const station = await makeStation(platform, { organisationId: organisationId!, ownerId: owner.user.id });
  const stranger = await someone('serviceProvider', { name: 'Hidden Person', phone: `+4915${Date.now()}` });
  return { owner, station, stranger };
}

const give = (who: Someone, stationId: number, to: To) =>
  who.post('/grants', {
    object: { stationIds: [stationId] },
    to,
    role: 'viewer',
    endsAt: platform.clock.now() + 30 * 86_400_000,
  });

/** An answer without what differs from one request to the next. */
function shape(value: unknown, typed: string): unknown {
  const text = JSON.stringify(value).replaceAll(typed.toLowerCase(), '<typed>').replaceAll(typed, '<typed>');
  return JSON.parse(text.replaceAll(/"id":\d+/g, '"id":0'));
}

describe('guessing who has an account or which organisation has a code', () => {
  test('a grant, a hand-over and a change of the installer answer alike for known and unknown', async () => {
    const { owner, station, stranger } = await scene();
    const firm = await organisationOf(platform, stranger.organisationId);
    const { email, userCode } = stranger.user;
    const pairs = [
      [{ account: email! }, { account: 'nobody@example.test' }],
      [{ account: userCode }, { account: 'ZZZZZZZZZZ' }],
      [{ organisationCode: firm.code }, { organisationCode: 'NO-SUCH-CODE' }],
    ] as const;
    for (const pair of pairs) {
      const [known, unknown] = await Promise.all(
        pair.map(async (to) => shape(await give(owner, station.id, to), Object.values(to)[0]!)),
      );
      expect(known).toMatchObject({ code: 200, data: { to: { id: null, name: '<typed>' } } });
      expect(unknown).toEqual(known);
    }
    const path = `/stations/${station.id}`;
    for (const [known, unknown] of [
      [
        shape(await owner.post(`${path}/hand-over`, { account: email }), email!),
        shape(
          await owner.post(`${path}/hand-over`, { account: 'nobody@example.test' }),
          'nobody@example.test',
        ),
      ],
      [
        shape(await owner.put(`${path}/organisation`, { organisationCode: firm.code }), firm.code),
        shape(await owner.put(`${path}/organisation`, { organisationCode: 'NO-SUCH-CODE' }), 'NO-SUCH-CODE'),
      ],
    ]) {
      expect(known).toMatchObject({ code: 200 });
      expect(unknown).toEqual(known);
    }
  });

  test('the code of a person is never taken for a phone number', async () => {
    const { stranger } = await scene();
    expect(stranger.user.userCode).toMatch(/^U[0-9A-F]{9}$/);
  });

  test('neither list, search nor log name the other side before it accepts', async () => {
    const { owner, station, stranger } = await scene();
    const { data: grant } = await give(owner, station.id, { account: stranger.user.email! });
    await owner.post(`/stations/${station.id}/hand-over`, { account: stranger.user.userCode });
    const query = (q: string) => owner.post('/ups/user/queryGrantInfo', { direction: 'given', q });
    expect((await query('Hidden')).data.total).toBe(0);
    expect((await query(stranger.user.email!)).data.total).toBe(1);
    const texts = JSON.stringify([
      (await owner.post('/ups/user/queryGrantInfo', { direction: 'given' })).data,
      (await owner.get(`/hand-overs?stationId=${station.id}`)).data,
      (await owner.get(`/audit?stationId=${station.id}`)).data,
    ]);
    expect(texts).toContain(stranger.user.email);
    expect(texts).not.toContain('Hidden Person');
    expect(texts).not.toContain('toUserId');
    await stranger.post(`/grants/${grant.id}/accept`);
    expect((await query('Hidden')).data.rows[0].to).toMatchObject({
      id: stranger.user.id,
      name: 'Hidden Person',
    });
  });

  test('findUser finds nobody beyond what the caller may see', async () => {
    const { owner, stranger } = await scene();
    const find = async (condition: string) => {
      const { code, error, msg, data } = await owner.get(
        `/ups/user/info?condition=${encodeURIComponent(condition)}`,
      );
      return { code, error, msg, data };
    };
    const unknown = await find('nobody@example.test');
    expect(unknown.error).toBe('userNotFound');
    for (const condition of [stranger.user.email!, stranger.user.phone!, stranger.user.userCode])
      expect(await find(condition)).toEqual(unknown);
    expect((await find(owner.user.email!)).data.id).toBe(owner.user.id);
  });
});

describe('what is offered to a contact that nobody has', () => {
  test('waits for who proves it, by mail and in the list, and goes on when that person accepts', async () => {
    const { owner, station } = await scene();
    const email = `later-${station.id}@example.test`;
    const { data: grant } = await give(owner, station.id, { account: email });
    const { data: offer } = await owner.post(`/stations/${station.id}/hand-over`, { account: email });
    await tellOffer(platform, { grantId: grant.id });
    await tellOffer(platform, { handOverId: offer.id });
    expect((await lettersTo(platform, email)).map(({ template }) => template)).toEqual([
      'grantOffered',
      'handOverOffered',
    ]);
    const late = await someone('owner', { email });
    const received = await late.post('/ups/user/queryGrantInfo', { direction: 'received' });
    expect(received.data.rows).toMatchObject([{ id: grant.id, answerable: true }]);
    expect((await late.post(`/grants/${grant.id}/accept`)).data).toMatchObject({ state: 'active' });
    expect((await late.get(`/stations/${station.id}`)).code).toBe(200);
    expect((await late.get('/hand-overs')).data).toMatchObject([{ id: offer.id }]);
    expect((await late.post(`/hand-overs/${offer.id}/accept`)).code).toBe(200);
  });

  test('its giver alone reads it; the next owner of the station reads a hint', async () => {
    const { owner, station } = await scene();
    const account = `friend-${station.id}@example.test`;
    await give(owner, station.id, { account });
    const query = async (who: Someone, q?: string) =>
      (await who.post('/ups/user/queryGrantInfo', { direction: 'given', stationId: station.id, q })).data
        .rows;
    expect((await query(owner, account))[0].to.name).toBe(account);
    const next = await someone('owner');
    const offer = await owner.post(`/stations/${station.id}/hand-over`, { account: next.user.email });
    expect((await next.post(`/hand-overs/${offer.data.id}/accept`)).code).toBe(200);
    expect(await query(next)).toMatchObject([
      { state: 'revoked', to: { id: null, name: 'f***@example.test' } },
    ]);
    expect(await query(next, account)).toEqual([]);
    const log = JSON.stringify((await next.get(`/audit?stationId=${station.id}`)).data);
    expect(log).toContain('f***@example.test');
    expect(log).not.toContain(account);
  });

  test('a user name or code that was mistyped is nobody’s to take later', async () => {
    const { owner, station } = await scene();
    const name = `mistyped-${station.id}`;
    const { data: grant } = await give(owner, station.id, { account: name });
    const { data: offer } = await owner.put(`/stations/${station.id}/organisation`, {
      organisationCode: name,
    });
    const thief = await someone('organisationAdmin', { userName: name });
    await platform.db
      .updateTable('organisations')
      .set({ code: name })
      .where('id', '=', thief.organisationId)
      .execute();
    expect((await thief.post(`/grants/${grant.id}/accept`)).error).toBe('grantNotFound');
    expect((await thief.post(`/hand-overs/${offer.id}/accept`)).error).toBe('notFound');
  });
});
