import { solarPosition, sourceCode } from '@sunfleet/analysis';
import { parseCondition, pointByKey } from '@sunfleet/device-model';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { judgeSql, type JudgedRule } from './judge-sql.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const NOON = Date.UTC(2026, 5, 21, 12) / 1000;
const POWER = pointByKey('ac.power')!.id;
const TEMPERATURE = pointByKey('temp.inverter')!.id;

const ruleOf = (
  raise: string,
  values: Partial<Omit<JudgedRule, 'raise' | 'clear'>> & { clear?: string } = {},
): JudgedRule => ({
  consecutive: 1,
  onDelay: 0,
  offDelay: 0,
  ...values,
  raise: parseCondition(raise),
  clear: values.clear === undefined ? null : parseCondition(values.clear),
});

let device = 1_000_000;

/** Stores means of five minutes of a new device from noon on; null: nothing was measured. */
async function store(values: readonly (number | null)[], { point = POWER, of = (device += 1) } = {}) {
  const rows = values.flatMap((avg, place) =>
    avg === null
      ? []
      : [
          {
            device: of,
            point,
            bucket: NOON + place * 300,
            avg,
            min: avg - 1,
            max: avg + 1,
            n: 1,
            version: 1,
          },
        ],
  );
  if (rows.length > 0) await platform.samples.insertRows('rollup_5m', rows);
  return of;
}

interface Site {
  areas: number[];
  stores: number[];
  held: number[];
  generation: number[];
  stations: number[];
  groups: number[];
  lats: number[];
  lons: number[];
  rateds: number[];
  shares: number[];
}

/** Episodes as the places of their means: begin, raised, end (Infinity: it goes on). */
async function judge(
  rules: JudgedRule[],
  devices: number[],
  { standing = [], ...site }: Partial<Site> & { standing?: number[] } = {},
) {
  const zeros = devices.map(() => 0);
  const rows = await platform.samples.query<{
    device: number;
    rule: number;
    begin: number;
    raised: number;
    end: number;
    last: number;
  }>(judgeSql(rules), {
    devices,
    stations: zeros,
    groups: zeros,
    lats: zeros,
    lons: zeros,
    rateds: zeros,
    shares: zeros,
    ...site,
    standing,
    from: NOON - 86_400,
    to: NOON + 3 * 86_400,
  });
  const place = (at: number) => (at === 0 ? Number.NaN : (at - NOON) / 300);
  return rows
    .map((row) => ({
      device: row.device,
      rule: row.rule,
      begin: place(row.begin),
      raised: place(row.raised) - 1,
      end: row.end === 0 ? Infinity : place(row.end),
    }))
    .toSorted((a, b) => a.device - b.device || a.rule - b.rule || (a.begin || -1) - (b.begin || -1))
    .map(({ rule, begin, raised, end }) => [rule, begin, raised, end]);
}

test('so many in a row raise it, at the first of them; the first that is over ends it', async () => {
  const of = await store([5, 20, 20, 5, 20, 20, 20, 20, 5, 5]);
  expect(await judge([ruleOf('ac.power > 10', { consecutive: 3 })], [of])).toEqual([[0, 4, 6, 8]]);
});

test('as many rules as an organisation has at once are judged together, each by its own count and delays', async () => {
  const of = await store([20, 20, 20, 20, 5]);
  const rules = Array.from({ length: 20 }, (_, n) =>
    ruleOf('ac.power > 10 W', { consecutive: 1 + (n % 4), offDelay: n < 10 ? 0 : 60 }),
  );
  expect(await judge(rules, [of])).toEqual(
    rules.map(({ consecutive, offDelay }, n) => [n, 0, consecutive - 1, offDelay === 0 ? 4 : Infinity]),
  );
});

test('between two thresholds it stands on, and a delay keeps it from ending at once', async () => {
  const of = await store([20, 8, 12, 8, 4, 8, 4, 4, 4, 20]);
  expect(await judge([ruleOf('ac.power > 10', { clear: 'ac.power < 5', offDelay: 15 })], [of])).toEqual([
    [0, 0, 0, 6],
    [0, 9, 9, Infinity],
  ]);
});

test('what is missing does not end a streak, a long silence does', async () => {
  const rule = ruleOf('ac.power > 10', { consecutive: 3 });
  const of = await store([20, null, null, null, 20, 20, 5]);
  expect(await judge([rule], [of])).toEqual([[0, 0, 5, 6]]);
  const silent = await store([20, 20, null, null, null, null, 20, 20, 5]);
  expect(await judge([rule], [silent])).toEqual([]);
});

test('what stood before ends, or goes on, without being raised again', async () => {
  const of = await store([20, 20, 5]);
  const rule = ruleOf('ac.power > 10');
  expect(await judge([rule], [of], { standing: [of * 1000] })).toEqual([
    [0, Number.NaN, expect.anything(), 2],
  ]);
});

test('peers, expected and rated power, and the sun count by device', async () => {
  const devices = [await store([100]), await store([102]), await store([98]), await store([40])];
  const same = { groups: devices.map(() => 9), rateds: devices.map(() => 200) };
  expect(await judge([ruleOf('ac.power < 0.8 * peers(ac.power)')], devices, same)).toEqual([
    [0, 0, 0, Infinity],
  ]);
  expect(
    await judge([ruleOf('ac.power < 0.8 * peers(ac.power)')], devices.slice(2), {
      groups: [9, 9],
      rateds: [200, 200],
    }),
  ).toEqual([]);
  expect(await judge([ruleOf('ac.power / rated < 0.3')], devices, same)).toEqual([[0, 0, 0, Infinity]]);
  await platform.samples.insertRows('expected_power_5m', [
    {
      station: 77,
      bucket: NOON,
      p10: 300,
      p50: 400,
      p90: 500,
      bound: 500,
      source: sourceCode('weather'),
      calibration: 0,
      version: 1,
    },
  ]);
  const expected = { stations: devices.map(() => 77), shares: devices.map(() => 0.25) };
  expect(await judge([ruleOf('ac.power < 0.5 * expected')], devices, expected)).toEqual([
    [0, 0, 0, Infinity],
  ]);
  expect(
    await judge([ruleOf('ac.power < 0.5 * expected')], devices, {
      stations: devices.map(() => 78),
      shares: devices.map(() => 1),
    }),
  ).toEqual([]);
  const place = { lats: [48], lons: [11] };
  const elevation = solarPosition((NOON + 150) * 1000, { latitude: 48, longitude: 11 }).elevation;
  const near = (by: number) => ruleOf(`sun > ${elevation + by} and ac.power > 0`);
  expect(await judge([near(-0.1), near(0.1)], [devices[0]!], place)).toEqual([[0, 0, 0, Infinity]]);
});

test('windows look back over what was measured', async () => {
  const of = await store([10, 10, 10, 10, 10, 10, 40, 40, 40, 40]);
  const at = async (text: string) => (await judge([ruleOf(text)], [of]))[0]?.[1];
  expect(await at('avg(ac.power, 20 min) > 20')).toBe(7);
  expect(await at('max(ac.power, 20 min) > 40.5')).toBe(6);
  expect(await at('min(ac.power, 20 min) > 38')).toBe(9);
  expect(await at('change(ac.power, 20 min) > 29')).toBe(6);
  expect(await at('rate(ac.power, 20 min) > 119')).toBe(6);
  expect(await at('duration(ac.power > 20, 30 min) >= 15 min')).toBe(8);
  expect(await at('ac.power / (temp.inverter - temp.inverter) > 1')).toBeUndefined();
});

test('a window is known of devices that report each quarter of an hour, and unknown where half of it is missing', async () => {
  const quarters = (count: number) => Array.from({ length: count }, () => [40, null, null]).flat();
  const ofQuarters = await store(quarters(24));
  const rule = [ruleOf('avg(ac.power, 2 h) > 20')];
  // Half of two hours: four quarters.
  expect((await judge(rule, [ofQuarters]))[0]?.[1]).toBe(9);
  const silent = await store([...quarters(3), ...Array.from({ length: 21 }, () => null), ...quarters(3)]);
  expect(await judge(rule, [silent])).toEqual([]);
});

test('points without kept means are read from their samples', async () => {
  const of = (device += 1);
  const point = pointByKey('insulation.resistance')!.id;
  const rows = [90, 80, 30, 20, 90].map((value, place) => ({
    device: of,
    point,
    time: (NOON + 60 + place * 300) * 1000,
    value,
  }));
  await platform.samples.insertRows('samples', rows);
  expect(await judge([ruleOf('insulation.resistance < 50 kΩ', { consecutive: 2 })], [of])).toEqual([
    [0, 2, 3, 4],
  ]);
});

/** The same machine, mean by mean. */
function walk(
  values: readonly (number | null)[],
  { consecutive, onDelay, offDelay }: JudgedRule,
  [above, below]: readonly [number, number],
) {
  const found: number[][] = [];
  let up: number[] = [];
  let down: number[] = [];
  let last = -Infinity;
  let stands = false;
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    if (place - last > 4) [up, down] = [[], []];
    last = place;
    up = value > above ? [...up, place] : [];
    down = value <= above && value < below ? [...down, place] : [];
    const lasts = (streak: number[], minutes: number) =>
      streak.length > 0 && (place + 1 - streak[0]!) * 5 >= minutes;
    if (up.length >= consecutive && lasts(up, onDelay)) {
      if (!stands) found.push([0, up[0]!, place, Infinity]);
      stands = true;
    } else if (lasts(down, offDelay)) {
      if (stands) found.at(-1)![3] = down[0]!;
      stands = false;
    }
  }
  return found;
}

test('any course gives what a walk through it gives', { timeout: 60_000 }, async () => {
  const value = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { maxLength: 40 }),
      fc.record({
        consecutive: fc.integer({ min: 1, max: 5 }),
        onDelay: fc.constantFrom(0, 10, 30),
        offDelay: fc.constantFrom(0, 10, 30),
      }),
      fc.integer({ min: 3, max: 12 }),
      async (values, delays, below) => {
        const of = await store(values, { point: TEMPERATURE });
        const rule = ruleOf('temp.inverter > 10', { ...delays, clear: `temp.inverter < ${below}` });
        expect(await judge([rule], [of])).toEqual(walk(values, rule, [10, below]));
      },
    ),
    { numRuns: 60 },
  );
});

test('a device is compared with stations nearby but not with its own, and with nothing where they are few', async () => {
  const devices = [await store([10, 10]), await store([11, 11])];
  for (const power of [100, 110, 90]) devices.push(await store([power, power]));
  const rule = ruleOf('ac.power < 0.5 * near(ac.power)');
  const site = { stations: [1, 1, 2, 3, 4], areas: [5, 5, 5, 5, 5] };
  expect(await judge([rule], devices, site)).toEqual([
    [0, 0, 0, Infinity],
    [0, 0, 0, Infinity],
  ]);
  expect(await judge([rule], devices, { ...site, areas: [5, 5, 5, 5, 6] })).toEqual([]);
  const careful = ruleOf('ac.power < 50 and (not known(near(ac.power)) or near(ac.power) > 50)');
  expect(await judge([careful], devices, { ...site, areas: [5, 6, 7, 8, 9] })).toHaveLength(2);
});

test('a station with many devices has one voice among those nearby', async () => {
  const devices = [await store([40, 40])];
  for (let n = 0; n < 5; n += 1) devices.push(await store([10, 10]));
  for (let n = 0; n < 2; n += 1) devices.push(await store([100, 100]));
  const site = { stations: [1, 2, 2, 2, 2, 2, 3, 4], areas: devices.map(() => 5) };
  expect(await judge([ruleOf('ac.power < 0.5 * near(ac.power)')], devices, site)).toHaveLength(6);
});

test('what a station makes in all, what its meter is, and what limits a device are known', async () => {
  const [one, two] = [await store([100, 100]), await store([100, 100])];
  const meter = await store([150, 150], { point: pointByKey('meter.power')!.id });
  const limit = { point: pointByKey('limit.power')!.id };
  await store([100, 40], { ...limit, of: one });
  const site = { stations: [1, 1, 1], stores: [0, 0, 0], held: [0, 1, 0], generation: [0, 0, 1] };
  const rules = [
    ruleOf('generationMeter and meter.power < 0.85 * total(production)'),
    ruleOf('ac.power > 1 W and curtailed'),
  ];
  expect(await judge(rules, [one, two, meter], site)).toEqual([
    [1, 1, 1, Infinity],
    [1, 0, 0, Infinity],
    [0, 0, 0, Infinity],
  ]);
});

test('the lowest and the middle current of inputs count, and a hybrid gives what its modules do', async () => {
  const of = await store([-50, -50]);
  await store([400, 300], { point: pointByKey('dc.power')!.id, of });
  for (const [n, current] of [8, 0, 9].entries()) {
    await platform.samples.insertRows(
      'samples',
      [0, 1].map((place) => ({
        device: of,
        point: pointByKey(`pv${n + 1}.current`)!.id,
        time: (NOON + place * 300) * 1000,
        value: current,
      })),
    );
  }
  const rules = [
    ruleOf('input.low < 0.1 * input.mid and input.mid > 7 A and input.mid < 9 A'),
    ruleOf('production > 350 W'),
  ];
  expect(await judge(rules, [of], { stores: [1] })).toEqual([
    [0, 0, 0, Infinity],
    [1, 0, 0, 1],
  ]);
});
