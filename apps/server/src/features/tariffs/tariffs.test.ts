import { always, fixedTariff, type PriceRule, type TariffRules } from '@sunfleet/analysis';
import { LIMITS, type Tariff } from '@sunfleet/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerTariffsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, visitor } = await openApi(platform, registerTariffsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const fixed = (price = 0.3) => [{ from: null, rules: fixedTariff({ import: price, feedIn: 0.08 }) }];
const body = (values: object = {}) => ({ name: 'House', currency: 'EUR', versions: fixed(), ...values });
const make = async (who: Someone, values: object = {}): Promise<Tariff> =>
  (await who.post('/tariffs', body(values))).data;
const rule = (values: Partial<PriceRule>): PriceRule => ({ ...always(0.1)[0]!, ...values });
const withRules = (values: Partial<TariffRules>) =>
  body({ versions: [{ from: null, rules: { ...fixedTariff({ import: 1, feedIn: null }), ...values } }] });

describe('a tariff', () => {
  test('is made, changed by who began with its newest state, and deleted', async () => {
    const admin = await someone('organisationAdmin');
    const made = await make(admin);
    expect(made).toMatchObject({ name: 'House', currency: 'EUR', own: false, stations: 0, revision: 1 });
    const change = (revision: number, name: string) =>
      admin.put(`/tariffs/${made.id}`, { name, versions: fixed(0.4), revision });
    expect((await change(1, 'Home')).data).toMatchObject({ name: 'Home', revision: 2, versions: fixed(0.4) });
    expect((await change(1, 'Overwritten')).error).toBe('tariffChanged');
    expect((await admin.get('/tariffs')).data).toMatchObject([{ name: 'Home' }]);
    expect((await admin.del(`/tariffs/${made.id}`)).code).toBe(200);
    expect((await admin.get('/tariffs')).data).toEqual([]);
    const rows = await platform.db
      .selectFrom('auditLog')
      .select(['action', 'objectId'])
      .where('userId', '=', admin.user.id)
      .where('objectType', '=', 'tariff')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['tariffs.create', 'tariffs.edit', 'tariffs.delete']);
  });

  test('has a name of its own', async () => {
    const admin = await someone('organisationAdmin');
    await make(admin);
    const again = await admin.post('/tariffs', body({ name: ' house ' }));
    expect(again.fields).toMatchObject([{ path: 'body.name' }]);
  });

  test('belongs to an organisation or to who made it, and is nobody else’s', async () => {
    const admin = await someone('organisationAdmin');
    const { organisationId } = admin;
    const owner = await someone('owner', { organisationId });
    const colleague = await someone('internalReadOnly', { organisationId });
    const stranger = await someone('organisationAdmin');
    const ofAll = await make(admin);
    const ofOne = await make(owner);
    const seen = async (who: Someone) => ((await who.get('/tariffs')).data as Tariff[]).map(({ id }) => id);
    expect(await seen(owner)).toEqual([ofOne.id]);
    expect(await seen(colleague)).toEqual([ofAll.id]);
    expect(await seen(stranger)).toEqual([]);
    const change = { name: 'Mine now', versions: fixed(), revision: 1 };
    expect((await owner.put(`/tariffs/${ofAll.id}`, change)).error).toBe('tariffNotFound');
    expect((await stranger.del(`/tariffs/${ofAll.id}`)).error).toBe('tariffNotFound');
    expect((await colleague.post('/tariffs', body())).error).toBe('noDataPermission');
    expect((await (await visitor()).get('/tariffs')).error).toBe('visitorReadOnly');
  });
});

test('a change is told once an hour in the log of each station of somebody else that has the tariff', async () => {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const owner = await someone('owner', { organisationId });
  const [ofOwner, ofFirm, without] = [
    await makeStation(platform, { organisationId, ownerId: owner.user.id }),
    await makeStation(platform, { organisationId }),
    await makeStation(platform, { organisationId, ownerId: owner.user.id }),
  ];
  const tariff = await make(admin);
  const terms = [{ stationId: ofOwner.id, tariffId: tariff.id, fromDay: '-infinity' }];
  await platform.db
    .insertInto('stationTariffs')
    .values([...terms, { ...terms[0]!, stationId: ofFirm.id }])
    .execute();
  for (const revision of [1, 2])
    await admin.put(`/tariffs/${tariff.id}`, { name: 'House', versions: fixed(revision), revision });
  const told = await platform.db
    .selectFrom('auditLog')
    .select(['stationId', 'userId', 'after'])
    .where('action', '=', 'tariffs.edit')
    .where('stationId', 'in', [ofOwner.id, ofFirm.id, without.id])
    .execute();
  expect(told).toEqual([{ stationId: ofOwner.id, userId: admin.user.id, after: null }]);
});

test('who sees the whole platform lists what they keep, and changes that of others by its number', async () => {
  const admin = await someone('platformAdmin', { organisationId: null });
  const other = await someone('organisationAdmin');
  const [own, foreign] = [await make(admin, { name: 'Mine' }), await make(other, { name: 'Theirs' })];
  expect((await admin.get('/tariffs')).data).toMatchObject([{ id: own.id, own: true }]);
  const change = { name: 'Set right', versions: fixed(0.2), revision: 1 };
  expect((await admin.put(`/tariffs/${foreign.id}`, change)).data).toMatchObject({ name: 'Set right' });
});

describe('rules that cannot be are refused', () => {
  const refused = async (input: object) =>
    (await (await someone('organisationAdmin')).post('/tariffs', input)).fields;

  test('a time without a price, by its days and clock', async () => {
    const fields = await refused(withRules({ import: [rule({ to: 420 }), rule({ from: 480, to: 1440 })] }));
    expect(fields).toHaveLength(2);
    expect(fields![0]).toEqual({
      path: 'body.versions.0.rules.import',
      message: 'No price: Weekdays, 01-01 to 12-31, 07:00 to 08:00.',
    });
  });

  test('a time with two prices', async () => {
    const fields = await refused(withRules({ feedIn: [rule({}), rule({ days: ['weekend'], to: 60 })] }));
    expect(fields).toEqual([
      {
        path: 'body.versions.0.rules.feedIn',
        message: 'More than one price: Weekend days, 01-01 to 12-31, 00:00 to 01:00.',
      },
    ]);
  });

  test.each([
    ['body.versions.0.rules.import.0.price', withRules({ import: [rule({ price: 1001 })] })],
    ['body.versions.0.rules.import.0.price', withRules({ import: [rule({ price: 0.123_456_78 })] })],
    ['body.versions.0.rules.import.0.from', withRules({ import: [rule({ from: 7 })] })],
    ['body.versions.0.rules.import.0.days', withRules({ import: [rule({ days: [] })] })],
    ['body.versions.0.rules.seasons.0', withRules({ seasons: [{ name: 'x', from: '02-30', to: '03-01' }] })],
    ['body.versions.0.rules.holidays.0', withRules({ holidays: ['2025-02-29'] })],
    ['body.versions', body({ versions: [...fixed(), ...fixed()] })],
    ['body.currency', body({ currency: 'EURO' })],
    ['body.name', body({ name: ' ' })],
  ])('%s', async (path, input) => {
    expect((await refused(input))?.[0]?.path).toBe(path);
  });

  test('negative prices are right', async () => {
    const made = await (
      await someone('organisationAdmin')
    ).post('/tariffs', withRules({ import: always(-0.05) }));
    expect(made.code).toBe(200);
  });
});

describe('the tariffs of a station', () => {
  test('are set by day, hold their tariff, and are told with their rules', async () => {
    const admin = await someone('organisationAdmin');
    const station = await makeStation(platform, {
      organisationId: admin.organisationId!,
      currency: 'EUR',
      priceBuy: 0.25,
    });
    const tariff = await make(admin);
    const at = `/stations/${station.id}/tariffs`;
    expect((await admin.get(at)).data).toEqual({
      terms: [],
      simple: { currency: 'EUR', priceBuy: 0.25, priceFeedIn: null },
      investment: null,
    });
    const terms = [
      { from: '2026-01-01', tariffId: tariff.id },
      { from: '2025-01-01', tariffId: null },
    ];
    const investment = { amount: 12_500, currency: 'EUR' };
    expect((await admin.put(at, { terms, investment })).code).toBe(200);
    expect((await admin.get(at)).data).toMatchObject({
      terms: [
        { from: '2025-01-01', tariff: null },
        { from: '2026-01-01', tariff: { id: tariff.id, versions: fixed() } },
      ],
      investment,
    });
    const removed = await admin.del(`/tariffs/${tariff.id}`);
    expect(removed.error).toBe('tariffInUse');
    expect(removed.msg).toContain(station.name);
    expect((await admin.get('/tariffs')).data).toMatchObject([{ stations: 1 }]);
  });

  test('are a tariff that the caller keeps, once a day, on a station in scope', async () => {
    const admin = await someone('organisationAdmin');
    const stranger = await someone('organisationAdmin');
    const reader = await someone('internalReadOnly', { organisationId: admin.organisationId });
    const station = await makeStation(platform, { organisationId: admin.organisationId! });
    const theirs = await make(stranger);
    const mine = await make(admin);
    const set = (who: Someone, ...terms: object[]) =>
      who.put(`/stations/${station.id}/tariffs`, { terms, investment: null });
    expect((await set(admin, { from: null, tariffId: theirs.id })).error).toBe('tariffNotFound');
    expect((await set(stranger, { from: null, tariffId: theirs.id })).error).toBe('stationNotFound');
    expect((await set(reader, { from: null, tariffId: mine.id })).error).toBe('noDataPermission');
    const twice = { from: null, tariffId: mine.id };
    expect((await set(admin, twice, twice)).fields).toMatchObject([{ path: 'body.terms' }]);
    expect((await set(admin, twice)).code).toBe(200);
    expect((await reader.get(`/stations/${station.id}/tariffs`)).data.terms).toMatchObject([
      { from: null, tariff: { id: mine.id } },
    ]);
  });

  test('stay as somebody else set them while others are added', async () => {
    const admin = await someone('organisationAdmin');
    const owner = await someone('owner', { organisationId: admin.organisationId });
    const station = await makeStation(platform, {
      organisationId: admin.organisationId!,
      ownerId: owner.user.id,
    });
    const theirs = await make(admin);
    const own = await make(owner);
    const at = `/stations/${station.id}/tariffs`;
    await admin.put(at, { terms: [{ from: null, tariffId: theirs.id }], investment: null });
    const terms = [
      { from: null, tariffId: theirs.id },
      { from: '2026-01-01', tariffId: own.id },
    ];
    expect((await owner.put(at, { terms, investment: null })).code).toBe(200);
    const named = await admin.del(`/tariffs/${theirs.id}`);
    expect(named.error).toBe('tariffInUse');
  });
});

test('of tables of rates that are saved at the same moment one stands as a whole', async () => {
  const admin = await someone('organisationAdmin');
  const table = (rate: number) => ({
    into: 'EUR',
    rates: ['USD', 'CHF'].map((currency) => ({ currency, day: '2026-01-01', rate })),
  });
  const saved = await Promise.all([1, 2, 3].map((rate) => admin.put('/exchange-rates', table(rate))));
  expect(saved.map(({ code }) => code)).toEqual([200, 200, 200]);
  const { rates } = (await admin.get('/exchange-rates')).data as { rates: { rate: number }[] };
  expect(rates).toHaveLength(2);
  expect(rates[0]!.rate).toBe(rates[1]!.rate);
});

test('rates are kept by organisation, and one day has one rate of a currency', async () => {
  const admin = await someone('organisationAdmin');
  const owner = await someone('owner', { organisationId: admin.organisationId });
  const rate = { currency: 'USD', day: '2026-01-01', rate: 0.9 };
  const save = (rates: object[], into: string | null = 'EUR') =>
    admin.put('/exchange-rates', { into, rates });
  expect((await save([rate])).code).toBe(200);
  expect((await admin.get('/exchange-rates')).data).toEqual({ own: false, into: 'EUR', rates: [rate] });
  expect((await owner.get('/exchange-rates')).data).toEqual({ own: true, into: null, rates: [] });
  expect((await save([rate, rate])).fields).toMatchObject([{ path: 'body.rates.1.currency' }]);
  expect((await save([{ ...rate, currency: 'EUR' }])).fields).toMatchObject([
    { path: 'body.rates.0.currency' },
  ]);
  expect((await save([{ ...rate, rate: 0 }])).fields).toMatchObject([{ path: 'body.rates.0.rate' }]);
  expect((await save([rate], null)).fields).toMatchObject([{ path: 'body.into' }]);
});

test('a tariff that is longer than anybody writes is refused, and the log keeps of a long one its days alone', async () => {
  const admin = await someone('organisationAdmin');
  const holidays = Array.from({ length: 400 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const versions = (years: number) =>
    Array.from({ length: years }, (_, at) => ({
      from: at === 0 ? null : `${2000 + at}-01-01`,
      rules: { ...fixedTariff({ import: 1, feedIn: null }), holidays },
    }));
  const refused = await admin.post('/tariffs', body({ versions: versions(50) }));
  expect(refused.fields).toMatchObject([{ path: 'body.versions' }]);
  const { id } = await make(admin, { versions: versions(2) });
  const { after } = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'tariffs.create')
    .where('objectId', '=', String(id))
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ name: 'House', versions: [null, '2001-01-01'] });
});

test('of tariffs that are made at the same moment none is beyond the most', async () => {
  const admin = await someone('organisationAdmin');
  const rows = Array.from({ length: LIMITS.tariffsOfOne - 1 }, (_, at) => ({
    name: `Tariff ${at}`,
    currency: 'EUR',
    versions: JSON.stringify(fixed()),
    organisationId: admin.organisationId,
    ownerId: null,
  }));
  await platform.db.insertInto('tariffs').values(rows).execute();
  const made = await Promise.all(
    ['one', 'two', 'three'].map((name) => admin.post('/tariffs', body({ name }))),
  );
  expect(made.map(({ error }) => error ?? null).toSorted()).toEqual([
    null,
    'tooManyTariffs',
    'tooManyTariffs',
  ]);
});

test('all tariffs of an organisation together are as long as a list of them may be; what is shortened is kept', async () => {
  const admin = await someone('organisationAdmin');
  const rules = fixedTariff({ import: 1, feedIn: null });
  const letters = LIMITS.tariffLettersOfOne - 2000;
  const kept = await platform.db
    .insertInto('tariffs')
    .values(
      ['One', 'Two'].map((name) => ({
        name,
        currency: 'EUR',
        versions: JSON.stringify([{ from: null, rules: { ...rules, holidays: ['x'.repeat(letters)] } }]),
        organisationId: admin.organisationId,
        ownerId: null,
      })),
    )
    .returning('id')
    .execute();
  const change = (id: number, revision: number, versions: object[] = fixed()) =>
    admin.put(`/tariffs/${id}`, { name: `Tariff ${id}`, versions, revision });
  const holidays = Array.from({ length: 400 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const long = [{ from: null, rules: { ...rules, holidays } }];
  const [one, two] = [kept[0]!.id, kept[1]!.id];
  expect((await admin.post('/tariffs', body())).error).toBe('tariffsTooLong');
  expect((await change(one, 1)).error).toBeUndefined();
  expect((await change(one, 2, long)).error).toBe('tariffsTooLong');
  expect((await (await someone('organisationAdmin')).post('/tariffs', body({ versions: long }))).code).toBe(
    200,
  );
  expect((await change(two, 1)).error).toBeUndefined();
  expect((await change(one, 2, long)).error).toBeUndefined();
});

test('the log keeps that the cost of a station changed, and not to what', async () => {
  const admin = await someone('organisationAdmin');
  const station = await makeStation(platform, { organisationId: admin.organisationId! });
  const investment = { amount: 12_345, currency: 'EUR' };
  await admin.put(`/stations/${station.id}/tariffs`, { terms: [], investment });
  const { after } = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'stations.setTariffs')
    .where('stationId', '=', station.id)
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ terms: [], investment: '***' });
});
