import { expect, test } from 'vitest';
import { addDays, isoDayAt, startOfDay, zoneName, zoneOffset } from './zone.ts';

const HOUR = 3_600_000;

test('a day begins at local midnight', () => {
  expect(startOfDay('2026-07-01', 'Europe/Madrid')).toBe(Date.UTC(2026, 5, 30, 22));
  expect(startOfDay('2026-07-01', 'Asia/Kolkata')).toBe(Date.UTC(2026, 5, 30, 18, 30));
  expect(startOfDay('2026-07-01', 'America/Los_Angeles')).toBe(Date.UTC(2026, 6, 1, 7));
});

test.each([
  ['2026-03-29', 'Europe/Berlin', 23],
  ['2026-10-25', 'Europe/Berlin', 25],
  ['2026-03-08', 'America/New_York', 23],
  ['2026-06-01', 'Asia/Tokyo', 24],
])('%s in %s is %d hours long', (day, zone, hours) => {
  expect(startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)).toBe(hours * HOUR);
});

test('a day whose midnight does not exist begins at the jump', () => {
  const start = startOfDay('2025-09-07', 'America/Santiago');
  expect(isoDayAt(start, 'America/Santiago')).toBe('2025-09-07');
  expect(isoDayAt(start - 1000, 'America/Santiago')).toBe('2025-09-06');
});

test('the local day of a moment', () => {
  expect(isoDayAt(Date.UTC(2026, 0, 1, 2), 'America/Sao_Paulo')).toBe('2025-12-31');
});

test('zones are named with their offset of the moment', () => {
  const summer = Date.UTC(2026, 6, 1);
  expect(zoneOffset(summer, 'Europe/Madrid')).toBe(2 * HOUR);
  expect(zoneName('Europe/Madrid', summer)).toBe('Europe/Madrid (UTC+2)');
  expect(zoneName('America/New_York', summer)).toBe('America/New York (UTC−4)');
  expect(zoneName('Asia/Kolkata', summer)).toBe('Asia/Kolkata (UTC+5:30)');
});
