import { expect, test } from 'vitest';
import { startOfDay, wallClock } from '../../lib/time/zone.ts';
import { roundTimes } from './time-axis.ts';

const HOUR = 3_600_000;
const clock = (time: number, zone: string) => new Date(wallClock(time, zone)).toISOString().slice(11, 16);

test.each(['Europe/Madrid', 'Asia/Kolkata', 'America/St_Johns'])(
  'a day in %s is marked at round hours',
  (zone) => {
    const from = startOfDay('2026-06-10', zone);
    const marks = roundTimes(from, from + 24 * HOUR, zone);
    expect(marks.map((time) => clock(time, zone))).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
  },
);

test('marks stay round when clocks change', () => {
  const zone = 'Europe/Berlin';
  const from = startOfDay('2026-10-25', zone);
  const marks = roundTimes(from, from + 25 * HOUR, zone);
  expect(marks.map((time) => clock(time, zone))).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
});

test('a month is marked at local midnights', () => {
  const zone = 'America/Sao_Paulo';
  const marks = roundTimes(startOfDay('2026-03-01', zone), startOfDay('2026-04-01', zone), zone);
  expect(marks.length).toBeGreaterThan(3);
  expect(new Set(marks.map((time) => clock(time, zone)))).toEqual(new Set(['00:00']));
});
