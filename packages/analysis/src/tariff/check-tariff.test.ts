import { expect, test } from 'vitest';
import { tariffFaults, tariffHoles } from './check-tariff.ts';
import { always, DAY_TYPES, fixedTariff, type PriceRule, type TariffRules } from './tariff.ts';

const tariff = (values: Partial<TariffRules>): TariffRules => ({
  ...fixedTariff({ import: 0.3, feedIn: null }),
  ...values,
});
const rule = (values: Partial<PriceRule>): PriceRule => ({ ...always(0.1)[0]!, ...values });
const hour = (at: number) => at * 60;

test('one price at all times has no holes, and neither has a direction without prices', () => {
  expect(tariffHoles(fixedTariff({ import: 0.3, feedIn: 0.08 }))).toEqual([]);
  expect(tariffHoles(fixedTariff({ import: null, feedIn: null }))).toEqual([]);
});

test('a time without a price is named by direction, days and clock', () => {
  const holes = tariffHoles(tariff({ import: [rule({ to: hour(7) }), rule({ from: hour(8), to: 1440 })] }));
  expect(holes).toEqual([
    {
      kind: 'gap',
      direction: 'import',
      from: '01-01',
      to: '12-31',
      day: 'weekday',
      start: 420,
      end: 480,
      rules: [],
    },
    {
      kind: 'gap',
      direction: 'import',
      from: '01-01',
      to: '12-31',
      day: 'weekend',
      start: 420,
      end: 480,
      rules: [],
    },
  ]);
});

test('prices that overlap are named with their rules, for their season and day alone', () => {
  const holes = tariffHoles(
    tariff({
      seasons: [{ name: 'Summer', from: '05-01', to: '10-31' }],
      feedIn: [rule({}), rule({ seasons: [0], days: ['weekend'], from: hour(22), to: hour(6) })],
    }),
  );
  const of = {
    kind: 'overlap',
    direction: 'feedIn',
    from: '05-01',
    to: '10-31',
    day: 'weekend',
    rules: [0, 1],
  };
  expect(holes).toEqual([
    { ...of, start: 0, end: hour(6) },
    { ...of, start: hour(22), end: 1440 },
  ]);
});

test('seasons that leave out a day leave out its prices, 29 February too', () => {
  const seasons = [
    { name: 'Summer', from: '03-01', to: '10-31' },
    { name: 'Winter', from: '11-01', to: '02-28' },
  ];
  const holes = tariffHoles(tariff({ seasons, import: [rule({ seasons: [0] }), rule({ seasons: [1] })] }));
  expect(holes.map(({ from, to, day }) => `${day} ${from} ${to}`)).toEqual([
    'weekday 02-29 02-29',
    'weekend 02-29 02-29',
  ]);
});

test('a gap over New Year is one gap', () => {
  const seasons = [{ name: 'Summer', from: '04-01', to: '10-31' }];
  const [hole] = tariffHoles(tariff({ seasons, import: [rule({ seasons: [0] })] }));
  expect(hole).toMatchObject({ kind: 'gap', from: '11-01', to: '03-31', start: 0, end: 1440 });
});

test('holidays need a price only where some are listed', () => {
  const days: PriceRule['days'] = ['weekday', 'weekend'];
  expect(tariffHoles(tariff({ import: [rule({ days })] }))).toEqual([]);
  const listed = tariffHoles(tariff({ import: [rule({ days })], holidays: ['12-25'] }));
  expect(listed).toMatchObject([{ kind: 'gap', day: 'holiday', start: 0, end: 1440 }]);
});

test('three rules over each other are one overlap where they are the same, and another where one ends', () => {
  const holes = tariffHoles(tariff({ import: [rule({}), rule({ to: hour(2) }), rule({ to: hour(1) })] }));
  expect(
    holes.filter(({ day }) => day === 'weekday').map(({ start, end, rules }) => [start, end, rules]),
  ).toEqual([
    [0, 60, [0, 1, 2]],
    [60, 120, [0, 1]],
  ]);
});

test('figures that cannot be are named where they stand', () => {
  const faults = tariffFaults(
    tariff({
      seasons: [{ name: 'x', from: '02-30', to: '03-01' }],
      holidays: ['2025-02-29', '12-25', '2024-02-29'],
      import: [
        rule({ from: 7 }),
        rule({ from: 60, to: 60 }),
        rule({ days: [] }),
        rule({ seasons: [1] }),
        rule({ price: 1e9 }),
        rule({ price: Number.NaN }),
        rule({ price: 0.1234567 }),
      ],
      subsidy: 2000,
      standing: { amount: Number.POSITIVE_INFINITY, per: 'day' },
    }),
  );
  expect(faults.map(({ kind, at, place }) => `${at} ${place} ${kind}`)).toEqual([
    'season 0 season',
    'holiday 0 holiday',
    'import 0 clock',
    'import 1 clock',
    'import 2 days',
    'import 3 season',
    'import 4 price',
    'import 5 price',
    'import 6 price',
    'subsidy 0 price',
    'standing 0 price',
  ]);
});

test('a negative price is a price', () => {
  expect(tariffFaults(fixedTariff({ import: -0.05, feedIn: -0.000_001 }))).toEqual([]);
});

test('every day type is asked for in a fixed tariff with holidays', () => {
  expect(DAY_TYPES).toHaveLength(3);
  expect(tariffHoles({ ...fixedTariff({ import: 1, feedIn: 1 }), holidays: ['01-01'] })).toEqual([]);
});

test('hundreds of prices that overlap are looked at until so many holes are found', () => {
  const overlapping = Array.from({ length: 200 }, (_, n) => rule({ from: n * 5 }));
  const holes = tariffHoles(tariff({ import: overlapping, feedIn: overlapping }), 3);
  expect(holes.map(({ direction, day, start }) => [direction, day, start])).toEqual([
    ['import', 'weekday', 5],
    ['import', 'weekday', 10],
    ['import', 'weekday', 15],
  ]);
});
