import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayRange,
  instantOfWall,
  localDayOf,
  localTimeOf,
  monthRange,
  yearRange,
} from './local-days.ts';

const HOUR = 3_600_000;
const hours = ({ start, end }: { start: number; end: number }) => (end - start) / HOUR;

describe('dayRange', () => {
  it.each([
    ['2026-03-28', 'Europe/Madrid', 24],
    ['2026-03-29', 'Europe/Madrid', 23],
    ['2026-10-25', 'Europe/Madrid', 25],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-11-01', 'America/Havana', 25],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2026-06-01', 'Asia/Kathmandu', 24],
  ])('%s in %s has %d h', (day, zone, length) => {
    expect(hours(dayRange(day, zone))).toBe(length);
  });

  it('begins at local midnight', () => {
    expect(dayRange('2026-07-01', 'Asia/Shanghai').start).toBe(Date.UTC(2026, 5, 30, 16));
  });

  it('begins at one o’clock where midnight is skipped', () => {
    const { start } = dayRange('2018-11-04', 'America/Sao_Paulo');
    expect(localTimeOf(start, 'America/Sao_Paulo')).toBe('2018-11-04T01:00:00');
    expect(localDayOf(start - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
  });

  it('begins at the first of two midnights', () => {
    const { start } = dayRange('2026-11-01', 'America/Havana');
    expect(start).toBe(Date.UTC(2026, 10, 1, 4));
  });

  it.each(['2026-02-30', '2026-2-3', 'today', ''])('refuses %j', (day) => {
    expect(() => dayRange(day, 'UTC')).toThrow(RangeError);
  });

  it('puts every instant into the day it names, whatever the zone', () => {
    const zone = fc.constantFrom(
      'Europe/Madrid',
      'America/Santiago',
      'Africa/Cairo',
      'Asia/Tehran',
      'Pacific/Apia',
    );
    const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2036, 0, 1) });
    fc.assert(
      fc.property(time, zone, (at, name) => {
        const { start, end } = dayRange(localDayOf(at, name), name);
        expect(start <= at && at < end).toBe(true);
      }),
    );
  });

  it('joins days without a hole or an overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), (n) => {
        const day = addDays('2000-01-01', n);
        const next = addDays(day, 1);
        expect(dayRange(day, 'America/Santiago').end).toBe(dayRange(next, 'America/Santiago').start);
      }),
    );
  });
});

describe('monthRange and yearRange', () => {
  it('know the month of a day', () => {
    expect(hours(monthRange('2026-03-15', 'Europe/Madrid'))).toBe(31 * 24 - 1);
    expect(monthRange('2026-03', 'Europe/Madrid')).toEqual(monthRange('2026-03-15', 'Europe/Madrid'));
  });

  it('know December and the leap year', () => {
    expect(monthRange('2026-12', 'UTC').end).toBe(Date.UTC(2027, 0, 1));
    expect(hours(yearRange('2028', 'Europe/Madrid'))).toBe(366 * 24);
  });

  it('are the sum of their days', () => {
    const days = Array.from({ length: 365 }, (_, i) => addDays('2026-01-01', i));
    const sum = days.reduce((total, day) => total + hours(dayRange(day, 'Europe/Madrid')), 0);
    expect(sum).toBe(365 * 24);
  });
});

describe('instantOfWall', () => {
  it('takes the first of a repeated hour and the end of a skipped one', () => {
    const zone = 'Europe/Madrid';
    expect(instantOfWall(Date.UTC(2026, 9, 25, 2, 30), zone)).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(instantOfWall(Date.UTC(2026, 2, 29, 2, 30), zone)).toBe(Date.UTC(2026, 2, 29, 1));
  });
});
