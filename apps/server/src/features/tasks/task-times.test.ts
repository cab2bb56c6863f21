import { expect, test } from 'vitest';
import { nextTimes, scheduleFault } from './task-times.ts';

const local = (times: number[], timeZone: string) =>
  times.map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(timeZone)
      .toString({ smallestUnit: 'minute', timeZoneName: 'never' }),
  );
const after = (text: string) => Date.parse(text);
const daily = (time: string) => ({ kind: 'daily', time }) as const;

test.each([
  [
    'Europe/Berlin',
    '02:30',
    '2026-03-27T12:00Z',
    ['2026-03-28T02:30+01:00', '2026-03-29T03:30+02:00', '2026-03-30T02:30+02:00'],
  ],
  [
    'Europe/Berlin',
    '02:30',
    '2026-10-23T12:00Z',
    ['2026-10-24T02:30+02:00', '2026-10-25T02:30+02:00', '2026-10-26T02:30+01:00'],
  ],
  [
    'Europe/Berlin',
    '02:30',
    '2026-10-25T00:31Z',
    ['2026-10-26T02:30+01:00', '2026-10-27T02:30+01:00', '2026-10-28T02:30+01:00'],
  ],
  [
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-02T18:00Z',
    ['2026-10-04T02:45+11:00', '2026-10-05T02:15+11:00', '2026-10-06T02:15+11:00'],
  ],
  [
    'America/Santiago',
    '00:00',
    '2026-09-05T12:00Z',
    ['2026-09-06T01:00-03:00', '2026-09-07T00:00-03:00', '2026-09-08T00:00-03:00'],
  ],
])('each day comes once in %s at %s, whatever the clocks do', (timeZone, time, from, expected) => {
  expect(local(nextTimes(daily(time), { timeZone, after: after(from), count: 3 }), timeZone)).toEqual(
    expected,
  );
});

test('a week holds its days alone, from the next one on', () => {
  const weekly = { kind: 'weekly', time: '06:00', days: [5, 1] } as const;
  const times = nextTimes(
    { ...weekly, days: [...weekly.days] },
    { timeZone: 'Asia/Shanghai', after: after('2026-11-26T10:00Z'), count: 5 },
  );
  expect(local(times, 'Asia/Shanghai').map((text) => text.slice(0, 16))).toEqual([
    '2026-11-27T06:00',
    '2026-11-30T06:00',
    '2026-12-04T06:00',
    '2026-12-07T06:00',
    '2026-12-11T06:00',
  ]);
});

test('a moment comes once, and not after it is over', () => {
  const once = { kind: 'once', at: '2026-03-29T02:30' } as const;
  const zone = { timeZone: 'Europe/Berlin', count: 5 };
  expect(local(nextTimes(once, { ...zone, after: after('2026-03-01T00:00Z') }), 'Europe/Berlin')).toEqual([
    '2026-03-29T03:30+02:00',
  ]);
  expect(nextTimes(once, { ...zone, after: after('2026-03-29T01:30Z') })).toEqual([]);
  expect(nextTimes({ kind: 'now' }, { ...zone, after: 0 })).toEqual([]);
});

test('cron is read by a library: an hour that comes twice begins something once, one that is left out comes later', () => {
  const cron = (expression: string, from: string, count = 3) =>
    local(
      nextTimes({ kind: 'cron', expression }, { timeZone: 'Europe/Berlin', after: after(from), count }),
      'Europe/Berlin',
    );
  expect(cron('30 2 * * *', '2026-10-24T12:00Z')).toEqual([
    '2026-10-25T02:30+02:00',
    '2026-10-26T02:30+01:00',
    '2026-10-27T02:30+01:00',
  ]);
  expect(cron('30 2 * * *', '2026-03-28T12:00Z')).toEqual([
    '2026-03-29T03:30+02:00',
    '2026-03-30T02:30+02:00',
    '2026-03-31T02:30+02:00',
  ]);
  // What begins each hour begins in both hours of the same name.
  expect(cron('0 * * * *', '2026-10-24T23:30Z')).toEqual([
    '2026-10-25T02:00+02:00',
    '2026-10-25T02:00+01:00',
    '2026-10-25T03:00+01:00',
  ]);
  expect(cron('0 3 L * *', '2026-02-01T00:00Z', 2)).toEqual([
    '2026-02-28T03:00+01:00',
    '2026-03-31T03:00+02:00',
  ]);
});

test.each([
  ['x', 'cronInvalid'],
  ['', 'cronInvalid'],
  ['0 0 30 2 *', 'cronInvalid'],
  ['@daily', 'cronInvalid'],
  ['0 0 * * H', 'cronInvalid'],
  ['1 2 3 4 5 6', 'cronInvalid'],
  ['* * * * *', 'cronTooOften'],
  ['0,1 4 * * *', 'cronTooOften'],
  ['*/5 * * * *', undefined],
  ['0 4 * mar thu', undefined],
])('the expression "%s" is judged: %s', (expression, rule) => {
  expect(scheduleFault({ kind: 'cron', expression }, 'UTC')).toBe(rule);
});

test('times are looked for nine years ahead, and what does not come in so long is no schedule', () => {
  const cron = (expression: string) => ({ kind: 'cron', expression }) as const;
  const leapDays = nextTimes(cron('0 0 29 2 *'), {
    timeZone: 'UTC',
    after: after('2026-11-28T00:00Z'),
    count: 5,
  });
  expect(local(leapDays, 'UTC')).toEqual(['2028-02-29T00:00+00:00', '2032-02-29T00:00+00:00']);
  expect(scheduleFault(cron('0 0 29 2 *'), 'UTC')).toBeUndefined();
  // The fifth Monday of February: next in 2044.
  expect(scheduleFault(cron('0 0 * 2 1#5'), 'UTC')).toBe('cronInvalid');
  expect(
    nextTimes(cron('0 0 * 2 1#5'), { timeZone: 'UTC', after: after('2026-11-28T00:00Z'), count: 5 }),
  ).toEqual([]);
});
