import { dayRange, waterfallOf } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import type { Reading } from '../../../platform/ingest.ts';
import { fleetOfTest } from '../../telemetry/test-kit/fleet-of-test.ts';
import { openTelemetry } from '../../telemetry/test-kit/telemetry.ts';
import { expectPower } from '../index.ts';
import { LOSS_BASIS } from './loss-basis.ts';
import { readLosses } from './read-losses.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const parts = { ...platform, fleet: fleetOfTest(kit.fleet) };
const { samples, clock } = platform;
afterAll(() => kit.stop());

const HOUR = 3_600_000;
const FIVE = 5 * 60_000;
const DAY = 24 * HOUR;
const MIDNIGHT = dayRange('2026-06-21', 'Europe/Madrid').start;
const signal = new AbortController().signal;
const compute = () => expectPower(parts, signal);
/** Run states of the catalogue: running and breakdown. */
const [RUNNING, BROKEN] = [3, 4];

const light = (time: number) => {
  const hour = ((time - MIDNIGHT) / HOUR + 2400) % 24;
  return 900 * Math.max(0, Math.sin(((hour - 7) / 14.5) * Math.PI)) * (0.9 + 0.1 * Math.sin(time / 1e6));
};
const power = (time: number) => light(time) * 8;
const hourOf = (time: number) => ((time - MIDNIGHT) / HOUR + 2400) % 24;

async function plant(
  values: (time: number, inverter: number) => Reading['values'] | undefined,
  { days = 2, inverters = 1, design }: { days?: number; inverters?: number; design?: object[] } = {},
) {
  const station = await makeStation(platform, { capacityKw: 10 });
  const names = Array.from({ length: inverters }, (_, at) => `WR ${at + 1}`);
  const devices = await Promise.all(
    names.map((name) =>
      makeDevice(platform, { stationId: station.id, ratedPower: 10_000 / inverters, name }),
    ),
  );
  if (design)
    await platform.db
      .insertInto('stationDesigns')
      .values({ stationId: station.id, versions: JSON.stringify(design), revision: 1 })
      .execute();
  const sensor = await makeDevice(platform, { stationId: station.id, kind: 'weather' });
  await kit.fleet.ensure([...devices.map(({ id }) => id), sensor.id]);
  const times = Array.from({ length: days * 288 }, (_, step) => MIDNIGHT - days * DAY + step * FIVE);
  for (const [at, inverter] of devices.entries())
    await kit.store(
      inverter,
      times.flatMap((time) => {
        const of = values(time, at);
        return of ? [{ time, values: of }] : [];
      }),
    );
  await kit.store(
    sensor,
    times.map((time) => ({
      time,
      values: { 'irradiance.poa': light(time), 'temp.ambient': 20 },
    })),
  );
  await kit.rollUps.settle();
  await compute();
  return station.id;
}
const YESTERDAY = '2026-06-20';
const dayOf = async (id: number, day = YESTERDAY) =>
  (await readLosses(samples, { station: id, from: day, to: day }))[0]!;

test('days that are over are stored once, by the light of the sensor, and late data have them computed again', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const id = await plant((time) => ({ 'ac.power': power(time) }));
  const days = await readLosses(samples, { station: id, from: '2026-06-01', to: '2026-06-30' });
  expect(days.map(({ day }) => day)).toEqual(['2026-06-19', YESTERDAY]);
  const before = days[1]!;
  expect(before.seen).toBeGreaterThan(0.99);
  expect(before.outage + before.missing + before.curtailed).toBe(0);
  expect(before.standard).toBeGreaterThan(before.warm);
  expect(before.basis & LOSS_BASIS.limit).toBe(0);
  await compute();
  expect(await dayOf(id)).toEqual(before);
  const inverter = kit.fleet.devicesOf(id).find(({ ratedPower }) => ratedPower === 10_000);
  await kit.store(
    { id: inverter!.id } as Parameters<typeof kit.store>[0],
    [0, 1, 2, 3, 4, 5].map((step) => ({
      time: MIDNIGHT - 11 * HOUR + step * FIVE,
      values: { 'ac.power': 0 },
    })),
  );
  await kit.rollUps.settle();
  await compute();
  expect((await dayOf(id)).outage).toBeGreaterThan(1000);
});

test('a limit that inverters tell, a broken state and silence are each told as what they are', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const id = await plant((time) => {
    const hour = hourOf(time);
    if (hour >= 15 && hour < 16) return undefined;
    const isLimited = hour >= 11 && hour < 12;
    const isBroken = hour >= 13 && hour < 14;
    return {
      'ac.power': isLimited ? 2000 : isBroken ? 0 : power(time),
      'limit.power': isLimited ? 20 : 100,
      state: isBroken ? BROKEN : RUNNING,
    };
  });
  const day = await dayOf(id);
  expect(day.basis & LOSS_BASIS.limit).toBe(LOSS_BASIS.limit);
  expect(day.basis & LOSS_BASIS.states).toBe(LOSS_BASIS.states);
  for (const part of [day.curtailed, day.outage, day.missing]) {
    expect(part).toBeGreaterThan(2500);
    expect(part).toBeLessThan(8000);
  }
  const { parts } = waterfallOf(day, { measured: null, dirt: 0 });
  expect(parts.communication).toBe(day.missing);
});

test('a string that gives nothing among its siblings, and one that is weak, are told; an input that was never used is not', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const strings = (time: number) => {
    const ampere = (light(time) / 100) * 0.98;
    const isSecond = time >= MIDNIGHT - DAY;
    // The second day one fuse is open and one string has four fifths. The eighth input holds no string.
    const shares = [1, 1.01, 0.99, 1, isSecond ? 0 : 1, isSecond ? 0.8 : 1, 1, 0];
    return Object.fromEntries(shares.map((share, at) => [`str${at + 1}.current`, ampere * share]));
  };
  const id = await plant((time) => ({
    'ac.power': power(time) * (time >= MIDNIGHT - DAY ? 1 - 1.2 / 7 : 1),
    state: RUNNING,
    ...strings(time),
  }));
  const [before, after] = [await dayOf(id, '2026-06-19'), await dayOf(id)];
  expect(before.basis & LOSS_BASIS.strings).toBe(LOSS_BASIS.strings);
  expect(before.strings).toBe(0);
  const expected = before.power;
  expect(after.strings / expected).toBeGreaterThan(0.12);
  expect(after.strings / expected).toBeLessThan(0.19);
  expect(waterfallOf(after, { measured: null, dirt: 0 }).parts.string).toBe(after.strings);
});

test('inputs of two roofs on inverters with two MPPTs are compared with those of their roof, by the strings that the design says', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const roof = (name: string, azimuth: number) => ({ name, tilt: 20, azimuth, share: 50, module: null });
  const design = [
    {
      from: null,
      arrays: [roof('East', 90), roof('West', 270)],
      // The third inverter has half as many strings on the East.
      inverters: [2, 2, 1].map((strings, at) => ({
        name: `WR ${at + 1}`,
        type: null,
        inputs: [
          { mppt: 1, input: 1, array: 'East', strings },
          { mppt: 2, input: 2, array: 'West', strings: 2 },
        ],
      })),
    },
  ];
  const id = await plant(
    (time, at) => {
      const [morning, evening] = hourOf(time) < 14 ? [1, 0.5] : [0.5, 1];
      const ampere = light(time) / 100;
      // Of the second inverter the West lacks three tenths on the second day.
      const weak = at === 1 && time >= MIDNIGHT - DAY ? 0.7 : 1;
      return {
        'ac.power': (power(time) / 3) * (weak === 1 ? 1 : 0.8),
        state: RUNNING,
        'pv1.current': ampere * morning * (at === 2 ? 1 : 2),
        'pv2.current': ampere * evening * 2 * weak,
      };
    },
    { inverters: 3, design },
  );
  const [before, after] = [await dayOf(id, '2026-06-19'), await dayOf(id)];
  expect(before.basis & LOSS_BASIS.strings).toBe(LOSS_BASIS.strings);
  expect(before.strings).toBe(0);
  // Two of four strings of a third of the station lack three tenths.
  expect(after.strings / before.power).toBeGreaterThan(0.035);
  expect(after.strings / before.power).toBeLessThan(0.06);
});

test('without anything but a clear sky a day says that its light was not seen', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const station = await makeStation(platform, { capacityKw: 10, latitude: 10, longitude: 10 });
  const inverter = await makeDevice(platform, { stationId: station.id });
  await kit.fleet.ensure([inverter.id]);
  await kit.store(inverter, [
    { time: MIDNIGHT - 12 * HOUR, values: { 'ac.power': 3000 } },
    { time: MIDNIGHT - 10 * HOUR, values: { 'ac.power': 3000 } },
  ]);
  await kit.rollUps.settle();
  await compute();
  expect((await dayOf(station.id)).seen).toBe(0);
});

test('a data sheet beyond any number ends the work for no other station', async () => {
  clock.set(MIDNIGHT + 2 * HOUR);
  const sandia = {
    Paco: 1e300,
    Pdco: 1e-300,
    Vdco: 1,
    Pso: 0,
    C0: 1e300,
    C1: -1e300,
    C2: 1e300,
    C3: 1e300,
    Pnt: 0,
  };
  const array = { name: 'A', tilt: 30, azimuth: 180, module: { power: 400 }, quantity: 25, series: 5 };
  const inverters = [
    { name: 'WR', type: { componentId: 1, model: 'X', acPower: 10_000, sandia }, inputs: [] },
  ];
  const design = [{ from: null, arrays: [array], inverters, horizon: null }];
  const id = await plant((time) => ({ 'ac.power': power(time) }), { design });
  expect(await dayOf(id)).toBeUndefined();
  expect(await dayOf(await plant((time) => ({ 'ac.power': power(time) })))).toBeDefined();
});
