import { sourceCode } from '@sunfleet/analysis';
import { ALARM_RULE_PACK } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { readEpisodes } from './judge-devices.ts';
import { readRule } from './rule-conditions.ts';
import type { RuleDevice } from './rule-devices.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const HOUR = 3600;
/** The sun rises at about 6:10 and sets at about 18:15. */
const MIDNIGHT = Date.UTC(2026, 2, 21) / 1000;
const RATED = 10_000;
const POWER = pointByKey('ac.power')!.id;
let lastId = 2_000_000;

const inverter = (values: Partial<RuleDevice> = {}): RuleDevice => ({
  id: (lastId += 1),
  stationId: lastId,
  kind: 'inverter',
  meterRole: null,
  homePath: '/',
  held: false,
  peers: String(lastId),
  latitude: 40,
  longitude: 0,
  ratedPower: RATED,
  share: 1,
  ...values,
});

/** Stores a mean for each five minutes between two hours of the day. */
async function measure(
  { id }: RuleDevice,
  from: number,
  to: number,
  of: (hour: number) => number,
): Promise<void> {
  const rows = Array.from({ length: Math.round((to - from) * 12) }, (_, step) => {
    const avg = of(from + step / 12);
    const bucket = MIDNIGHT + from * HOUR + step * 300;
    return { device: id, point: POWER, bucket, avg, min: avg, max: avg, n: 1, version: 1 };
  });
  await platform.samples.insertRows('rollup_5m', rows);
}

/** Hours of the day at which a shipped rule raised something on the first of some devices. */
async function raised(pack: keyof typeof ALARM_RULE_PACK, devices: readonly RuleDevice[]): Promise<number[]> {
  const episodes = await readEpisodes(platform.samples, [readRule(ALARM_RULE_PACK[pack])], {
    devices,
    standing: [],
    from: MIDNIGHT - 24 * HOUR,
    to: MIDNIGHT + 48 * HOUR,
  });
  return episodes
    .filter(({ device }) => device === devices[0]!.id)
    .map((one) => (one.raised / 1000 - MIDNIGHT) / HOUR);
}

test('power in the dark is a wrong clock, spikes of a line are none', async () => {
  const spikes = inverter();
  await measure(spikes, 1, 2, () => 65_535);
  expect(await raised('wrongClock', [spikes])).toEqual([]);
  const early = inverter();
  await measure(early, 5, 7, (hour) => (hour - 5) * 2000);
  expect(await raised('wrongClock', [early])).toHaveLength(1);
  const right = inverter();
  await measure(right, 5, 8, (hour) => Math.max(0, hour - 6) * 2000);
  expect(await raised('wrongClock', [right])).toEqual([]);
});

test('full power that stands still is a limit by day, and a stuck value as the sun goes down', async () => {
  const limited = inverter();
  await measure(limited, 10, 16, () => RATED);
  await measure(limited, 16, 20, (hour) => Math.max(0, 18 - hour) * 4000);
  expect(await raised('stuckPower', [limited])).toEqual([]);
  const stuck = inverter();
  await measure(stuck, 10, 20, () => RATED);
  expect(await raised('stuckPower', [stuck])).toHaveLength(1);
});

/** What is expected of the station of a device from 8 to 18 o'clock. */
async function expectOf(
  { stationId }: RuleDevice,
  { p50, p10 }: { p50: number; p10: number },
): Promise<void> {
  await platform.samples.insertRows(
    'expected_power_5m',
    Array.from({ length: 120 }, (_, step) => ({
      station: stationId,
      bucket: MIDNIGHT + 8 * HOUR + step * 300,
      p10,
      p50,
      p90: p50,
      bound: p50,
      source: sourceCode('weather'),
      calibration: 0,
      version: 1,
    })),
  );
}

test('less than a narrow band is wrong, as much less than a wide one is not', async () => {
  const [sensor, weather] = [inverter(), inverter()];
  for (const device of [sensor, weather]) await measure(device, 8, 18, () => 5800);
  await expectOf(sensor, { p50: 8000, p10: 7000 });
  await expectOf(weather, { p50: 8000, p10: 4000 });
  expect(await raised('belowExpected', [sensor])).toHaveLength(1);
  expect(await raised('belowExpected', [weather])).toEqual([]);
});

test('what is below the weather and below the neighbours is wrong by the product of both', async () => {
  const near = Array.from({ length: 5 }, () => inverter());
  for (const device of near) await measure(device, 8, 18, () => 7400);
  const [less, cloudy] = [inverter(), inverter()];
  await measure(less, 8, 18, () => 5360);
  await measure(cloudy, 8, 18, () => 6000);
  for (const device of [less, cloudy]) await expectOf(device, { p50: 8000, p10: 4000 });
  expect(await raised('belowExpected', [less, ...near])).toHaveLength(1);
  expect(await raised('belowExpected', [cloudy, ...near])).toEqual([]);
});

test('snow that slid off at noon is no fault of the afternoon', async () => {
  const snowy = inverter();
  await measure(snowy, 8, 18, (hour) => (hour < 13 ? 0 : 8000));
  await expectOf(snowy, { p50: 8000, p10: 4000 });
  expect(await raised('belowExpected', [snowy])).toEqual([]);
});
