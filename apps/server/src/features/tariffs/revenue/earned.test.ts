import { fixedTariff } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { checkVersions } from '../check-versions.ts';
import { earned } from './earned.ts';
import { readIntervals } from './read-intervals.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const HOUR = 3_600_000;

/** How often others have their turn until a piece of work is done. */
async function turnsWithin(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const next = () => {
    turns += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work();
  isDone = true;
  return turns;
}

test('others have their turn while twenty years of hours are priced', async () => {
  const length = 20 * 8766;
  const first = Date.UTC(2005, 0, 1);
  const history = {
    starts: Float64Array.from({ length }, (_, at) => first + at * HOUR),
    lengthMs: HOUR,
    pv: new Float64Array(length).fill(1),
    export: new Float64Array(length).fill(1),
  };
  const station = {
    id: 1,
    timeZone: 'Europe/Madrid',
    gridType: 'fullFeedIn' as const,
    terms: [{ from: null, tariff: { currency: 'EUR', rules: fixedTariff({ import: null, feedIn: 0.1 }) } }],
  };
  let total: number | null = 0;
  const turns = await turnsWithin(async () => {
    const range = { start: first, end: first + length * HOUR };
    total = (await earned(history, range, station)).revenues[0]!.total;
  });
  expect(total).toBe(length * 10);
  expect(turns).toBeGreaterThan(100);
});

test('others have their turn while versions of a tariff are looked at', async () => {
  const rules = fixedTariff({ import: 0.3, feedIn: 0.1 });
  const versions = Array.from({ length: 50 }, (_, n) => ({
    from: n === 0 ? null : `20${10 + n}-01-01`,
    rules,
  }));
  const words = { language: 'en-US' as const, text: platform.text };
  expect(await turnsWithin(() => checkVersions(words, versions))).toBeGreaterThan(40);
});

test('what is read part by part is what is read at once', async () => {
  const first = Date.UTC(2020, 0, 1);
  const rows = Array.from({ length: 100 }, (_, n) => n).flatMap((n) =>
    ['pv', ...(n > 60 ? ['export'] : [])].map((flow) => ({
      subject: 'station',
      id: 4_000_001,
      flow,
      grain: '5m',
      start: Math.floor(first / 1000) + 300 * (n + 1),
      kwh: n,
      spread: 0,
      version: 1,
    })),
  );
  await platform.samples.insertRows('energy', rows);
  for (const step of [5, 15] as const) {
    const query = { ids: [4_000_001], step };
    const [parts, whole] = [
      await readIntervals(platform.samples, query, 7),
      await readIntervals(platform.samples, query, 1_000_000_000),
    ];
    expect(whole.get(4_000_001)!.starts.length).toBe(step === 5 ? 100 : 34);
    expect(parts).toEqual(whole);
  }
  expect(await readIntervals(platform.samples, { ids: [4_000_002], step: 5 })).toEqual(new Map());
});
