import { setTimeout as wait } from 'node:timers/promises';
import { dayRange } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Reading } from '../../platform/ingest.ts';
import { fleetOfTest } from '../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { workOf } from './expect-power.ts';
import {
  expectedEnergies,
  expectPower,
  learnStations,
  readComputedDays,
  readExpectedCurve,
} from './index.ts';
import { stationExpectation } from './station-expectation.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const { samples, clock } = platform;
afterAll(() => kit.stop());

const FIVE = 5 * 60_000;
const DAY = 86_400_000;
const ZONE = 'Europe/Madrid';
const MIDNIGHT = dayRange('2026-06-21', ZONE).start;
const signal = new AbortController().signal;
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const compute = () => expectPower(parts, signal);

/** Light and power of days from sunrise to sunset each five minutes: a bell that changes a little from reading to reading. */
const bell = (time: number) => {
  const hour = ((time - MIDNIGHT) / 3_600_000 + 2400) % 24;
  return Math.max(0, Math.sin(((hour - 7) / 14.5) * Math.PI)) * (0.9 + 0.1 * Math.sin(time / 1e6));
};

async function plant(
  {
    days,
    factor = 0.8,
    sensor = true,
    from = 0,
  }: { days: number; factor?: number; sensor?: boolean; from?: number },
  at: { latitude?: number; longitude?: number; organisationId?: number; timeZone?: string } = {},
) {
  const station = await makeStation(platform, { capacityKw: 10, ...at });
  const inverter = await makeDevice(platform, { stationId: station.id, ratedPower: 12_000 });
  const weather = sensor ? await makeDevice(platform, { stationId: station.id, kind: 'weather' }) : undefined;
  await kit.fleet.ensure([inverter.id, ...(weather ? [weather.id] : [])]);
  const times = Array.from({ length: days * 288 }, (_, step) => MIDNIGHT - (days - from) * DAY + step * FIVE);
  const at5 = (values: (time: number) => Reading['values']) =>
    times.filter((time) => time < clock.now()).map((time) => ({ time, values: values(time) }));
  await kit.store(
    inverter,
    at5((time) => ({ 'ac.power': 10_000 * factor * bell(time) })),
  );
  if (weather)
    await kit.store(
      weather,
      at5((time) => ({ 'irradiance.poa': 1000 * bell(time), 'temperature.ambient': 20 })),
    );
  await kit.rollUps.settle();
  return { ...station, inverter, weather };
}

const sumsOf = async (id: number, from: string, to = from) =>
  (
    await expectedEnergies(samples, {
      stations: [id],
      timeZone: ZONE,
      grain: 'day',
      from,
      to,
      now: clock.now(),
    })
  ).get(id);

test('the running day is said beside each station with what most of it rests on, and a past of days has it looked at again', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const [sensed, blind] = [
    await plant({ days: 3, from: 1 }),
    await plant({ days: 1, from: 1, sensor: false }),
  ];
  await compute();
  const said = await readComputedDays(platform.db, 0);
  const of = (id: number) => said.find(({ station }) => station === id)!;
  const whole = (await sumsOf(sensed.id, '2026-06-21'))!.get('2026-06-21')!;
  expect(of(sensed.id)).toMatchObject({ dayStart: MIDNIGHT, until: clock.now(), by: 'sensor' });
  expect(of(sensed.id).kwh).toBeCloseTo(whole.p50, 3);
  expect(of(blind.id).by).toBe('clearSky');
  expect(await readComputedDays(platform.db, clock.now())).toEqual([]);
  const asked = await sql`SELECT 1 FROM jobs.job WHERE name = 'expected.learn' AND state = 'created'`.execute(
    platform.db,
  );
  expect(asked.rows.length).toBeGreaterThan(0);
});

test('the history and the running day of a station are computed, by day and by hour, and once more they are the same', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const { id } = await plant({ days: 4, from: 1 });
  await compute();
  const days = (await sumsOf(id, '2026-06-01', '2026-06-21'))!;
  expect([...days.keys()].toSorted()).toEqual(['2026-06-18', '2026-06-19', '2026-06-20', '2026-06-21']);
  const day = days.get('2026-06-19')!;
  expect(day.p50).toBeGreaterThan(50);
  expect(day.p50).toBeLessThan(90);
  expect(day.p10).toBeLessThan(day.p50);
  expect(day.bound).toBeGreaterThan(day.p90);
  expect(day.bySource.sensor).toBeCloseTo(day.p50, 3);
  expect(day.computed).toBe(DAY);
  expect(days.get('2026-06-21')!.computed).toBe(12 * 3_600_000);
  const query = { stations: [id], timeZone: ZONE, now: clock.now() };
  const hours = (
    await expectedEnergies(samples, { ...query, grain: 'hour', from: '2026-06-19', to: '2026-06-19' })
  ).get(id)!;
  expect(hours.size).toBe(24);
  expect(hours.get('2026-06-19T00:00')!.p50).toBe(0);
  expect([...hours.values()].reduce((sum, { p50 }) => sum + p50, 0)).toBeCloseTo(day.p50, 3);
  const months = (
    await expectedEnergies(samples, { ...query, grain: 'month', from: '2026-06-01', to: '2026-06-30' })
  ).get(id)!;
  expect(months.get('2026-06')!.p50).toBeCloseTo(
    [...days.values()].reduce((sum, { p50 }) => sum + p50, 0),
    6,
  );
  await compute();
  expect(await sumsOf(id, '2026-06-01', '2026-06-21')).toEqual(days);
});

test('light that came late, and a changed tilt, have the past computed again', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const { id, weather } = await plant({ days: 3, sensor: false });
  expect(weather).toBeUndefined();
  await compute();
  const blind = (await sumsOf(id, '2026-06-19'))!.get('2026-06-19')!;
  expect(blind.bySource.clearSky).toBeCloseTo(blind.p50, 3);
  const late = await makeDevice(platform, { stationId: id, kind: 'weather' });
  await kit.fleet.ensure([late.id]);
  const start = MIDNIGHT - 2 * DAY;
  await kit.store(
    late,
    Array.from({ length: 288 }, (_, step) => ({
      time: start + step * FIVE,
      values: { 'irradiance.poa': 500 * bell(start + step * FIVE) },
    })),
  );
  await kit.rollUps.settle();
  await compute();
  const seen = (await sumsOf(id, '2026-06-19'))!.get('2026-06-19')!;
  expect(seen.bySource.sensor).toBeCloseTo(seen.p50, 3);
  expect(seen.p50).toBeLessThan(0.8 * blind.p50);
  const before = (await sumsOf(id, '2026-06-20'))!.get('2026-06-20')!;
  await platform.db.transaction().execute(async (trx) => {
    await trx.updateTable('stations').set({ tilt: 85, azimuth: 0 }).where('id', '=', id).execute();
    await announceChange(trx, { stations: [id] });
  });
  await platform.changes.catchUp();
  await expect.poll(() => kit.fleet.station(id)?.tilt).toBe(85);
  await compute();
  expect((await sumsOf(id, '2026-06-20'))!.get('2026-06-20')!.p50).toBeLessThan(0.8 * before.p50);
});

test('what is computed again after the clock was set back counts', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const { id } = await plant({ days: 3, from: 1, sensor: false });
  await compute();
  const before = (await sumsOf(id, '2026-06-20'))!.get('2026-06-20')!;
  clock.advance(-600_000);
  await platform.db.transaction().execute(async (trx) => {
    await trx.updateTable('stations').set({ tilt: 85, azimuth: 0 }).where('id', '=', id).execute();
    await announceChange(trx, { stations: [id] });
  });
  await platform.changes.catchUp();
  await expect.poll(() => kit.fleet.station(id)?.tilt).toBe(85);
  await compute();
  expect((await sumsOf(id, '2026-06-20'))!.get('2026-06-20')!.p50).toBeLessThan(0.8 * before.p50);
});

test('what a station really gives is learned, holds for its past too, and is said', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const { id } = await plant({ days: 9, factor: 0.6, from: 1 });
  await compute();
  const before = (await sumsOf(id, '2026-06-18'))!.get('2026-06-18')!;
  await learnStations(parts, signal);
  await compute();
  const after = (await sumsOf(id, '2026-06-18'))!.get('2026-06-18')!;
  const made = (await kit.energies({ subject: 'station', id, grain: 'day' })).get(MIDNIGHT - 3 * DAY)!;
  expect(Math.abs(after.p50 - made)).toBeLessThan(0.03 * made);
  expect(Math.abs(before.p50 - made)).toBeGreaterThan(0.1 * made);
  const said = await stationExpectation(platform, kit.fleet.station(id)!);
  expect(said).toMatchObject({
    design: 'capacity',
    isBehind: false,
    calibration: { validFrom: null, faults: {} },
  });
  const [best] = said.calibration!.sources;
  expect(best).toMatchObject({ source: 'poa', days: 8 });
  expect(best!.rmse).toBeLessThan(0.03);
  const { source } = await readExpectedCurve(samples, { station: id, from: MIDNIGHT, to: MIDNIGHT + DAY });
  expect(source[0]).toBe('night');
  expect(source[11 * 12]).toBe('poa');
  expect(source[13 * 12]).toBe('none');
});

test('a station without a sensor is expected by two neighbours of its organisation, and not by those beyond fifteen kilometres', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const place = { latitude: 52.5, longitude: 13.4 };
  const { id: organisationId } = await makeOrganisation(platform);
  const of = { organisationId, ...place };
  await plant({ days: 2, factor: 0.2 }, { ...of, latitude: 52.51 });
  await plant({ days: 2, factor: 0.2 }, { ...of, longitude: 13.45 });
  const { id } = await plant({ days: 2, sensor: false }, of);
  const far = await plant({ days: 2, sensor: false }, { ...of, latitude: 52.8 });
  const stranger = await plant({ days: 2, sensor: false }, place);
  await compute();
  const day = (await sumsOf(id, '2026-06-20'))!.get('2026-06-20')!;
  expect(day.bySource.peers).toBeGreaterThan(0.9 * day.p50);
  const alone = (await sumsOf(far.id, '2026-06-20'))!.get('2026-06-20')!;
  expect(alone.bySource.clearSky).toBeCloseTo(alone.p50, 3);
  // Of another organisation nothing is told by what is expected.
  const apart = (await sumsOf(stranger.id, '2026-06-20'))!.get('2026-06-20')!;
  expect(apart.bySource.clearSky).toBeCloseTo(apart.p50, 3);
});

test('a station that cannot be computed, or learned of, keeps no other one waiting', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const bad = await plant({ days: 2 });
  const good = await plant({ days: 2 });
  const fleet = {
    // Whatever is stored of it: a version of a design without arrays.
    station: (id: number) => {
      const station = parts.fleet.station(id);
      return station && id === bad.id ? { ...station, design: [{ from: null }] as never } : station;
    },
    stations: parts.fleet.stations,
    devicesOf: (id: number) => kit.fleet.devicesOf(id),
  };
  const stateOf = ({ id }: { id: number }) =>
    platform.db
      .selectFrom('expectedStations')
      .select(['computedUntil', 'calibratedAt'])
      .where('stationId', '=', id)
      .executeTakeFirstOrThrow();
  await expectPower({ ...parts, fleet }, signal);
  expect((await stateOf(bad)).computedUntil).toBeNull();
  expect((await stateOf(good)).computedUntil).not.toBeNull();
  // Behind all others by days it is read alone.
  const before = { computedFrom: new Date(MIDNIGHT - 5 * DAY), computedUntil: new Date(MIDNIGHT - 5 * DAY) };
  await platform.db.updateTable('expectedStations').set(before).where('stationId', '=', bad.id).execute();
  clock.set(MIDNIGHT + 13 * 3_600_000);
  await expectPower({ ...parts, fleet }, signal);
  expect((await stateOf(bad)).computedUntil).toEqual(before.computedUntil);
  expect((await stateOf(good)).computedUntil).toEqual(new Date(clock.now()));
  await compute();
  await learnStations({ ...parts, fleet }, signal);
  expect((await stateOf(bad)).calibratedAt).not.toBeNull();
  expect((await stateOf(good)).calibratedAt).not.toBeNull();
}, 60_000);

test('stations in a zone that the store does not know are computed, and keep no other one waiting where they are read by themselves', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const [one, other] = [
    await plant({ days: 2 }, { timeZone: 'US/Pacific-New' }),
    await plant({ days: 2 }, { timeZone: 'US/Pacific-New' }),
  ];
  const good = await plant({ days: 2 });
  await compute();
  const until = async () =>
    (
      await platform.db
        .selectFrom('expectedStations')
        .select('computedUntil')
        .where('stationId', 'in', [one.id, other.id, good.id])
        .execute()
    ).map(({ computedUntil }) => computedUntil?.getTime());
  expect(await until()).toEqual([clock.now(), clock.now(), clock.now()]);
  const before = { computedFrom: new Date(MIDNIGHT - 5 * DAY), computedUntil: new Date(MIDNIGHT - 5 * DAY) };
  await platform.db
    .updateTable('expectedStations')
    .set(before)
    .where('stationId', 'in', [one.id, other.id])
    .execute();
  clock.set(MIDNIGHT + 13 * 3_600_000);
  await compute();
  expect(await until()).toEqual([clock.now(), clock.now(), clock.now()]);
}, 60_000);

test('two servers at once leave each bucket once', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const { id } = await plant({ days: 2, from: 1 });
  await Promise.all([compute(), compute()]);
  const [{ n, all }] = (await samples.query<{ n: number; all: number }>(
    `SELECT count() AS n, uniqExact(bucket) AS all FROM expected_power_5m FINAL WHERE station = {id:UInt32}`,
    { id },
  )) as [{ n: number; all: number }];
  expect(n).toBe(all);
  expect(n).toBe(288 + 144);
});

test('what a long absence left behind is made good piece by piece, the newest first', () => {
  const station = { timeZone: 'UTC' };
  const now = Date.UTC(2026, 5, 21, 12);
  const work = workOf(
    { computedFrom: null, computedUntil: now - 70 * DAY, owed: null },
    { station, now, first: undefined },
  );
  expect(work.recent).toEqual({ from: now - 2 * DAY, to: now });
  expect(work.again).toEqual({ from: now - 33 * DAY, to: now - 2 * DAY });
  expect(work.left).toEqual({ from: now - 70 * DAY, to: now - 33 * DAY });
  const next = workOf({ ...work, computedUntil: now, owed: work.left }, { station, now, first: undefined });
  expect(next.recent).toBeDefined();
  expect(next.again).toEqual({ from: now - 64 * DAY, to: now - 33 * DAY });
});

test('where a past comes of before what is computed, all that lies between is owed with it, once', () => {
  const station = { timeZone: 'UTC' };
  const now = Date.UTC(2026, 5, 21, 12);
  const begin = Date.UTC(2026, 4, 21);
  const at = (computedFrom: number | null, owed: { from: number; to: number }) =>
    workOf({ computedFrom, computedUntil: now, owed }, { station, now, first: begin });
  const past = { from: begin, to: begin + 2 * DAY };
  const work = at(now - 6 * DAY, past);
  expect(work.again).toEqual({ from: begin, to: now - 6 * DAY });
  expect([work.left, work.computedFrom]).toEqual([null, begin]);
  expect(at(work.computedFrom, past).again).toEqual(past);
  // It was computed before anybody noted since when.
  const unknown = at(null, past);
  expect(unknown.again!.to).toBe(unknown.recent!.from);
});

test('what is owed of the last hours is computed with what is recent, once', () => {
  const station = { timeZone: 'UTC' };
  const now = Date.UTC(2026, 5, 21, 12);
  const computedUntil = now - 600_000;
  const of = (owed: { from: number; to: number }) =>
    workOf(
      { computedFrom: now - 2 * DAY, computedUntil, owed },
      { station, now, first: now - DAY, againMs: 7_200_000 },
    );
  const { recent, again, left } = of({ from: now - 3_600_000, to: now });
  expect([again, left]).toEqual([undefined, null]);
  expect(of({ from: now - DAY / 2, to: now }).again).toEqual({ from: now - DAY / 2, to: recent!.from });
});

test('what many stations owe of their history is computed in short transactions, which the database does not end', async () => {
  clock.set(MIDNIGHT + 12 * 3_600_000);
  const ids: number[] = [];
  const inverters: Awaited<ReturnType<typeof makeDevice>>[] = [];
  for (let count = 0; count < 24; count += 1) {
    const station = await makeStation(platform, { capacityKw: 10 });
    ids.push(station.id);
    inverters.push(await makeDevice(platform, { stationId: station.id }));
  }
  await kit.fleet.ensure(inverters.map(({ id }) => id));
  const values = { 'ac.power': 100 };
  for (const inverter of inverters)
    await kit.store(
      inverter,
      [MIDNIGHT - 30 * DAY, MIDNIGHT].map((time) => ({ time, values })),
    );
  await kit.rollUps.settle();
  const countOwing = async () => {
    const { owing } = await platform.db
      .selectFrom('expectedStations')
      .select(({ fn }) => fn.countAll<number>().as('owing'))
      .where('stationId', 'in', ids)
      .where((eb) => eb.or([eb('owedFrom', 'is not', null), eb('computedUntil', 'is', null)]))
      .executeTakeFirstOrThrow();
    return owing;
  };
  const seen = new Set<number>();
  let isDone = false;
  const done = compute().finally(() => (isDone = true));
  while (!isDone) {
    seen.add(await countOwing());
    await wait(20);
  }
  await done;
  // Whoever looks beside it sees some done before others: not all at once.
  expect(seen.size).toBeGreaterThan(3);
  expect(await countOwing()).toBe(0);
}, 120_000);
