import { expect, test } from 'vitest';
import { createLocalTimes, instantsOf } from './local-times.ts';

const wall = (text: string) => ({ wall: Date.parse(`${text}Z`) });
const resolve = (zone: string, texts: readonly string[], series = 'a') => {
  const times = createLocalTimes(zone);
  return texts.map((text) => {
    const resolved = times.resolve(series, wall(text));
    return resolved === 'skipped' ? 'skipped' : new Date(resolved.time).toISOString().slice(11, 16);
  });
};

test('the hour that comes twice is read in the order of the rows', () => {
  const hour = [
    '2025-10-26T01:30',
    '2025-10-26T02:00',
    '2025-10-26T02:30',
    '2025-10-26T02:00',
    '2025-10-26T02:30',
    '2025-10-26T03:00',
  ];
  expect(resolve('Europe/Berlin', hour)).toEqual(['23:30', '00:00', '00:30', '01:00', '01:30', '02:00']);
  expect(resolve('Europe/Berlin', hour.toReversed())).toEqual([
    '02:00',
    '01:30',
    '01:00',
    '00:30',
    '00:00',
    '23:30',
  ]);
});

test('series do not disturb each other', () => {
  const times = createLocalTimes('Europe/Berlin');
  const two = wall('2025-10-26T02:30');
  const first = times.resolve('a', two);
  expect(times.resolve('b', two)).toEqual(first);
  expect(times.resolve('a', two)).not.toEqual(first);
});

test('an ambiguous time says so, others do not', () => {
  const times = createLocalTimes('Europe/Berlin');
  expect(times.resolve('a', wall('2025-10-26T02:30'))).toMatchObject({ ambiguous: true });
  expect(times.resolve('a', wall('2025-10-26T03:30'))).toMatchObject({ ambiguous: false });
});

test('a time that the clocks skip is skipped', () => {
  expect(
    resolve('America/New_York', [
      '2016-03-13T01:59',
      '2016-03-13T02:00',
      '2016-03-13T02:59',
      '2016-03-13T03:00',
    ]),
  ).toEqual(['06:59', 'skipped', 'skipped', '07:00']);
});

test('half hours and zones without summer time', () => {
  expect(instantsOf(Date.parse('2025-04-06T01:45Z'), 'Australia/Lord_Howe')).toHaveLength(2);
  expect(resolve('Asia/Kolkata', ['2020-05-15T01:00'])).toEqual(['19:30']);
  expect(resolve('UTC', ['2025-10-26T02:30'])).toEqual(['02:30']);
});

test('an instant needs no zone, and moves the order on', () => {
  const times = createLocalTimes('Europe/Berlin');
  const late = Date.parse('2025-10-26T01:15Z');
  expect(times.resolve('a', { instant: late })).toEqual({ time: late, ambiguous: false });
  expect(times.resolve('a', wall('2025-10-26T02:30'))).toEqual({
    time: Date.parse('2025-10-26T01:30Z'),
    ambiguous: true,
  });
});
