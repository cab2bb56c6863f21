import { expect, test } from 'vitest';
import { judgeWave, planWaves } from './plan-waves.ts';

test.each([
  [1, [1]],
  [2, [1, 0, 0, 1]],
  [10, [1, 0, 4, 5]],
  [500, [5, 45, 200, 250]],
])('%i devices stand in waves of %j', (devices, sizes) => {
  const waves = planWaves(devices);
  expect(sizes.map((_, wave) => waves.filter((one) => one === wave).length)).toEqual(sizes);
  expect(waves).toEqual(waves.toSorted((a, b) => a - b));
});

test('the next wave begins when all devices of this one ended well enough', () => {
  expect(judgeWave({ open: 1, succeeded: 4, failed: 0, mostFailed: 5 })).toBe('goOn');
  expect(judgeWave({ open: 0, succeeded: 5, failed: 0, mostFailed: 5 })).toBe('next');
  expect(judgeWave({ open: 0, succeeded: 95, failed: 5, mostFailed: 5 })).toBe('next');
  expect(judgeWave({ open: 0, succeeded: 94, failed: 6, mostFailed: 5 })).toBe('halt');
  expect(judgeWave({ open: 0, succeeded: 0, failed: 1, mostFailed: 5 })).toBe('halt');
});

test('amid a wave it is halted once enough devices have ended to judge by', () => {
  expect(judgeWave({ open: 40, succeeded: 8, failed: 2, mostFailed: 5 })).toBe('goOn');
  expect(judgeWave({ open: 40, succeeded: 18, failed: 2, mostFailed: 5 })).toBe('halt');
});

test('who bears more failures goes on', () => {
  expect(judgeWave({ open: 0, succeeded: 1, failed: 9, mostFailed: 100 })).toBe('next');
  expect(judgeWave({ open: 0, succeeded: 99, failed: 1, mostFailed: 0 })).toBe('halt');
});
