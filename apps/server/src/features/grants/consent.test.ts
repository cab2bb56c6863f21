import { LIMITS } from '@sunfleet/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { lettersTo, organisationOf } from '../../../test/grants-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { registerAlarmsRoutes } from '../alarms/index.ts';
import { registerPortfolioRoutes } from '../portfolio/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { expireHandOvers, registerGrantsRoutes, tellOffer } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(
  platform,
  registerStationsRoutes,
  registerGrantsRoutes,
  registerPortfolioRoutes,
  registerAlarmsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});
beforeEach(() => platform.clock.set(Date.UTC(2026, 5, 21, 10)));

type Someone = Awaited<ReturnType<typeof someone>>;
const TEN_GIGAWATTS = 10_000_000_000;
const push = (owner: Someone, stationId: number, organisationCode: string) =>
  owner.put(`/stations/${stationId}/organisation`, { organisationCode });
const home = async (id: number) =>
  (
    await platform.db
      .selectFrom('stations')
      .select('organisationId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).organisationId;
const actionsOn = async (stationId: number) =>
  (
    await platform.db
      .selectFrom('auditLog')
      .select('action')
      .where('stationId', '=', stationId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

/** A stranger with a station that reports 10 GW and an open alarm, and an organisation that knows nothing of it. */
async function scene() {
  const owner = await someone('owner');
  const station = await makeStation(platform, {
    name: `Pushed ${owner.user.id}`,
    organisationId: owner.organisationId!,
    ownerId: owner.user.id,
    capacityKw: 10_000_000,
  });
  const device = await makeDevice(platform, {
    stationId: station.id,
    organisationId: owner.organisationId!,
  });
  await platform.db
    .updateTable('stationStates')
    .set({ power: TEN_GIGAWATTS, status: 'normal', alarmsEmergency: 1 })
    .where('stationId', '=', station.id)
    .execute();
  const chief = await someone('organisationAdmin');
  const crew = await someone('installer', { organisationId: chief.organisationId });
  return { owner, station, device, chief, crew, firm: await organisationOf(platform, chief.organisationId) };
}

/** Everything of a station that reaches somebody by lists, map and overview. */
async function figuresOf(who: Someone) {
  const [overview, list, map, alarms] = await Promise.all([
    who.get('/portfolio/overview'),
    who.get('/stations'),
    who.get('/stations/map'),
    who.get('/alarms'),
  ]);
  return {
    stations: overview.data.stations,
    power: overview.data.power,
    listed: list.data.total,
    onMap: map.data.length,
    alarms: alarms.data.total,
  };
}

describe('a station is pushed into an organisation that was not asked', () => {
  test('it counts nowhere until somebody who answers for the organisation accepts', async () => {
    const { owner, station, device, chief, crew, firm } = await scene();
    const before = await Promise.all([chief, crew].map(figuresOf));
    const { data } = await push(owner, station.id, firm.code);
    expect(data).toMatchObject({ as: 'installer', station: { id: station.id }, to: firm.code });
    expect(await Promise.all([chief, crew].map(figuresOf))).toEqual(before);
    expect(await home(station.id)).toBe(owner.organisationId);
    expect((await crew.get('/hand-overs')).data).toEqual([]);
    expect((await crew.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect((await owner.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    const other = await someone('organisationAdmin');
    expect((await other.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect((await chief.get('/hand-overs')).data).toEqual([data]);
    const moved: number[] = [];
    const end = platform.bus.subscribe('deviceChanged', ({ deviceId }) => moved.push(deviceId));
    expect((await chief.post(`/hand-overs/${data.id}/accept`)).code).toBe(200);
    end();
    expect(moved).toEqual([device.id]);
    expect(await home(station.id)).toBe(firm.id);
    for (const who of [chief, crew]) expect((await figuresOf(who)).listed).toBe(1);
    expect(await actionsOn(station.id)).toEqual(['stations.handOver', 'stations.changeInstaller']);
  });

  test('who decides is told, and so is the owner; declining leaves all as it was', async () => {
    const { owner, station, chief, crew, firm } = await scene();
    const { data } = await push(owner, station.id, firm.code);
    await tellOffer(platform, { handOverId: data.id });
    expect(await lettersTo(platform, crew.user.email!)).toEqual([]);
    const [asked] = await lettersTo(platform, chief.user.email!);
    expect(asked).toMatchObject({ template: 'installerOffered' });
    expect(asked!.subject).toContain(station.name);
    expect((await chief.post(`/hand-overs/${data.id}/decline`)).code).toBe(200);
    expect((await chief.get('/hand-overs')).data).toEqual([]);
    expect((await chief.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect(await home(station.id)).toBe(owner.organisationId);
    expect(await lettersTo(platform, owner.user.email!)).toMatchObject([{ template: 'handOverDeclined' }]);
    expect(await actionsOn(station.id)).toEqual(['stations.handOver', 'stations.declineHandOver']);
  });

  test('it expires after seven days, once, and nobody accepts it after that', async () => {
    const { owner, station, chief, firm } = await scene();
    const { data } = await push(owner, station.id, firm.code);
    await platform.db
      .updateTable('sessions')
      .set({ expiresAt: new Date('2100-01-01') })
      .execute();
    platform.clock.advance(LIMITS.handOverMs - 1);
    await expireHandOvers(platform);
    expect((await chief.get('/hand-overs')).data).toEqual([data]);
    platform.clock.advance(1);
    expect((await chief.get('/hand-overs')).data).toEqual([]);
    expect((await chief.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    await Promise.all([expireHandOvers(platform), expireHandOvers(platform)]);
    expect(await lettersTo(platform, owner.user.email!)).toMatchObject([{ template: 'handOverExpired' }]);
    expect(await home(station.id)).toBe(owner.organisationId);
  });

  test('the owner sees what waits and takes it back; who works there reads nothing of it', async () => {
    const { owner, station, chief, firm } = await scene();
    const colleague = await someone('organisationAdmin', { organisationId: owner.organisationId });
    const { data } = await push(owner, station.id, firm.code);
    const waiting = `/hand-overs?stationId=${station.id}`;
    expect((await owner.get(waiting)).data).toEqual([data]);
    expect((await colleague.get(waiting)).data).toEqual([]);
    expect((await chief.get(waiting)).error).toBe('stationNotFound');
    expect((await colleague.post(`/hand-overs/${data.id}/withdraw`)).error).toBe('notFound');
    expect((await owner.post(`/hand-overs/${data.id}/withdraw`)).code).toBe(200);
    expect((await chief.post(`/hand-overs/${data.id}/accept`)).error).toBe('notFound');
    expect(await actionsOn(station.id)).toEqual(['stations.handOver', 'stations.withdrawHandOver']);
  });

  test('an offer is void when the station has another owner, and a later one takes its place', async () => {
    const { owner, station, chief, firm } = await scene();
    const first = await push(owner, station.id, firm.code);
    const second = await push(owner, station.id, firm.code);
    expect((await chief.post(`/hand-overs/${first.data.id}/accept`)).error).toBe('notFound');
    const buyer = await someone('owner');
    const { data } = await owner.post(`/stations/${station.id}/hand-over`, { account: buyer.user.email });
    expect((await buyer.post(`/hand-overs/${data.id}/accept`)).code).toBe(200);
    expect((await chief.get('/hand-overs')).data).toEqual([]);
    expect((await chief.post(`/hand-overs/${second.data.id}/accept`)).error).toBe('notFound');
  });

  test('what the former organisation kept quiet is heard again, and what it looked after is in nobody’s hands', async () => {
    const { owner, station, device, chief, firm } = await scene();
    const now = new Date(platform.clock.now());
    const fault = { code: 'F18', textKey: 'faults.common.gridOverVoltage', level: 'general' } as const;
    const standing = { ...fault, stationId: station.id, deviceId: device.id, type: 'deviceFault' } as const;
    const times = { beganAt: now, lastSeenAt: now };
    await platform.db
      .insertInto('alarms')
      .values({ ...standing, ...times, assignedTo: owner.user.id })
      .execute();
    const until = new Date(platform.clock.now() + 300 * 86_400_000);
    const shield = { stationId: station.id, reason: 'Mine', createdAt: now, createdBy: owner.user.id };
    await platform.db
      .insertInto('alarmShields')
      .values([
        { ...shield, ...fault, deviceId: null, until: null },
        {
          ...shield,
          kind: 'maintenance',
          code: '',
          textKey: '',
          level: 'tip',
          begun: true,
          startsAt: now,
          until,
        },
      ])
      .execute();
    await push(owner, station.id, firm.code);
    expect((await owner.get('/alarms?shielded=yes')).data.total).toBe(1);
    const [offer] = (await chief.get('/hand-overs')).data;
    platform.clock.advance(60_000);
    expect((await chief.post(`/hand-overs/${offer.id}/accept`)).code).toBe(200);
    expect((await chief.get('/alarms?shielded=yes')).data.total).toBe(0);
    expect((await chief.get('/alarms?shielded=no')).data.rows).toMatchObject([{ assignee: null }]);
    expect((await chief.get('/alarm-shields?state=running')).data.total).toBe(0);
  });

  test('somebody who answers for both sides moves it at once', async () => {
    const { station, firm } = await scene();
    const admin = await someone('platformAdmin');
    expect((await push(admin, station.id, firm.code)).data).toBeNull();
    expect(await home(station.id)).toBe(firm.id);
  });
});
