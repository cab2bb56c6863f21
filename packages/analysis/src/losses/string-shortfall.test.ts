import { expect, test } from 'vitest';
import { stringShortfallSteps } from './string-shortfall.ts';

/** What comes of all steps, and how many they were. */
function walk(...input: Parameters<typeof stringShortfallSteps>) {
  const walking = stringShortfallSteps(...input);
  for (let steps = 0; ; steps += 1) {
    const step = walking.next();
    if (step.done) return { result: step.value, steps };
  }
}

/** Of all strings together; nothing of too few. */
function stringShortfall(...input: Parameters<typeof stringShortfallSteps>): Float64Array {
  const each = walk(...input).result ?? [];
  return Float64Array.from(
    input[0][0] ?? [],
    (_, row) => each.reduce((sum, of) => sum + of[row]!, 0) / Math.max(1, each.length),
  );
}

const LENGTH = 120;
const light = (row: number) => 9 * Math.sin((row / LENGTH) * Math.PI);
/** Strings that differ by a percent or two, each after a change of its own. */
const strings = (...changes: ((current: number, row: number) => number)[]) =>
  Array.from({ length: 6 }, (_, at) =>
    Float64Array.from({ length: LENGTH }, (__, row) => {
      const current = light(row) * (1 + 0.01 * Math.sin(at + row));
      return changes[at]?.(current, row) ?? current;
    }),
  );
const noon = LENGTH / 2;

test('strings that agree lack nothing, by day and by night', () => {
  expect(Math.max(...stringShortfall(strings()))).toBe(0);
  expect(Math.max(...stringShortfall(strings().map((of) => of.map(() => 0))))).toBe(0);
  expect(stringShortfall([])).toHaveLength(0);
});

test('a string that is weak all day lacks its part, also a dead one', () => {
  expect(stringShortfall(strings((current) => 0.8 * current))[noon]).toBeCloseTo(0.2 / 6, 2);
  expect(stringShortfall(strings(() => 0))[noon]).toBeCloseTo(1 / 6, 2);
  const two = stringShortfall(
    strings(
      () => 0,
      (current) => current * 0.7,
    ),
  );
  expect(two[noon]).toBeCloseTo(1.3 / 6, 2);
});

test('an input that gathers fewer strings than others is not weak, and one without current is open', () => {
  const half = (current: number) => current / 2;
  expect(Math.max(...stringShortfall(strings(half), 'mppts'))).toBe(0);
  expect(
    stringShortfall(
      strings(half, () => 0),
      'mppts',
    )[noon],
  ).toBeCloseTo(1 / 6, 1);
});

test('a fuse that opens at noon lacks from then on, and a cloud or a shadow of a while does not count', () => {
  const opened = stringShortfall(strings((current, row) => (row >= noon ? 0.02 : current)));
  expect(opened[noon - 1]).toBe(0);
  expect(opened[noon]).toBeCloseTo(1 / 6, 2);
  expect(opened[noon + 20]).toBeCloseTo(1 / 6, 2);
  const shadow = strings((current, row) => (row < 30 ? current * 0.3 : current));
  expect(Math.max(...stringShortfall(shadow))).toBe(0);
  const blink = strings((current, row) => (row >= noon && row < noon + 4 ? 0 : current));
  expect(Math.max(...stringShortfall(blink))).toBe(0);
});

test('nothing is told of two roofs on one inverter, of two strings, and where currents are not known', () => {
  const east = (current: number, row: number) => (current * (LENGTH - row)) / noon;
  const west = (current: number, row: number) => (current * row) / noon;
  expect(Math.max(...stringShortfall(strings(east, east, east, west, west, west)))).toBeLessThan(0.02);
  expect(Math.max(...stringShortfall(strings(() => 0).slice(0, 2)))).toBe(0);
  const unknown = stringShortfall(strings(() => NaN));
  expect(Math.max(...unknown)).toBe(0);
  expect(unknown.some(Number.isNaN)).toBe(false);
});

test('others may have their turn between moments, and between strings', () => {
  expect(walk(strings()).steps).toBe(LENGTH + LENGTH + 6);
});
