import { expect, test } from 'vitest';
import { beginOf } from './within-window.ts';

const night = { from: '22:00', to: '04:00' };
const day = { from: '10:00', to: '14:00' };

test.each([
  [day, 'Europe/Berlin', '2026-06-01T09:00Z', '2026-06-01T09:00Z'],
  [day, 'Europe/Berlin', '2026-06-01T07:59Z', '2026-06-01T08:00Z'],
  [day, 'Europe/Berlin', '2026-06-01T12:00Z', '2026-06-02T08:00Z'],
  [day, 'Asia/Shanghai', '2026-06-01T09:00Z', '2026-06-02T02:00Z'],
  [night, 'Europe/Berlin', '2026-06-01T23:30Z', '2026-06-01T23:30Z'],
  [night, 'Europe/Berlin', '2026-06-01T02:00Z', '2026-06-01T20:00Z'],
  // The clocks leave 2:30 out on this day.
  [{ from: '02:30', to: '04:00' }, 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T01:30Z'],
])('%j in %s at %s begins at %s', (window, timeZone, now, expected) => {
  expect(beginOf(window, { timeZone, now: Date.parse(now) })).toBe(Date.parse(expected));
});
