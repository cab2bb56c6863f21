import type { EnergyCorrection } from '@sunfleet/analysis';
import { LIMITS, type CorrectionFields, type EnergyBucket } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { knownDevice, makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { soleTelemetry } from '../../../test/sole-telemetry.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { openFleet } from '../fleet/index.ts';
import { createStates } from '../live-state/index.ts';
import { registerPortfolioRoutes } from '../portfolio/index.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { createExpectedOfDay } from '../expected-power/index.ts';
import { openTelemetryInput, recutDays, registerTelemetryRoutes } from '../telemetry/index.ts';
import { correctionsOf } from './corrections-of.ts';
import { registerEnergyCorrectionsRoutes } from './routes.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const expectedOf = createExpectedOfDay({ ...platform, fleet: telemetry.fleet });
const states = await createStates(platform, telemetry);
const api = await openApi(
  platform,
  (http) => registerTelemetryRoutes(http, telemetry, { ...input, expectedOf }),
  registerPortfolioRoutes,
  registerStationsRoutes,
  registerEnergyCorrectionsRoutes,
);
afterAll(async () => {
  await api.server.app.close();
  await input.stop();
  await telemetry.stop();
  await states.stop();
  await fleet.stop();
  await platform.stop();
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 12:00 in Madrid, on the day after the one of 25 hours. */
const NOON = Date.UTC(2026, 9, 26, 11);

/** Somebody with a station whose counter gave 2 kWh from ten to noon, local time. */
async function measured(values: Parameters<typeof makeStation>[1] = {}) {
  platform.clock.set(NOON);
  const owner = await makeUser(platform, { role: 'owner' });
  const station = await makeStation(platform, { ownerId: owner.id, ...values });
  const device = await makeDevice(platform, { stationId: station.id });
  await fleet.ensure([device.id]);
  const store = async (from: number, kwh: number, until: number) => {
    const readings = [];
    for (let time = from; time <= until; time += 5 * MINUTE)
      readings.push({
        time,
        values: { 'energy.total': kwh + (time - from) / HOUR, 'ac.power': 1000 },
      });
    await input.ingest.store(knownDevice({ id: device.id, sn: device.sn }), readings, 'mqtt');
    await settle(station.id);
  };
  await store(NOON - 2 * HOUR, 1000, NOON);
  return { owner, station, device, store, client: await api.as(owner), path: `/stations/${station.id}` };
}

/** What a server keeps of the fleet follows a change within moments. */
async function settle(id: number) {
  await platform.changes.catchUp();
  const stored = sorted(await correctionsOf(platform.db, id));
  await expect.poll(() => sorted(fleet.station(id)?.corrections ?? [])).toEqual(stored);
  await telemetry.rollUps.settle();
  // A state that is read again meanwhile shows nothing for a moment.
  await vi.waitFor(async () => {
    await states.flush();
    expect(await writtenCorrection(id)).toEqual(states.station(id)?.correction ?? NOTHING);
  }, 20_000);
}

const NOTHING = { today: 0, month: 0, year: 0, total: 0 };

function writtenCorrection(stationId: number) {
  return platform.db
    .selectFrom('stationStates')
    .select(['correctionToday as today', 'correctionMonth as month'])
    .select(['correctionYear as year', 'correctionTotal as total'])
    .where('stationId', '=', stationId)
    .executeTakeFirst();
}

const fields = (changes: Partial<CorrectionFields> = {}): CorrectionFields => ({
  kind: 'days',
  from: '2026-10-26',
  to: '2026-10-26',
  kwh: 5,
  inTotal: true,
  reason: 'The meter was exchanged',
  ...changes,
});

const sorted = (corrections: readonly EnergyCorrection[]) =>
  corrections.map(({ from, to, kwh, inTotal }) => JSON.stringify([from, to, kwh, inTotal])).toSorted();

type Home = Awaited<ReturnType<typeof measured>>;

async function add(
  { client, path, station }: Home,
  changes: Partial<CorrectionFields> = {},
): Promise<number> {
  const { data, error } = await client.post(`${path}/energy-corrections`, fields(changes));
  expect(error).toBeUndefined();
  await settle(station.id);
  return data.id;
}

async function bucketsOf({ client, path }: Home, grain: string, from: string, to = from) {
  const { data } = await client.get(`${path}/energy?grain=${grain}&from=${from}&to=${to}`);
  return (data.buckets as EnergyBucket[]).map(({ start, energies, correction }) => ({
    start,
    pv: energies.pv === undefined ? undefined : Math.round(energies.pv * 1000) / 1000,
    ...(correction === undefined ? {} : { correction: Math.round(correction * 1000) / 1000 }),
  }));
}

test('what somebody adds to a day is in its day, month, year and total, and told beside them; taken back it is gone and leaves a trace', async () => {
  const home = await measured();
  const { client, path, station, owner } = home;
  const before = (await client.get(path)).data.live;
  expect(before).toMatchObject({ energyToday: 2, energyMonth: 2, energyYear: 2, energyTotal: 1002 });
  expect(before.correction).toBeUndefined();
  const id = await add(home);
  const live = { energyToday: 7, energyMonth: 7, energyYear: 7, energyTotal: 1007 };
  const correction = { today: 5, month: 5, year: 5, total: 5 };
  expect((await client.get(path)).data.live).toMatchObject({ ...live, correction });
  for (const [grain, start] of [
    ['day', '2026-10-26'],
    ['month', '2026-10'],
    ['year', '2026'],
  ] as const)
    expect(await bucketsOf(home, grain, '2026-10-26')).toEqual([{ start, pv: 7, correction: 5 }]);
  // Nobody said to which hour it belongs.
  const hours = await bucketsOf(home, 'hour', '2026-10-26');
  expect(hours.reduce((sum, { pv }) => sum + (pv ?? 0), 0)).toBeCloseTo(2);
  const list = await client.get(`/stations?sums=true`);
  expect(list.data.rows[0].live).toMatchObject({ ...live, correction });
  expect(list.data.sums).toMatchObject({ energyToday: 7, correction });
  const overview = await client.get('/portfolio/overview');
  expect(overview.data).toMatchObject({ energyTotal: 1007, correction });
  const fleetDays = await client.get('/portfolio/energy?grain=day&from=2026-10-20&to=2026-10-26');
  expect(fleetDays.data.buckets).toEqual([{ start: '2026-10-26', pv: 7, stations: 1, correction: 5 }]);
  const rows = (await client.get(`${path}/energy-corrections`)).data;
  expect(rows).toEqual([
    {
      id,
      ...fields(),
      revision: 1,
      created: { at: NOON, by: owner.name },
      changed: null,
      removed: null,
    },
  ]);

  expect((await client.del(`${path}/energy-corrections/${id}?revision=1`)).error).toBeUndefined();
  await settle(station.id);
  expect((await client.get(path)).data.live).toEqual(before);
  expect(await bucketsOf(home, 'day', '2026-10-26')).toEqual([{ start: '2026-10-26', pv: 2 }]);
  const [trace] = (await client.get(`${path}/energy-corrections`)).data;
  expect(trace).toMatchObject({ id, removed: { by: owner.name }, reason: 'The meter was exchanged' });
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('stationId', '=', station.id)
    .where('action', 'like', 'stations.%Correction')
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['stations.addCorrection', 'stations.removeCorrection']);
  // The log keeps for ever what was added, and not what a person wrote.
  expect(log[0]!.after).toMatchObject({ fromDay: '2026-10-26', kwh: 5, reason: '***' });
}, 60_000);

test('several days have equal parts, the one of 25 hours too, and a day without data has what was added', async () => {
  const home = await measured();
  await add(home, { from: '2026-09-30', to: '2026-10-25', kwh: 26 });
  expect(await bucketsOf(home, 'day', '2026-10-24', '2026-10-26')).toEqual([
    { start: '2026-10-24', pv: 1, correction: 1 },
    { start: '2026-10-25', pv: 1, correction: 1 },
    { start: '2026-10-26', pv: 2 },
  ]);
  expect(await bucketsOf(home, 'month', '2026-09-01', '2026-10-26')).toEqual([
    { start: '2026-09', pv: 1, correction: 1 },
    { start: '2026-10', pv: 27, correction: 25 },
  ]);
  const fleetMonths = await home.client.get('/portfolio/energy?grain=month&from=2026-09-15&to=2026-10-26');
  expect(fleetMonths.data.buckets.map(({ start, pv }: { start: string; pv: number }) => [start, pv])).toEqual(
    [
      ['2026-09', 1],
      ['2026-10', 27],
    ],
  );
  expect((await home.client.get(home.path)).data.live).toMatchObject({
    energyToday: 2,
    correction: { today: 0, month: 25, year: 26, total: 26 },
  });
}, 60_000);

test('an offset and an amount of the total are in the total alone, and days that the counters hold already are not in it', async () => {
  const home = await measured();
  await add(home, { kind: 'offset', from: null, to: '2020-05-31', kwh: 8000 });
  await add(home, { kind: 'total', from: null, to: null, kwh: -500 });
  await add(home, { inTotal: false, kwh: 3 });
  expect((await home.client.get(home.path)).data.live).toMatchObject({
    energyToday: 5,
    energyYear: 5,
    energyTotal: 8502,
    correction: { today: 3, month: 3, year: 3, total: 7500 },
  });
  expect(await bucketsOf(home, 'year', '2019-01-01', '2026-10-26')).toEqual([
    { start: '2026', pv: 5, correction: 3 },
  ]);
}, 60_000);

test('late data, days that are cut in another zone and a start leave the amount as it is, counted once', async () => {
  const home = await measured();
  const { client, path, station, device, store } = home;
  await add(home);
  // 23:00 to 1:00 local time: an hour of the day before.
  await store(Date.UTC(2026, 9, 25, 22), 990, Date.UTC(2026, 9, 26, 0));
  const days = await bucketsOf(home, 'day', '2026-10-25', '2026-10-26');
  expect(days[1]!.pv! - 5).toBeCloseTo(1002 - 991);
  expect(days[1]).toMatchObject({ correction: 5 });
  const { live } = (await client.get(path)).data;
  expect(live.energyMonth).toBeCloseTo(1002 - 990 + 5);
  expect(live.energyTotal).toBeCloseTo(1007);
  await platform.db.transaction().execute(async (trx) => {
    await trx.updateTable('stations').set({ timeZone: 'Asia/Tokyo' }).where('id', '=', station.id).execute();
    await announceChange(trx, { stations: [station.id] });
  });
  await platform.changes.catchUp();
  await expect.poll(() => fleet.station(station.id)?.timeZone).toBe('Asia/Tokyo');
  await recutDays({ platform, rollUps: telemetry.rollUps }, { stationId: station.id });
  await settle(station.id);
  const [day] = await bucketsOf(home, 'day', '2026-10-26');
  expect(day).toMatchObject({ correction: 5 });
  expect(day!.pv! - 5).toBeCloseTo(12);
  await platform.samples.command(
    `INSERT INTO latest VALUES (${device.id}, ${pointByKey('energy.total')!.id}, toDateTime64('2026-10-26 11:00:00', 3, 'UTC'), 1002)`,
  );
  // Another server reads states and fleet from the stores, as after a start.
  const next = await openFleet(platform);
  const again = await createStates(platform, { ...telemetry, ownership: telemetry.ownership, fleet: next });
  expect(again.station(station.id)).toMatchObject({ correction: { total: 5 } });
  expect(again.station(station.id)!.energyTotal).toBeCloseTo(1007);
  // It hears of what somebody adds by the other one.
  await add(home, { kwh: 1 });
  await expect.poll(() => again.station(station.id)?.correction?.today).toBe(6);
  await again.stop();
  await next.stop();
}, 90_000);

test('two people do not overwrite each other', async () => {
  const home = await measured();
  const { client, path, station } = home;
  const id = await add(home);
  const one = `${path}/energy-corrections/${id}`;
  expect((await client.put(one, { ...fields({ kwh: 6 }), revision: 1 })).error).toBeUndefined();
  expect((await client.put(one, { ...fields({ kwh: 7 }), revision: 1 })).error).toBe(
    'energyCorrectionChanged',
  );
  expect((await client.del(`${one}?revision=1`)).error).toBe('energyCorrectionChanged');
  await settle(station.id);
  expect((await client.get(path)).data.live.energyToday).toBe(8);
  expect((await client.del(`${one}?revision=2`)).error).toBeUndefined();
  expect((await client.put(one, { ...fields(), revision: 3 })).error).toBe('energyCorrectionChanged');
  const other = await measured();
  const foreign = `${other.path}/energy-corrections/${id}`;
  expect((await other.client.put(foreign, { ...fields(), revision: 3 })).error).toBe(
    'energyCorrectionNotFound',
  );
}, 60_000);

test('only who may edit the station corrects it; visitors see the amounts without words and names', async () => {
  const home = await measured({ shared: true });
  await add(home);
  const stranger = await api.as(await makeUser(platform, { role: 'owner' }));
  const visitor = await api.as({ id: null });
  const refused = async (client: Home['client']) =>
    (await client.post(`${home.path}/energy-corrections`, fields())).error;
  expect(await refused(stranger)).toBe('stationNotFound');
  expect(await refused(visitor)).toBe('visitorReadOnly');
  expect((await stranger.get(`${home.path}/energy-corrections`)).error).toBe('stationNotFound');
  const [row] = (await visitor.get(`${home.path}/energy-corrections`)).data;
  expect(row).toMatchObject({ kwh: 5, reason: null });
  expect(row.created.by).not.toBe(home.owner.name);
  expect((await visitor.get(home.path)).data.live).toMatchObject({
    energyToday: 7,
    correction: { today: 5 },
  });
}, 60_000);

test('a station is judged by what it measured', async () => {
  const home = await measured();
  const { station, client } = home;
  await add(home, { kwh: 1000 });
  await platform.db
    .updateTable('stationStates')
    .set({ expectedToday: 20, irradiationToday: 1 })
    .where('stationId', '=', station.id)
    .execute();
  const { sums } = (await client.get('/stations?sums=true')).data;
  expect(sums).toMatchObject({ energyToday: 1002, energyOfExpected: 2, lostToday: 18 });
  const overview = (await client.get('/portfolio/overview')).data;
  expect(overview).toMatchObject({ energyOfExpected: 2, lostToday: 18, performanceRatio: 0.02 });
  expect((await client.get('/stations?loss=10..20')).data.total).toBe(1);
}, 60_000);

test('what cannot be is said at its field', async () => {
  const { client, path } = await measured();
  const refused = async (changes: Partial<CorrectionFields>) =>
    (await client.post(`${path}/energy-corrections`, fields(changes))).fields?.map((field) => field.path);
  expect(await refused({ kwh: 0 })).toEqual(['body.kwh']);
  expect(await refused({ kwh: 1e12 })).toEqual(['body.kwh']);
  expect(await refused({ reason: ' ' })).toEqual(['body.reason']);
  expect(await refused({ from: '2026-10-27', to: '2026-10-26' })).toEqual(['body.from']);
  expect(await refused({ from: '2025-01-01' })).toEqual(['body.from']);
  expect(await refused({ from: null })).toEqual(['body.from']);
  expect(await refused({ from: '2026-02-30' })).toEqual(['body.from']);
  // In Madrid the day has not begun yet.
  expect(await refused({ to: '2026-10-27' })).toEqual(['body.to']);
  expect(await refused({ kind: 'offset', to: null })).toEqual(['body.to']);
}, 60_000);

test('a station has so many corrections at most, and so many traces of those taken back', async () => {
  const { client, path, station } = await measured();
  const row = { stationId: station.id, kind: 'total', kwh: 1, inTotal: true, reason: 'x' } as const;
  const many = (n: number, more: object = {}) =>
    Array.from({ length: n }, () => ({ ...row, ...more, createdAt: new Date(NOON) }));
  await platform.db
    .insertInto('energyCorrections')
    .values(many(LIMITS.energyCorrections - 1))
    .execute();
  const removed = { removedAt: new Date(NOON - HOUR) };
  await platform.db
    .insertInto('energyCorrections')
    .values(many(LIMITS.removedCorrections, removed))
    .execute();
  const { data } = await client.post(`${path}/energy-corrections`, fields());
  const full = await client.post(`${path}/energy-corrections`, fields());
  expect(full.error).toBe('tooManyEnergyCorrections');
  await client.del(`${path}/energy-corrections/${data.id}?revision=1`);
  const left = (await client.get(`${path}/energy-corrections`)).data as {
    id: number;
    removed: object | null;
  }[];
  expect(left).toHaveLength(LIMITS.energyCorrections - 1 + LIMITS.removedCorrections);
  expect(left.find(({ removed: gone }) => gone !== null)!.id).toBe(data.id);
}, 60_000);

test('what people add to the counter of a device is in the total of its station, marked', async () => {
  const home = await measured();
  const before = states.station(home.station.id)?.energyTotal;
  await platform.db.transaction().execute(async (trx) => {
    const offset = { energyOffset: 250, energyOffsetReason: 'Counter replaced' };
    await trx.updateTable('devices').set(offset).where('id', '=', home.device.id).execute();
    await announceChange(trx, { devices: [home.device.id] });
  });
  await platform.changes.catchUp();
  await expect.poll(() => states.station(home.station.id)?.energyTotal).toBeCloseTo(before! + 250);
  expect(states.station(home.station.id)?.correction).toEqual({ today: 0, month: 0, year: 0, total: 250 });
});
