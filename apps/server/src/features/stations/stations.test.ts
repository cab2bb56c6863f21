import { sunTimes } from '@sunfleet/analysis';
import { STATION_STATUSES, type Role, type StationDetail, type StationStatus } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeRole, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { registerStationsRoutes, requireStation } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Maker = Parameters<typeof makeStation>[1];
type States = Partial<Record<'power' | 'energyToday' | 'soc' | 'alarmsEmergency' | 'alarmsTip', number>> & {
  status?: StationStatus;
};

async function stationWith(values: Maker, state: States = {}) {
  const station = await makeStation(platform, values);
  await platform.db
    .updateTable('stationStates')
    .set({ status: 'normal', ...state })
    .where('stationId', '=', station.id)
    .execute();
  return station;
}

/** A signed-in user of a fresh organisation, and the calls it makes. */
async function someone(role: Role, organisation?: Awaited<ReturnType<typeof makeOrganisation>>) {
  const home = organisation ?? (await makeOrganisation(platform));
  const user = await makeUser(platform, { role, organisationId: home.id });
  const client = await as(role === 'visitor' ? { id: null } : user);
  return {
    user,
    organisation: home,
    ...client,
    ids: async (url: string) => {
      const { data } = await client.get(url);
      return (data.rows ?? data).map((row: { id: number }) => row.id) as number[];
    },
  };
}

describe('scope', () => {
  test('each role sees the stations of its scope, in list, map and detail alike', async () => {
    const parent = await makeOrganisation(platform);
    const own = await makeOrganisation(platform, parent);
    const below = await makeOrganisation(platform, own);
    const admin = await someone('organisationAdmin', own);
    const owner = await someone('owner', own);
    const mine = await stationWith({ organisationId: own.id, ownerId: owner.user.id });
    const child = await stationWith({ organisationId: below.id, shared: true });
    const above = await stationWith({ organisationId: parent.id });
    const all = [mine.id, child.id, above.id];
    const sees = async (who: Awaited<ReturnType<typeof someone>>) => {
      const listed = (await who.ids('/stations?pageSize=200')).filter((id) => all.includes(id));
      const mapped = (await who.ids('/stations/map')).filter((id) => all.includes(id));
      const opened: number[] = [];
      for (const id of all) if ((await who.get(`/stations/${id}`)).code === 200) opened.push(id);
      expect(mapped.toSorted()).toEqual(opened.toSorted());
      expect(listed.toSorted()).toEqual(opened.toSorted());
      return opened;
    };
    expect(await sees(await someone('platformAdmin'))).toEqual(all);
    expect(await sees(admin)).toEqual([mine.id, child.id]);
    expect(await sees(await someone('internalReadOnly', own))).toEqual([mine.id, child.id]);
    expect(await sees(owner)).toEqual([mine.id]);
    expect(await sees(await someone('visitor'))).toEqual([child.id]);
    expect(await sees(await someone('serviceProvider', own))).toEqual([]);
  });

  test('a station of others and one that does not exist are answered the same', async () => {
    const foreign = await stationWith({});
    const owner = await someone('owner');
    const answers = [await owner.get(`/stations/${foreign.id}`), await owner.get('/stations/999999999')];
    expect(answers.map((answer) => [answer.code, answer.error])).toEqual([
      [40401, 'stationNotFound'],
      [40401, 'stationNotFound'],
    ]);
  });

  test('requireStation hands out what is in scope and refuses the rest', async () => {
    const station = await stationWith({});
    const stranger: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: 1 };
    expect((await requireStation(platform.db, systemActor, station.id)).name).toBe(station.name);
    await expect(requireStation(platform.db, stranger, station.id)).rejects.toMatchObject({
      key: 'stationNotFound',
    });
  });
});

describe('list', () => {
  const names = ['Ünal Çiftlik', 'Alpha 100%', 'beta_park', 'Gamma'];
  let who: Awaited<ReturnType<typeof someone>>;
  let ids: number[];

  beforeAll(async () => {
    who = await someone('organisationAdmin');
    const organisationId = who.organisation.id;
    const made = [
      await stationWith(
        { name: names[0]!, organisationId, capacityKw: 10, type: 'residential', address: 'ŁÓDŹ 7' },
        { power: 5000, status: 'alarm', energyToday: 30 },
      ),
      await stationWith(
        { name: names[1]!, organisationId, capacityKw: 100, type: 'utility' },
        { power: 20_000, energyToday: 100, status: 'offline' },
      ),
      await stationWith(
        { name: names[2]!, organisationId, capacityKw: 50, type: 'utility' },
        { status: 'alarm', alarmsEmergency: 1 },
      ),
      await stationWith({ name: names[3]!, organisationId, capacityKw: 1 }, { power: 0, energyToday: 1 }),
    ];
    ids = made.map((station) => station.id);
    await makeDevice(platform, { sn: `Inv-${ids[3]}`, stationId: ids[3]! });
  });

  const order = async (query: string) =>
    (await who.ids(`/stations?${query}`)).map((id) => names[ids.indexOf(id)]);

  test('worst first by default: status, then alarms by level', async () => {
    expect(await order('')).toEqual(['Alpha 100%', 'beta_park', 'Ünal Çiftlik', 'Gamma']);
    expect(await order('order=asc')).toEqual(['Gamma', 'Ünal Çiftlik', 'beta_park', 'Alpha 100%']);
  });

  test('what is not known comes last in both directions', async () => {
    expect(await order('sort=power&order=desc')).toEqual([
      'Alpha 100%',
      'Ünal Çiftlik',
      'Gamma',
      'beta_park',
    ]);
    expect(await order('sort=power&order=asc')).toEqual(['Gamma', 'Ünal Çiftlik', 'Alpha 100%', 'beta_park']);
  });

  test('ratios to the capacity sort by the ratio', async () => {
    expect(await order('sort=powerRatio')).toEqual(['Ünal Çiftlik', 'Alpha 100%', 'Gamma', 'beta_park']);
    expect((await order('sort=hoursToday'))[0]).toBe('Ünal Çiftlik');
    expect((await order('sort=capacity'))[0]).toBe('Alpha 100%');
    expect((await order('sort=name&order=asc'))[0]).toBe('Alpha 100%');
  });

  test.each(['energyMonth', 'energyTotal', 'soc', 'alarms', 'lastDataAt', 'gridConnectedOn'])(
    'sort by %s answers every station',
    async (sort) => {
      expect((await order(`sort=${sort}`)).toSorted()).toEqual(names.toSorted());
    },
  );

  test('search finds a part of name or address in any case and script, and a serial number by its beginning', async () => {
    expect(await order(`q=${encodeURIComponent('ÜNAL çift')}`)).toEqual(['Ünal Çiftlik']);
    expect(await order(`q=${encodeURIComponent('łódź')}`)).toEqual(['Ünal Çiftlik']);
    expect(await order(`q=inv-${ids[3]}`)).toEqual(['Gamma']);
    expect(await order(`q=${ids[3]}`)).toEqual([]);
  });

  test('signs that mean something in SQL are searched as they are', async () => {
    expect(await order('q=%25')).toEqual(['Alpha 100%']);
    expect(await order('q=_')).toEqual(['beta_park']);
    expect(await order(`q=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([]);
  });

  test('filters narrow the list; counts keep every status of the same search', async () => {
    const { data } = await who.get('/stations?type=utility&status=alarm');
    expect(data.rows.map((row: { name: string }) => row.name)).toEqual(['beta_park']);
    expect(data.total).toBe(1);
    expect(data.counts).toMatchObject({ alarm: 1, offline: 1, normal: 0 });
    expect(Object.keys(data.counts).toSorted()).toEqual(STATION_STATUSES.toSorted());
  });

  test('pages do not overlap, and the last one is short', async () => {
    const first = await who.get('/stations?pageSize=3&sort=soc');
    const second = await who.get('/stations?pageSize=3&page=2&sort=soc');
    expect([first.data.rows.length, second.data.rows.length, second.data.total]).toEqual([3, 1, 4]);
    const seen = [...first.data.rows, ...second.data.rows].map((row: { id: number }) => row.id);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect((await who.get('/stations?page=99')).data.rows).toEqual([]);
  });

  test('an unknown sort or status is refused with the field named', async () => {
    const answer = await who.get('/stations?sort=secret&status=nice');
    expect(answer.error).toBe('invalidInput');
    expect(answer.fields?.map(({ path }) => path)).toEqual(['query.status.0', 'query.sort']);
  });
});

test('who changes stations of their own reads no prices of one that was granted to look at', async () => {
  const { organisation, user, get } = await someone('internalReadOnly');
  const permissions = ['stations.view', 'stations.edit'];
  const role = await makeRole(platform, { organisationId: organisation.id, permissions } as never);
  await platform.db.updateTable('users').set({ roleId: role.id }).where('id', '=', user.id).execute();
  const prices = { currency: 'EUR', priceBuy: 0.3, priceFeedIn: 0.08 };
  const own = await makeStation(platform, { organisationId: organisation.id, ...prices });
  const granted = await makeStation(platform, prices);
  const now = platform.clock.now();
  const { id: grantId } = await platform.db
    .insertInto('grants')
    .values({
      toUserId: user.id,
      role: 'viewer',
      state: 'accepted',
      beginsAt: new Date(now),
      endsAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId, stationId: granted.id }).execute();
  const pricesOf = async (id: number) => {
    const { priceBuy, priceFeedIn } = (await get(`/stations/${id}`)).data;
    return [priceBuy, priceFeedIn];
  };
  expect(await pricesOf(own.id)).toEqual([0.3, 0.08]);
  expect(await pricesOf(granted.id)).toEqual([null, null]);
});

test('the sun of a visitor rises where the station is shown, so that it does not tell the exact place', async () => {
  const shown = { timeZone: 'Europe/Madrid', latitude: 40.42, longitude: -3.7 };
  const station = await stationWith({ ...shown, latitude: 40.41678, longitude: -3.70379, shared: true });
  const sunOf = async (role: Role) => {
    const { data } = await (await someone(role)).get(`/stations/${station.id}`);
    return { day: data.today, sun: { sunrise: data.sunrise, sunset: data.sunset } };
  };
  const [visitor, admin] = [await sunOf('visitor'), await sunOf('platformAdmin')];
  const { sunrise, sunset } = sunTimes(visitor.day, shown, shown.timeZone);
  expect(visitor.sun).toEqual({ sunrise, sunset });
  expect(admin.sun).not.toEqual(visitor.sun);
});

test('a visitor sees shared stations masked, and cannot search what is hidden', async () => {
  const owner = await makeUser(platform, { name: 'Maria Gomez', role: 'owner', phone: `+34${Date.now()}` });
  const station = await stationWith({
    shared: true,
    ownerId: owner.id,
    address: 'Calle Secreta 5',
    latitude: 40.41678,
    longitude: -3.70379,
  });
  const visitor = await someone('visitor');
  const detail: StationDetail = (await visitor.get(`/stations/${station.id}`)).data;
  expect(detail).toMatchObject({ owner: 'M***', address: '***', latitude: 40.42, longitude: -3.7 });
  expect(JSON.stringify(detail)).not.toMatch(/Gomez|Secreta|40\.41/);
  const pins = (await visitor.get('/stations/map')).data as { id: number; latitude: number }[];
  expect(pins.find((pin) => pin.id === station.id)?.latitude).toBe(40.42);
  expect(await visitor.ids('/stations?q=secreta')).toEqual([]);
  const refused = await visitor.post('/stations', { name: 'x' });
  expect(refused.error).toBe('visitorReadOnly');
});
