import { expect, test } from 'vitest';
import { nextCount } from './next-count.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SURE = { isNew: false, isOwed: false, isKnown: true };

test('an alarm that stands is counted the rarer the longer it stands', () => {
  expect(nextCount({ beganAt: 0, recoveredAt: null, ...SURE }, MINUTE)).toBe(11 * MINUTE);
  expect(nextCount({ beganAt: 0, recoveredAt: null, ...SURE }, 50 * DAY)).toBe(51 * DAY);
  // Of one that has just begun nothing may be computed yet.
  const fresh = { beganAt: 0, recoveredAt: null, isNew: true, isOwed: true };
  expect(nextCount({ ...fresh, isKnown: false }, MINUTE)).toBe('whenComputed');
  expect(nextCount({ ...fresh, isKnown: true }, MINUTE)).toBe(11 * MINUTE);
  expect(nextCount({ ...fresh, isOwed: false, isKnown: false }, MINUTE)).toBe('whenComputed');
  expect(nextCount({ ...fresh, isOwed: false, isNew: false, isKnown: false }, MINUTE)).toBe(11 * MINUTE);
});

test('an alarm that recovered is counted until its day is settled, a last time then', () => {
  const alarm = { beganAt: 0, recoveredAt: DAY, ...SURE };
  expect(nextCount(alarm, DAY + MINUTE)).toBe(DAY + 11 * MINUTE);
  expect(nextCount(alarm, 1.9 * DAY)).toBe(2 * DAY);
  expect(nextCount(alarm, 2 * DAY)).toBeNull();
});

test('an alarm of the past waits for what its station should have given', () => {
  const past = { beganAt: 0, recoveredAt: DAY, isNew: true, isKnown: false };
  expect(nextCount({ ...past, isOwed: true }, 9 * DAY)).toBe('whenComputed');
  expect(nextCount({ ...past, isOwed: true, isKnown: true, isNew: false }, 9 * DAY)).toBe('whenComputed');
  expect(nextCount({ ...past, isOwed: true }, 1.1 * DAY)).toBe('whenComputed');
  // What is owed of it may not be known yet.
  expect(nextCount({ ...past, isOwed: false }, 9 * DAY)).toBe(9 * DAY + 60 * MINUTE);
  expect(nextCount({ ...past, isOwed: false, isNew: false }, 9 * DAY)).toBeNull();
  expect(nextCount({ ...past, isOwed: false, isKnown: true }, 9 * DAY)).toBeNull();
});
