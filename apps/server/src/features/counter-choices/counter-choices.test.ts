import type { EnergyBucket, StationCounter } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { knownDevice, makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { soleTelemetry } from '../../../test/sole-telemetry.ts';
import type { JobKinds } from '../../platform/jobs/job-kinds.ts';
import { createExpectedOfDay } from '../expected-power/index.ts';
import { openFleet, readStations } from '../fleet/index.ts';
import { createStates } from '../live-state/index.ts';
import { openTelemetryInput, registerTelemetryRoutes } from '../telemetry/index.ts';
import { askRecount } from './ask-recount.ts';
import { recountEnergies } from './recount-energies.ts';
import { registerCounterChoicesRoutes } from './routes.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const { rollUps } = telemetry;
const expectedOf = createExpectedOfDay({ ...platform, fleet: telemetry.fleet });
const states = await createStates(platform, telemetry);
const api = await openApi(
  platform,
  (http) => registerTelemetryRoutes(http, telemetry, { ...input, expectedOf }),
  (http) => registerCounterChoicesRoutes(http, platform, telemetry),
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
const DAY = 24 * HOUR;
/** 12:00 in Madrid, of the second day. */
const NOON = Date.UTC(2026, 5, 21, 10);
/** Both mornings are measured from six to twelve. */
const HOURS = 6;

const [FIRST, SECOND] = ['2026-06-20', '2026-06-21'];
/** kWh an hour by each counter, so that every day tells which of them was taken. */
const RATE = { lifetimeCounter: 1, dayCounter: 2, generationMeter: 3, gridMeter: 0.5 } as const;

/** A station whose counters all say something else. */
async function measured({ meters = true } = {}) {
  platform.clock.set(NOON);
  const owner = await makeUser(platform, { name: 'Olga Owner', role: 'owner' });
  const station = await makeStation(platform, { ownerId: owner.id });
  const stationId = station.id;
  const inverter = await makeDevice(platform, { stationId });
  const home = meters ? stationId : null;
  const generation = await makeDevice(platform, { stationId: home, kind: 'meter', meterRole: 'generation' });
  const grid = await makeDevice(platform, { stationId: home, kind: 'meter', meterRole: 'grid' });
  const devices = meters ? [inverter, generation, grid] : [inverter];
  await fleet.ensure(devices.map(({ id }) => id));
  const store = async (
    device: { id: number; sn: string },
    valuesAt: (hours: number, day: number) => object,
  ) => {
    const readings = [0, 1].flatMap((day) =>
      Array.from({ length: HOURS * 12 + 1 }, (_, step) => ({
        time: NOON - (1 - day) * DAY - HOURS * HOUR + step * 5 * MINUTE,
        values: valuesAt(step / 12, day) as Record<string, number>,
      })),
    );
    await input.ingest.store(knownDevice(device), readings, 'mqtt');
  };
  const run = (hours: number, day: number) => hours + day * HOURS;
  await store(inverter, (hours, day) => ({
    'energy.total': 1000 + RATE.lifetimeCounter * run(hours, day),
    'energy.day': RATE.dayCounter * hours,
  }));
  if (meters) {
    await store(generation, (hours, day) => ({
      'meter.energy.export': 50 + RATE.generationMeter * run(hours, day),
    }));
    await store(grid, (hours, day) => ({
      'meter.energy.export': 70 + RATE.gridMeter * run(hours, day),
      'meter.energy.import': 5,
    }));
  }
  await rollUps.settle();
  const client = await api.as(owner);
  return { owner, station, inverter, client, path: `/stations/${station.id}` };
}
type Home = Awaited<ReturnType<typeof measured>>;

async function jobsOf(stationId: number): Promise<object[]> {
  const { rows } = await sql<{ data: object }>`
    SELECT data FROM jobs.job WHERE name = 'telemetry.recount' AND data->>'stationId' = ${String(stationId)}`.execute(
    platform.db,
  );
  return rows.map(({ data }) => data);
}

const recount = (details: JobKinds['telemetry.recount']) => recountEnergies({ platform, rollUps }, details);

async function choose(home: Home, counter: StationCounter, from: string | null = null) {
  const { data } = await home.client.get(`${home.path}/counter-choices`);
  const newest = data.choices[0]?.id ?? 0;
  const answer = await home.client.post(`${home.path}/counter-choices`, {
    counter,
    from,
    reason: 'By the test',
    newest,
  });
  expect(answer.error).toBeUndefined();
  await recount({ stationId: home.station.id, from });
  await platform.changes.catchUp();
}

async function energies({ client, path }: Home): Promise<Record<string, number | undefined>> {
  const { data } = await client.get(`${path}/energy?grain=day&from=${FIRST}&to=${SECOND}`);
  return Object.fromEntries(
    data.buckets.map(({ start, energies: by }: EnergyBucket) => [
      start,
      by.pv === undefined ? undefined : Math.round(by.pv * 1000) / 1000,
    ]),
  );
}

const both = (rate: number) => ({ [FIRST]: HOURS * rate, [SECOND]: HOURS * rate });

test('each counter can be the truth of all days, and the usual rule comes back as it was', async () => {
  const home = await measured();
  expect(await energies(home)).toEqual(both(RATE.generationMeter));
  for (const counter of ['dayCounter', 'lifetimeCounter', 'gridMeter', 'generationMeter'] as const) {
    await choose(home, counter);
    expect([counter, await energies(home)]).toEqual([counter, both(RATE[counter])]);
  }
  await choose(home, 'automatic');
  expect(await energies(home)).toEqual(both(RATE.generationMeter));
});

test('a counter that is chosen from a day on leaves the days before as they were', async () => {
  const home = await measured();
  await choose(home, 'dayCounter', SECOND);
  expect(await energies(home)).toEqual({
    [FIRST]: HOURS * RATE.generationMeter,
    [SECOND]: HOURS * RATE.dayCounter,
  });
  const { data } = await home.client.get(`${home.path}/energy?grain=year&from=${FIRST}&to=${SECOND}`);
  expect(data.buckets[0].energies.pv).toBeCloseTo(HOURS * (RATE.generationMeter + RATE.dayCounter));
});

test('what comes in later goes by the choice, too', async () => {
  const home = await measured();
  await choose(home, 'dayCounter');
  platform.clock.set(NOON + HOUR);
  const { inverter } = home;
  const values = { 'energy.total': 1013, 'energy.day': 14 };
  await input.ingest.store(knownDevice(inverter), [{ time: NOON + HOUR, values }], 'mqtt');
  await rollUps.settle();
  expect((await energies(home))[SECOND]).toBeCloseTo(14);
});

test('the job may be repeated, and makes right what a killed one left', async () => {
  const home = await measured();
  await choose(home, 'dayCounter');
  const { id } = home.station;
  await platform.samples.command(
    `DELETE FROM energy WHERE subject = 'station' AND id = ${id} AND grain != 'day'`,
  );
  await recount({ stationId: id, from: null });
  await recount({ stationId: id, from: null });
  expect(await energies(home)).toEqual(both(RATE.dayCounter));
  const { data } = await home.client.get(`${home.path}/energy?grain=month&from=${FIRST}&to=${SECOND}`);
  expect(data.buckets[0].energies.pv).toBeCloseTo(2 * HOURS * RATE.dayCounter);
});

test('where samples are gone the inverters keep what was counted, and still speak for the station', async () => {
  const home = await measured();
  const { station, inverter } = home;
  await platform.db
    .insertInto('counterChoices')
    .values({ stationId: station.id, counter: 'dayCounter', reason: 'Test', createdAt: new Date(NOON) })
    .execute();
  await platform.samples.command(
    `DELETE FROM samples WHERE device = ${inverter.id} AND time < '2026-06-20 22:00:00'`,
  );
  const [now] = await readStations(platform.db, [station.id]);
  await rollUps.recount({
    station: now!,
    devices: [inverter.id],
    inverters: [inverter.id],
    from: null,
    keptSince: Date.UTC(2026, 5, 20, 22),
    cluster: undefined,
  });
  expect(await energies(home)).toEqual({
    [FIRST]: HOURS * RATE.lifetimeCounter,
    [SECOND]: HOURS * RATE.dayCounter,
  });
});

test('live figures follow the choice: the lifetime counter adds where it counts, and the total is that of the counters or of the years', async () => {
  const home = await measured();
  const { inverter, station } = home;
  const live = () => states.station(station.id);
  const moreOf = async (kwh: number, at: number) => {
    await input.ingest.store(
      knownDevice(inverter),
      [{ time: at, values: { 'energy.total': 1012 + kwh } }],
      'mqtt',
    );
  };
  await choose(home, 'lifetimeCounter');
  await expect.poll(() => live()?.energyToday).toBeCloseTo(HOURS);
  expect(live()?.energyTotal).toBeCloseTo(1012);
  platform.clock.set(NOON + 10 * MINUTE);
  await moreOf(0.25, NOON + 5 * MINUTE);
  await rollUps.settle();
  await moreOf(0.5, NOON + 10 * MINUTE);
  await expect.poll(() => live()?.energyToday).toBeCloseTo(HOURS + 0.5);

  await choose(home, 'generationMeter');
  await expect.poll(() => live()?.energyToday).toBeCloseTo(HOURS * RATE.generationMeter);
  await expect.poll(() => live()?.energyTotal).toBeCloseTo(2 * HOURS * RATE.generationMeter);
  await moreOf(1, NOON + 11 * MINUTE);
  expect(live()?.energyToday).toBeCloseTo(HOURS * RATE.generationMeter);

  await choose(home, 'dayCounter');
  await expect.poll(() => live()?.energyTotal).toBeCloseTo(2 * HOURS * RATE.dayCounter);
  await moreOf(1.2, NOON + 12 * MINUTE);
  expect(live()?.energyToday).toBeCloseTo(HOURS * RATE.dayCounter);
});

test('counters stand side by side, each taken alone', async () => {
  const home = await measured();
  const { data } = await home.client.get(`${home.path}/counters`);
  expect(data.inverters).toBe(1);
  expect(data.devices).toEqual({ lifetimeCounter: 1, dayCounter: 1, generationMeter: 1, gridMeter: 1 });
  expect(data.days).toHaveLength(30);
  const last = data.days.at(-1);
  expect(last.day).toBe(FIRST);
  for (const [counter, rate] of Object.entries(RATE)) expect(last[counter]).toBeCloseTo(HOURS * rate);
  expect(last.counted).toBeCloseTo(HOURS * RATE.generationMeter);
  expect(data.days[0]).toMatchObject({ lifetimeCounter: null, generationMeter: null, counted: null });
});

test('of a station of very many inverters fewer days are compared', async () => {
  const home = await measured({ meters: false });
  const { id: stationId, organisationId } = home.station;
  await sql`INSERT INTO devices (sn, kind, organisation_id, station_id)
    SELECT 'MANY-' || n, 'inverter', ${organisationId}, ${stationId} FROM generate_series(2, 1200) n`.execute(
    platform.db,
  );
  const all = platform.db.selectFrom('devices').select('id').where('stationId', '=', stationId);
  await fleet.ensure((await all.execute()).map(({ id }) => id));
  const { inverters, days } = (await home.client.get(`${home.path}/counters`)).data;
  expect([inverters, days.length]).toEqual([1200, 10]);
  expect(days.at(-1)).toMatchObject({ day: FIRST, dayCounter: HOURS * RATE.dayCounter });
});

test('a choice names its author and reason, is logged without the words, and asks for a job', async () => {
  const home = await measured();
  const { client, path, station } = home;
  const body = { counter: 'lifetimeCounter', from: null, reason: ' The meter is wrong ', newest: 0 };
  const { data } = await client.post(`${path}/counter-choices`, body);
  const listed = await client.get(`${path}/counter-choices`);
  expect(listed.data).toMatchObject({
    counting: true,
    choices: [
      { id: data.id, counter: 'lifetimeCounter', from: null, reason: 'The meter is wrong', holds: true },
    ],
  });
  expect(listed.data.choices[0].created.by).toBe('Olga Owner');
  const later = { ...body, from: SECOND, newest: data.id };
  await client.post(`${path}/counter-choices`, later);
  expect(await jobsOf(station.id)).toEqual([{ stationId: station.id, from: null }]);
  const after = await client.get(`${path}/counter-choices`);
  expect(after.data.choices.map(({ holds }: { holds: boolean }) => holds)).toEqual([true, true]);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('stationId', '=', station.id)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['stations.chooseCounter', 'stations.chooseCounter']);
  expect(JSON.stringify(log)).not.toContain('wrong');
});

test('who has many stations counted again waits behind who has one', async () => {
  const organisationId = (await makeStation(platform)).organisationId;
  const stations = [
    await makeStation(platform, { organisationId }),
    await makeStation(platform, { organisationId }),
  ];
  for (const { id } of [...stations, await makeStation(platform)])
    await platform.db.transaction().execute((trx) => askRecount(trx, { stationId: id, from: null }));
  const { rows } = await sql<{ priority: number }>`
    SELECT priority FROM jobs.job WHERE name = 'telemetry.recount' ORDER BY created_on DESC LIMIT 3`.execute(
    platform.db,
  );
  expect(rows.map(({ priority }) => priority)).toEqual([0, -1, 0]);
});

test('a choice of somebody else since is not overruled unseen, and one that cannot be is refused at its field', async () => {
  const { client, path } = await measured({ meters: false });
  const body = { counter: 'lifetimeCounter', from: null, reason: 'First', newest: 0 };
  const post = (changes: object) => client.post(`${path}/counter-choices`, { ...body, ...changes });
  await post({});
  expect((await post({})).error).toBe('counterChoiceChanged');
  const newest = (await client.get(`${path}/counter-choices`)).data.choices[0].id;
  const fieldOf = async (changes: object) => (await post({ newest, ...changes })).fields?.[0]?.path;
  expect(await fieldOf({ from: '2026-06-22' })).toBe('body.from');
  expect(await fieldOf({ reason: ' ' })).toBe('body.reason');
  expect(await fieldOf({ counter: 'gridMeter' })).toBe('body.counter');
});

test('who only looks reads the choices and makes none; visitors read no reasons', async () => {
  const home = await measured();
  await choose(home, 'dayCounter');
  await platform.db.updateTable('stations').set({ shared: true }).where('id', '=', home.station.id).execute();
  const visitor = await api.as({ id: null });
  const { data } = await visitor.get(`${home.path}/counter-choices`);
  expect(data.choices).toMatchObject([{ counter: 'dayCounter', reason: null }]);
  const refused = await visitor.post(`${home.path}/counter-choices`, {
    counter: 'automatic',
    from: null,
    reason: 'Mine',
    newest: 0,
  });
  expect(refused.error).toBe('visitorReadOnly');
});
