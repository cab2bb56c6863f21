import { sourceCode } from '@sunfleet/analysis';
import { ALARM_RULE_PACK } from '@sunfleet/contract';
import { hasMeans, pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { readEpisodes, type Episode } from './judge-devices.ts';
import { readRule } from './rule-conditions.ts';
import type { RuleDevice } from './rule-devices.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const HOUR = 3600;
/** The sun rises at about 6:10 and sets at about 18:15. */
const MIDNIGHT = Date.UTC(2026, 2, 21) / 1000;
const RATED = 10_000;
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
  of: (hour: number) => number | Readonly<Record<string, number>>,
): Promise<void> {
  const values = Array.from({ length: Math.round((to - from) * 12) }, (_, step) => {
    const told = of(from + step / 12);
    return Object.entries(typeof told === 'number' ? { 'ac.power': told } : told).map(([key, value]) => ({
      device: id,
      point: pointByKey(key)!,
      time: MIDNIGHT + from * HOUR + step * 300,
      value,
    }));
  }).flat();
  // Of some points no means are kept.
  const [kept, others] = [
    values.filter(({ point }) => hasMeans(point)),
    values.filter(({ point }) => !hasMeans(point)),
  ];
  await platform.samples.insertRows(
    'rollup_5m',
    kept.map(({ device, point, time: bucket, value: avg }) => {
      return { device, point: point.id, bucket, avg, min: avg, max: avg, n: 1, version: 1 };
    }),
  );
  if (others.length > 0)
    await platform.samples.insertRows(
      'samples',
      others.map(({ device, point, time, value }) => ({ device, point: point.id, time: time * 1000, value })),
    );
}

/** What a shipped rule found on the first of some devices. */
async function episodesOf(
  pack: keyof typeof ALARM_RULE_PACK,
  devices: readonly RuleDevice[],
): Promise<Episode[]> {
  const episodes = await readEpisodes(platform.samples, [readRule(ALARM_RULE_PACK[pack])], {
    devices,
    standing: [],
    from: MIDNIGHT - 24 * HOUR,
    to: MIDNIGHT + 48 * HOUR,
  });
  return episodes.filter(({ device }) => device === devices[0]!.id);
}

/** Hours of the day at which it raised something. */
const raised = async (...of: Parameters<typeof episodesOf>): Promise<number[]> =>
  (await episodesOf(...of)).map((one) => (one.raised / 1000 - MIDNIGHT) / HOUR);

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

test('an input that gives nothing is told as such, and not as less than expected and less than peers', async () => {
  const open = inverter({ peers: 'p' });
  const peers = [1, 2, 3].map(() => inverter({ peers: 'p', stationId: open.stationId }));
  const course = (low: number) => () => ({
    'ac.power': 4000 + 1000 * low,
    'pv1.current': 8,
    'pv2.current': low,
  });
  for (const device of peers) await measure(device, 8, 18, course(4));
  await expectOf(open, { p50: 40_000, p10: 32_000 });
  await measure(open, 8, 18, course(0));
  const share = { share: 0.25 };
  expect(await raised('openString', [{ ...open, ...share }, ...peers])).toHaveLength(1);
  expect(await raised('belowPeers', [open, ...peers])).toEqual([]);
  expect(await raised('belowExpected', [{ ...open, ...share }, ...peers])).toEqual([]);
  const weak = inverter({ peers: 'p', stationId: open.stationId });
  await measure(weak, 8, 18, course(1));
  expect(await raised('belowPeers', [weak, ...peers])).toHaveLength(1);
});

test('a failed fan is not well again in the cool of the evening', async () => {
  const hot = inverter({ peers: 'f' });
  const peers = [1, 2, 3].map(() => inverter({ peers: 'f', stationId: hot.stationId }));
  const power = (hour: number) => Math.max(0, 6 - Math.abs(hour - 13)) * 1500;
  const course = (rise: number) => (hour: number) => ({
    'ac.power': power(hour),
    'temp.inverter': 15 + rise * power(hour),
  });
  for (const device of peers) await measure(device, 6, 20, course(0.002));
  await measure(hot, 6, 20, course(0.006));
  expect(await episodesOf('derating', [hot, ...peers])).toMatchObject([{ end: 0 }]);
  for (const device of [hot, ...peers]) await measure(device, 30, 44, (hour) => course(0.002)(hour - 24));
  expect(await episodesOf('derating', [hot, ...peers])).toMatchObject([{ end: expect.any(Number) }]);
  expect((await episodesOf('derating', [hot, ...peers]))[0]!.end).toBeGreaterThan(0);
});

test('nothing is judged by a window that begins before what is read', async () => {
  const device = inverter();
  await measure(device, 4, 20, () => 4000);
  const falling = {
    ...ALARM_RULE_PACK.zeroProduction,
    raise: 'ac.power > 1 W and change(sun, 6 h) < 0°',
    clear: '',
    onDelay: 0,
  };
  const [episode] = await readEpisodes(platform.samples, [readRule(falling)], {
    devices: [device],
    standing: [],
    from: MIDNIGHT + 10 * HOUR,
    to: MIDNIGHT + 20 * HOUR,
  });
  expect((episode!.begin / 1000 - MIDNIGHT) / HOUR).toBeGreaterThan(15);
});
