import { counterLife, type CounterLife } from '@sunfleet/analysis/test-kit';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { openTelemetry } from '../test-kit/telemetry.ts';
import { readCells } from './energy-store.ts';

const kit = await openTelemetry(await testPlatform());
const { platform, store, energies, rollUps } = kit;
afterAll(() => kit.stop());
platform.clock.set(Date.UTC(2026, 5, 30));

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const NOON = Date.UTC(2026, 5, 21, 10);
const sum = (energy: ReadonlyMap<number, number>) =>
  [...energy.values()].reduce((total, kwh) => total + (kwh || 0), 0);
const reading = (time: number, total: number) => ({ time, values: { 'energy.total': total } });

/** Stores the readings in pieces of a few minutes, as they come live, and rolls up after each. */
async function live(device: Awaited<ReturnType<typeof makeDevice>>, readings: ReturnType<typeof reading>[]) {
  for (let i = 0; i < readings.length; i += 40) {
    await store(device, readings.slice(i, i + 40));
    await rollUps.settle();
  }
}

test('a counter that shows 0 for two hours comes back with what it counted, live as at once', async () => {
  const [piecewise, whole] = [
    await makeDevice(platform, { ratedPower: 10_000 }),
    await makeDevice(platform, { ratedPower: 10_000 }),
  ];
  // 6 kW, read every 15 seconds; the register is not read from the first to the third hour.
  const readings = Array.from({ length: 4 * 240 }, (_, i) => {
    const hour = i / 240;
    return reading(
      NOON + i * 15 * SECOND,
      hour >= 1 && hour < 3 ? 0 : Math.floor((90_000 + 6 * hour) * 100) / 100,
    );
  });
  await live(piecewise, readings);
  await store(whole, readings);
  await rollUps.settle();
  for (const { id } of [piecewise, whole]) {
    expect(sum(await energies({ id, grain: '5m' }))).toBeCloseTo(6 * 4, 1);
    expect(sum(await energies({ id, grain: 'day' }))).toBeCloseTo(6 * 4, 1);
  }
});

test('a meter without a rating does not book its lifetime after zeros, and says what is unknown', async () => {
  const station = await makeStation(platform);
  const meter = await makeDevice(platform, { kind: 'meter', meterRole: 'grid', stationId: station.id });
  const readings = Array.from({ length: 60 }, (_, i) => ({
    time: NOON + i * 60 * SECOND,
    values: { 'meter.energy.import': i < 30 ? 0 : 100_000 + (i - 30) * 0.01 },
  }));
  for (const one of readings.slice(25)) await store(meter, [one]);
  await store(meter, readings);
  await rollUps.settle();
  const imported = await energies({ id: meter.id, flow: 'import', grain: '5m' });
  expect(sum(imported)).toBeCloseTo(0.29);
  expect(imported.get(NOON)).toBeNaN();
  expect(
    sum(await energies({ subject: 'station', id: station.id, flow: 'import', grain: 'day' })),
  ).toBeCloseTo(0.29);
});

test('what was unknown is known when the late readings come', async () => {
  const device = await makeDevice(platform, { ratedPower: 10_000 });
  const all = Array.from({ length: 49 }, (_, i) => reading(NOON + i * 300 * SECOND, 5000 + i / 2));
  const spoiled = all.map((one, i) => (i > 12 && i < 36 ? reading(one.time, 0) : one));
  await store(device, spoiled.slice(0, 30));
  await rollUps.settle();
  const stored = await readCells(platform.samples, 'device', {
    ids: [device.id],
    spans: { '5m': { start: NOON, end: NOON + 4 * HOUR } },
  });
  expect(
    stored
      .get(device.id)
      ?.get('pv')
      ?.get('5m')
      ?.get(NOON + 2 * HOUR)?.kwh,
  ).toBeNaN();
  await store(device, spoiled.slice(30));
  await rollUps.settle();
  expect(sum(await energies({ id: device.id, grain: 'day' }))).toBeCloseTo(24);
});

test('late blocks and repeated samples through the store give the same as all at once', async () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const lives = [
    ...fc.sample(counterLife, { numRuns: 8, seed: 20_260_621 }),
    // Its second level counted for fifteen hours, and a wide window dropped it for the level before and after it.
    ...fc.sample(counterLife, { numRuns: 4, seed: 25_107_804 }),
    ...fc.sample(counterLife, { numRuns: 4, seed }),
  ];
  for (const life of lives) {
    const [mixed, whole] = [
      await makeDevice(platform, { ratedPower: life.ratedW }),
      await makeDevice(platform, { ratedPower: life.ratedW }),
    ];
    const sent = life.times.map((time, i) => reading(time, life.values[i]!));
    for (let i = 0; i < sent.length; i += 30) {
      await store(mixed, sent.slice(i, i + 30));
      if (i % 60 === 0) await rollUps.settle();
    }
    await store(whole, sent);
    await rollUps.settle();
    const [first, second] = [
      await energies({ id: mixed.id, grain: '5m' }),
      await energies({ id: whole.id, grain: '5m' }),
    ];
    expect(sum(first), `lives of seed ${seed}`).toBeCloseTo(sum(second), 6);
    expectAtMost(life, sum(first), `lives of seed ${seed}`);
  }
}, 120_000);

function expectAtMost(life: CounterLife, energy: number, words: string) {
  // Of a counter that was silent throughout nothing is known.
  const truth =
    life.times.length === 0
      ? 0
      : life.energyAt(Math.max(...life.times)) - life.energyAt(Math.min(...life.times));
  expect(energy, words).toBeLessThanOrEqual(
    truth + 2 * life.step * (1 + life.times.length / 10) + life.slack + 1e-6,
  );
}
