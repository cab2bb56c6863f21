import { skyColumns } from '@sunfleet/analysis';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { createLearner } from './create-learner.ts';
import { learnFromDays, type DaysToLearn } from './learn-from-days.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 1);

/** Days of a station of 16 kW with as many arrays, under light of nine tenths of a clear sky. */
function daysOf(arrays: number, days: number): DaysToLearn {
  const site = { latitude: 48, longitude: 11 };
  const times = Float64Array.from({ length: days * 288 }, (_, row) => START + (row + 0.5) * 300_000);
  const ghi = skyColumns(times, site).ghi.map((light) => light * 0.9);
  return {
    model: {
      site,
      arrays: Array.from({ length: arrays }, (_, at) => ({
        dcPower: 16_000 / arrays,
        tilt: at % 60,
        azimuth: at,
      })),
    },
    times,
    actual: ghi.map((light) => light * 11),
    light: { ghi },
    days: Array.from({ length: days }, (_, at) => ({
      day: new Date(START + at * DAY).toISOString().slice(0, 10),
      from: at * 288,
      to: (at + 1) * 288,
    })),
  };
}

test('a thread learns the same, and everybody else has a turn while it does', async () => {
  const learner = createLearner();
  onTestFinished(() => learner.stop());
  const few = daysOf(2, 20);
  expect(await learner.learn(few)).toEqual(learnFromDays(few));
  const many = daysOf(200, 100);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const began = performance.now();
  const { learned } = await learner.learn(many);
  loop.disable();
  const took = performance.now() - began;
  expect(learned.sources.ghi?.days).toBeGreaterThan(20);
  expect(loop.max / 1e6).toBeLessThan(Math.max(200, took / 3));
}, 60_000);

test('days that end the thread or take for ever keep nobody else from being learned of', async () => {
  const learner = createLearner();
  onTestFinished(() => learner.stop());
  const few = daysOf(2, 20);
  await expect(learner.learn({ ...few, model: undefined as never })).rejects.toThrow();
  expect(await learner.learn(few)).toEqual(learnFromDays(few));
  const hasty = createLearner(1);
  onTestFinished(() => hasty.stop());
  await expect(hasty.learn(daysOf(200, 100))).rejects.toThrow();
}, 60_000);

test('days after those that taught say how wide the range is, and days that taught say nothing of it', () => {
  const given = daysOf(1, 30);
  const some = { ...given, days: given.days.slice(0, 15) };
  const { learned } = learnFromDays(some);
  const known = [{ ...learned, id: 1, validFrom: null, createdAt: new Date(START) }];
  expect(learnFromDays({ ...some, known }).spreads).toEqual({});
  const noisy = given.actual.map((watts, row) => watts * (row % 2 === 0 ? 0.9 : 1.1));
  const { low, high } = learnFromDays({ ...given, actual: noisy, known }).spreads.ghi!;
  expect(low).toBeGreaterThan(2);
  expect(high).toBeGreaterThan(2);
});
