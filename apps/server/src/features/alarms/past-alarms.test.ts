import { expect, test } from 'vitest';
import type { AlarmSubject } from './alarm-book.ts';
import { closeCursor, closeIdleCursors, createPastAlarms, observePast } from './past-alarms.ts';

const f18: AlarmSubject = {
  deviceId: 3,
  stationId: 1,
  type: 'deviceFault',
  code: 'F18',
  level: 'general',
  textKey: 'faults.deye.F18',
};
const f20: AlarmSubject = { ...f18, code: 'F20' };
const observe = (
  past: ReturnType<typeof createPastAlarms>,
  time: number,
  subjects: AlarmSubject[],
  now = 0,
) => observePast(past, { deviceId: 3, time, subjects }, now);

test('a fault told by late data becomes one alarm with begin and end', () => {
  const past = createPastAlarms();
  observe(past, 1000, [f18]);
  observe(past, 2000, [f18, f20]);
  observe(past, 3000, [f20]);
  observe(past, 4000, []);
  expect(past.finished.map(({ code, beganAt, recoveredAt }) => [code, beganAt, recoveredAt])).toEqual([
    ['F18', 1000, 3000],
    ['F20', 2000, 4000],
  ]);
  expect(past.cursors.size).toBe(0);
});

test('a reading that comes in two parts does not end what its first part told', () => {
  const past = createPastAlarms();
  observe(past, 1000, [f18]);
  observe(past, 1000, [f20]);
  observe(past, 2000, []);
  expect(past.finished.map(({ code }) => code)).toEqual(['F18', 'F20']);
});

test('late data without faults keeps nothing', () => {
  const past = createPastAlarms();
  observe(past, 1000, []);
  expect(past.cursors.size).toBe(0);
  expect(past.finished).toEqual([]);
});

test('data that jumps back ends what was open at the time it was seen last', () => {
  const past = createPastAlarms();
  observe(past, 5000, [f18]);
  observe(past, 6000, [f18]);
  observe(past, 1000, []);
  expect(past.finished).toMatchObject([{ code: 'F18', beganAt: 5000, recoveredAt: 6000 }]);
});

test('what nothing more is told about is closed after a while, or at once when asked', () => {
  const past = createPastAlarms();
  observe(past, 1000, [f18], 50_000);
  closeIdleCursors(past, 40_000);
  expect(past.finished).toEqual([]);
  closeIdleCursors(past, 50_000);
  expect(past.finished).toHaveLength(1);
  closeCursor(past, 3);
  expect(past.finished).toHaveLength(1);
});

test('80,000 codes of the past are 2,000 alarms and one over the time of all others, also where each jumps back', () => {
  for (const step of [1000, -1000]) {
    const past = createPastAlarms();
    const start = 200_000_000;
    for (let index = 0; index < 80_000; index += 1) {
      observe(past, start + index * step, [{ ...f18, code: String(index) }], index);
    }
    closeCursor(past, 3);
    expect(past.finished).toHaveLength(2001);
    const ends = [start + 2000 * step, start + 79_999 * step].sort((a, b) => a - b);
    expect(past.finished.at(-1)).toMatchObject({
      code: 'tooManyCodes',
      beganAt: ends[0],
      recoveredAt: ends[1],
    });
    observe(past, start, [f20], 25 * 3_600_000);
    closeCursor(past, 3);
    expect(past.finished.at(-1)).toMatchObject({ code: 'F20' });
  }
});

test('late data without an end is told in passes of an hour, so that a start need not read everything since its beginning', () => {
  const past = createPastAlarms();
  const HOUR = 3_600_000;
  for (let minute = 0; minute < 59; minute += 1) observe(past, 1000 + minute, [f18], minute * 60_000);
  closeIdleCursors(past, HOUR - 3 * 60_000);
  expect(past.cursors.size).toBe(1);
  observe(past, 2000, [f18], HOUR + 50_000);
  closeIdleCursors(past, HOUR);
  expect(past.cursors.size).toBe(0);
  expect(past.finished).toMatchObject([{ beganAt: 1000, recoveredAt: 2000 }]);
});
