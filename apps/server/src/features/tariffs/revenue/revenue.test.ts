import { always, dayRange, fixedTariff, type PriceRule } from '@sunfleet/analysis';
import type { Flow, StationRevenue } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeStation } from '../../../../test/makers.ts';
import { countRevenues, registerTariffsRoutes } from '../index.ts';

const platform = await testPlatform();
const { server, someone, as } = await openApi(platform, registerTariffsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOUR = 3_600_000;
const ZONE = 'Europe/Madrid';
const TODAY = dayRange('2026-06-21', ZONE);
platform.clock.set(TODAY.start + 12 * HOUR);

/** Stores energies of a station as the roll-ups do: by local hour and by five minutes. */
async function store(stationId: number, day: string, flows: Partial<Record<Flow, number>>, zone = ZONE) {
  const { start, end } = dayRange(day, zone);
  const rows = Object.entries(flows).flatMap(([flow, kwh]) => {
    const cells = (grain: string, length: number) =>
      Array.from({ length: (end - start) / length }, (_, at) => ({
        subject: 'station',
        grain,
        id: stationId,
        flow,
        start: (start + at * length) / 1000,
        kwh: (kwh * length) / HOUR,
        spread: 0,
        source: 'meter',
        completeness: 1,
        version: 1,
      }));
    return [...cells('hour', HOUR), ...cells('5m', HOUR / 12)];
  });
  await platform.samples.insertRows('energy', rows);
}

const rule = (values: Partial<PriceRule>): PriceRule => ({ ...always(0.1)[0]!, ...values });

async function scene(values: object = {}) {
  const admin = await someone('organisationAdmin');
  const station = await makeStation(platform, {
    organisationId: admin.organisationId!,
    timeZone: ZONE,
    currency: 'EUR',
    priceBuy: 0.3,
    priceFeedIn: 0.1,
    ...values,
  });
  const revenue = async (): Promise<StationRevenue> =>
    (await admin.get(`/stations/${station.id}/revenue`)).data;
  return { admin, station, revenue };
}

test('the simple prices of a station are its tariff from the beginning', async () => {
  const { station, revenue } = await scene();
  await store(station.id, '2026-06-20', { pv: 2, export: 1, import: 0.5 });
  await store(station.id, '2026-06-21', { pv: 2, export: 1, import: 0.5 });
  await store(station.id, '2026-05-31', { pv: 1, export: 0, import: 0 });
  const { today, month, total, step } = await revenue();
  expect(step).toBe(60);
  expect(today).toMatchObject({
    from: '2026-06-21',
    to: '2026-06-21',
    gaps: [],
    energies: { pv: 48, export: 24, self: 24, import: 12 },
    // 24 · 0.10 + 24 · 0.30 − 12 · 0.30
    revenues: [{ currency: 'EUR', parts: { feedIn: 240, selfUse: 720, import: -360 }, total: 600 }],
  });
  expect(month).toMatchObject({ from: '2026-06-01', revenues: [{ total: 1200 }] });
  expect(total).toMatchObject({ from: '2026-05-31', revenues: [{ total: 1200 + 720 }] });
});

test('what is missing is named, and nothing is zero for it', async () => {
  const { station, revenue } = await scene();
  expect((await revenue()).total).toBeNull();
  await store(station.id, '2026-06-21', { pv: 2 });
  const { today } = await revenue();
  expect(today.gaps).toEqual(['noExport', 'noImport']);
  expect(today.revenues).toEqual([
    { currency: 'EUR', parts: { feedIn: null, selfUse: null, import: null }, total: null },
  ]);
  expect(today.unsettled).toBe(48);
});

test('a station that feeds all in needs no meter', async () => {
  const { station, revenue } = await scene({ gridType: 'fullFeedIn' });
  await store(station.id, '2026-06-21', { pv: 2 });
  const { today } = await revenue();
  expect(today).toMatchObject({ gaps: [], revenues: [{ parts: { feedIn: 480 }, total: 480 }] });
});

test('prices that change within the hour are told by the five minutes below it', async () => {
  const { admin, station, revenue } = await scene();
  await store(station.id, '2026-06-21', { pv: 1, export: 0, import: 1 });
  const rules = {
    ...fixedTariff({ import: 1, feedIn: null }),
    import: [rule({ to: 450, price: 1 }), rule({ from: 450, to: 1440, price: 2 })],
  };
  const { data } = await admin.post('/tariffs', {
    name: 'Half past',
    currency: 'EUR',
    versions: [{ from: null, rules }],
  });
  await admin.put(`/stations/${station.id}/tariffs`, {
    terms: [{ from: null, tariffId: data.id }],
    investment: null,
  });
  const { today, step } = await revenue();
  expect(step).toBe(15);
  expect(today.divided).toBe(0);
  // 7.5 h at 1 and 16.5 h at 2.
  expect(today.revenues[0]!.parts).toEqual({ selfUse: 4050, import: -4050 });
});

test('on Lord Howe, whose clock is put on by half an hour, hours of the clock are not those that are stored', async () => {
  const { station, revenue } = await scene({ timeZone: 'Australia/Lord_Howe' });
  await store(station.id, '2026-06-21', { pv: 1, export: 1, import: 0 }, 'Australia/Lord_Howe');
  const { today, step } = await revenue();
  expect(step).toBe(15);
  expect(today.revenues[0]!.total).toBe(240);
});

test('before its first energy a station is charged nothing', async () => {
  const { admin, station, revenue } = await scene();
  await store(station.id, '2026-06-20', { pv: 0, export: 0, import: 0 });
  const rules = { ...fixedTariff({ import: 1, feedIn: 1 }), standing: { amount: 1, per: 'day' } };
  const versions = [{ from: null, rules }];
  const { data } = await admin.post('/tariffs', { name: 'Standing', currency: 'EUR', versions });
  await admin.put(`/stations/${station.id}/tariffs`, {
    terms: [{ from: null, tariffId: data.id }],
    investment: null,
  });
  const { today, month, year, total } = await revenue();
  const charged = [today, month, year, total!].map(({ revenues }) => revenues[0]!.parts.standing);
  expect(charged).toEqual([-100, -200, -200, -200]);
  await countRevenues(platform, new AbortController().signal);
  const [counted] = (await admin.get(`/revenues?ids=${station.id}`)).data;
  expect(counted.revenues[0]).toMatchObject({ today: -100, total: -200 });
});

test('an investment is paid back by what was earned, not by what was bought', async () => {
  const { admin, station, revenue } = await scene();
  for (let day = 1; day <= 30; day += 1)
    await store(station.id, `2026-05-${String(day).padStart(2, '0')}`, { pv: 1, export: 1, import: 5 });
  await admin.put(`/stations/${station.id}/tariffs`, {
    terms: [],
    investment: { amount: 720, currency: 'EUR' },
  });
  const { payback } = await revenue();
  // 30 days of 24 kWh at 0.10.
  expect(payback.share).toBeCloseTo(0.1, 9);
  expect(payback.gap).toBeNull();
  expect(payback.years).toBeCloseTo(520 / 365.25, 6);
});

test('lists and sums show what was counted, by currency, and one currency where there are rates', async () => {
  const { admin, station } = await scene();
  const organisationId = admin.organisationId!;
  const other = await makeStation(platform, {
    organisationId,
    timeZone: ZONE,
    currency: 'USD',
    priceFeedIn: 1,
    priceBuy: 1,
  });
  const silent = await makeStation(platform, { organisationId, timeZone: ZONE });
  for (const { id } of [station, other]) {
    await store(id, '2026-06-21', { pv: 1, export: 1, import: 0 });
    await store(id, '2026-06-02', { pv: 1, export: 1, import: 0 });
    await store(id, '2026-01-02', { pv: 1, export: 1, import: 0 });
  }
  await countRevenues(platform, new AbortController().signal);
  const list = (await admin.get(`/revenues?ids=${station.id},${other.id},${silent.id}`)).data;
  expect(list).toEqual([
    { stationId: station.id, revenues: [{ currency: 'EUR', today: 240, month: 480, year: 720, total: 720 }] },
    {
      stationId: other.id,
      revenues: [{ currency: 'USD', today: 2400, month: 4800, year: 7200, total: 7200 }],
    },
  ]);
  const sums = async () => (await admin.get('/revenues/sums')).data;
  expect(await sums()).toMatchObject({ unknown: 1, converted: null, missing: [] });
  expect((await sums()).sums).toHaveLength(2);
  await admin.put('/exchange-rates', {
    into: 'EUR',
    rates: [{ currency: 'USD', day: '2026-06-01', rate: 0.5 }],
  });
  // Of January there is no rate: what holds it is not known, and said.
  expect(await sums()).toMatchObject({
    converted: { currency: 'EUR', today: 240 + 1200, month: 480 + 2400, year: null, total: null },
    missing: [{ currency: 'USD', from: '2026-01-02', to: '2026-01-02' }],
  });
  await admin.put('/exchange-rates', {
    into: 'EUR',
    rates: [
      { currency: 'USD', day: '2026-01-01', rate: 0.25 },
      { currency: 'USD', day: '2026-06-01', rate: 0.5 },
      { currency: 'USD', day: '2026-06-21', rate: 0.75 },
    ],
  });
  // 24 dollars are 18 euros today, 12 on the 2nd of June and 6 in January.
  expect(await sums()).toMatchObject({
    converted: {
      today: 240 + 1800,
      month: 480 + 1800 + 1200,
      year: 720 + 1800 + 1200 + 600,
      total: 720 + 1800 + 1200 + 600,
      rates: [{ currency: 'USD', day: '2026-06-21', rate: 0.75 }],
      oldestDays: 1,
    },
    missing: [],
  });
  const inDollars = (await admin.get('/revenues/sums?currency=USD')).data.converted;
  // 2.40 euros are 3.20, 4.80 and 9.60 dollars.
  expect(inDollars).toMatchObject({
    currency: 'USD',
    into: 'EUR',
    today: 2400 + 320,
    month: 4800 + 320 + 480,
    total: 7200 + 320 + 480 + 960,
  });
  const inFrancs = (await admin.get('/revenues/sums?currency=CHF')).data;
  expect(inFrancs.converted).toBeNull();
  expect(inFrancs.missing).toEqual([{ currency: 'CHF', from: '2026-01-02', to: '2026-06-21' }]);
  // Energies that come late for a day are in it with the next count of everything.
  await store(other.id, '2026-01-03', { pv: 1, export: 1, import: 0 });
  // So is what a version counted that knew no days.
  await platform.db.updateTable('revenueCounts').set({ withDays: false }).execute();
  expect((await sums()).sums).toEqual([]);
  await countRevenues(platform, new AbortController().signal);
  expect((await sums()).converted).toMatchObject({ total: 720 + 1800 + 1200 + 600 + 600 });
  // Days that are no longer earned in a currency are gone.
  await platform.db.updateTable('stations').set({ currency: 'EUR' }).where('id', '=', other.id).execute();
  await countRevenues(platform, new AbortController().signal);
  const { rows } = await sql`SELECT currency, month, days[2:4] AS days FROM revenue_months
    WHERE station_id = ${other.id} ORDER BY month`.execute(platform.db);
  expect(rows).toEqual([
    { currency: 'EUR', month: '2026-01-01', days: ['2400', '2400', null] },
    { currency: 'EUR', month: '2026-06-01', days: ['2400', null, null] },
  ]);

  const stranger = await someone('organisationAdmin');
  expect((await stranger.get(`/revenues?ids=${station.id}`)).data).toEqual([]);
  expect((await stranger.get('/revenues/sums')).data).toMatchObject({ sums: [], unknown: 0 });
});

test('new energies of the day and new prices are counted again', async () => {
  const { admin, station } = await scene();
  const counted = async () => {
    await countRevenues(platform, new AbortController().signal);
    return (await admin.get(`/revenues?ids=${station.id}`)).data[0]?.revenues[0];
  };
  await store(station.id, '2026-06-20', { pv: 1, export: 1, import: 0 });
  expect(await counted()).toMatchObject({ today: 0, total: 240 });
  await store(station.id, '2026-06-21', { pv: 1, export: 1, import: 0 });
  platform.clock.advance(60_000);
  await platform.db
    .updateTable('stationStates')
    .set({ lastDataAt: new Date(platform.clock.now()) })
    .where('stationId', '=', station.id)
    .execute();
  platform.clock.advance(60_000);
  expect(await counted()).toMatchObject({ today: 240, month: 480, total: 480 });
  await platform.db.updateTable('stations').set({ priceFeedIn: 0.2 }).where('id', '=', station.id).execute();
  expect(await counted()).toMatchObject({ today: 480, total: 960 });
  // Of a day that is over nothing is shown as today.
  platform.clock.advance(86_400_000);
  const nextDay = await as(admin.user);
  const read = async () => (await nextDay.get(`/revenues?ids=${station.id}`)).data;
  expect(await read()).toEqual([]);
  await countRevenues(platform, new AbortController().signal);
  expect((await read())[0].revenues).toMatchObject([{ today: 0, total: 960 }]);
  platform.clock.set(TODAY.start + 12 * HOUR);
});

test('a station whose revenue no number holds, or whose currency is none, says so and keeps nobody else from being counted', async () => {
  const { admin, station: huge, revenue } = await scene({ priceFeedIn: 1000 });
  const organisationId = admin.organisationId!;
  const priced = { organisationId, timeZone: ZONE, currency: 'EUR', priceBuy: 1, priceFeedIn: 1 };
  const odd = await makeStation(platform, { ...priced, currency: '€€€' });
  const usual = await makeStation(platform, priced);
  for (const { id } of [odd, usual]) await store(id, '2026-06-21', { pv: 1, export: 1, import: 0 });
  await store(huge.id, '2026-06-21', { pv: 1e15, export: 1e15, import: 0 });
  await countRevenues(platform, new AbortController().signal);
  const list = (await admin.get(`/revenues?ids=${huge.id},${usual.id}`)).data;
  expect(list).toMatchObject([
    { stationId: huge.id, revenues: [{ total: null }] },
    { stationId: usual.id, revenues: [{ total: 2400 }] },
  ]);
  expect((await revenue()).today.revenues).toMatchObject([{ parts: { feedIn: null }, total: null }]);
  expect((await admin.get(`/stations/${odd.id}/revenue`)).code).toBe(200);
  // Each figure is held, their sum is not.
  await platform.db
    .updateTable('stationRevenues')
    .set({ today: Number.MAX_SAFE_INTEGER, beforeMonth: Number.MAX_SAFE_INTEGER })
    .where('stationId', '=', usual.id)
    .execute();
  const sums = await admin.get('/revenues/sums');
  expect(sums.code).toBe(200);
  expect(sums.data.sums[0]).toMatchObject({ currency: 'EUR', today: Number.MAX_SAFE_INTEGER, month: null });
});

test('a station of before whose zone the database does not know is counted by the clock of the zone', async () => {
  const zone = 'US/Pacific-New';
  const { admin, station } = await scene({ timeZone: zone });
  await expect(
    sql`SELECT now() AT TIME ZONE time_zone FROM stations WHERE id = ${station.id}`.execute(platform.db),
  ).rejects.toThrow('not recognized');
  await store(station.id, '2026-06-21', { pv: 1, export: 1, import: 0 }, zone);
  await countRevenues(platform, new AbortController().signal);
  const list = (await admin.get(`/revenues?ids=${station.id}`)).data;
  expect(list).toMatchObject([{ stationId: station.id, revenues: [{ currency: 'EUR', today: 240 }] }]);
  expect((await admin.get('/revenues/sums')).data.sums).toMatchObject([{ today: 240, stations: 1 }]);
  const { dayEndsAt } = await platform.db
    .selectFrom('revenueCounts')
    .select('dayEndsAt')
    .where('stationId', '=', station.id)
    .executeTakeFirstOrThrow();
  expect(dayEndsAt?.getTime()).toBe(dayRange('2026-06-21', zone).end);
});

test('prices that change while a station is counted are those that it has in lists', async () => {
  const { admin, station } = await scene();
  await store(station.id, '2026-06-21', { pv: 1, export: 1, import: 0 });
  const versions = (feedIn: number) => [{ from: null, rules: fixedTariff({ import: 0.3, feedIn }) }];
  const made = await admin.post('/tariffs', { name: 'Sold', currency: 'EUR', versions: versions(0.1) });
  const { id } = made.data as { id: number };
  await admin.put(`/stations/${station.id}/tariffs`, {
    terms: [{ from: null, tariffId: id }],
    investment: null,
  });
  const { samples } = platform;
  let revision = 0;
  const samplesOf = (once: () => Promise<unknown>) => {
    let first: Promise<unknown> | undefined;
    return Object.assign(Object.create(samples) as typeof samples, {
      columns: async (...asked: Parameters<typeof samples.columns>) => {
        await (first ??= once());
        return samples.columns(...asked);
      },
    });
  };
  const count = (meanwhile: () => Promise<unknown>) =>
    countRevenues({ ...platform, samples: samplesOf(meanwhile) }, new AbortController().signal);
  const listed = async () => (await admin.get(`/revenues?ids=${station.id}`)).data[0]?.revenues[0].today;
  const dearer = async () => {
    revision += 1;
    const change = { name: 'Sold', versions: versions((1 + revision) / 10), revision };
    expect((await admin.put(`/tariffs/${id}`, change)).code).toBe(200);
  };
  await count(dearer);
  expect(await listed()).toBeUndefined();
  await count(async () => undefined);
  expect(await listed()).toBe(480);
  await platform.db
    .updateTable('stationStates')
    .set({ lastDataAt: new Date(platform.clock.now() + 1) })
    .where('stationId', '=', station.id)
    .execute();
  await count(dearer);
  expect(await listed()).toBeUndefined();
  await count(async () => undefined);
  expect(await listed()).toBe(720);
});

test('a battery earns what it gave minus what it took, each at the price of its time', async () => {
  const { admin, station } = await scene();
  const value = async (query: string) => admin.get(`/stations/${station.id}/storage/value?${query}`);
  // Each hour the roof gives 3 kWh, of which 1 goes to the battery and 1 into the grid.
  await store(station.id, '2026-06-20', { pv: 3, export: 1, import: 0, charge: 1, discharge: 0 });
  // On the day after nothing is produced, and 1 of 3 kWh comes from the battery.
  await store(station.id, '2026-06-21', { pv: 0, export: 0, import: 2, charge: 0, discharge: 1 });
  const { data } = await value('from=2026-06-20&to=2026-06-30');
  expect(data).toMatchObject({
    from: '2026-06-20',
    to: '2026-06-21',
    step: 15,
    gaps: [],
    // 24 · 0.30 − 24 · 0.10
    values: [{ currency: 'EUR', parts: { saved: 720, sold: 0, kept: -240, bought: 0 }, total: 480 }],
    energies: { saved: 24, kept: 24 },
  });
  expect((await value('from=2026-06-21&to=2026-06-20')).error).toBe('invalidInput');
  expect((await value('from=2024-06-21&to=2026-06-20')).error).toBe('rangeTooLong');
});

test('without a battery that is measured, its value is not known', async () => {
  const { admin, station } = await scene();
  await store(station.id, '2026-06-21', { pv: 2, export: 1, import: 0 });
  const { data } = await admin.get(`/stations/${station.id}/storage/value?from=2026-06-21&to=2026-06-21`);
  expect(data).toMatchObject({ gaps: ['noBattery'], values: [{ total: null }] });
});
