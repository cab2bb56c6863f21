import { expect, onTestFinished, test, vi } from 'vitest';
import { createRepeatedLines } from './repeated-lines.ts';

function open() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const repeated = createRepeatedLines(1000);
  return { lines, tell: (of: string) => repeated(of, (count) => lines.push(`${of} ${count}`)) };
}

test('a line that comes again and again is written at once and then counted, and again at once after a rest', () => {
  const { lines, tell } = open();
  for (let n = 0; n < 5; n += 1) tell('a');
  expect(lines).toEqual(['a 1']);
  vi.advanceTimersByTime(1000);
  expect(lines).toEqual(['a 1', 'a 4']);
  vi.advanceTimersByTime(2000);
  tell('a');
  expect(lines.at(-1)).toBe('a 1');
});

test('lines about names that somebody invents without end are few, and all of them are counted', () => {
  const { lines, tell } = open();
  for (let n = 0; n < 5000; n += 1) tell(`stranger ${n}`);
  expect(lines.length).toBeLessThan(250);
  vi.advanceTimersByTime(1000);
  const told = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  expect(told).toBe(5000);
  vi.advanceTimersByTime(5000);
  tell('somebody else');
  expect(lines.at(-1)).toBe('somebody else 1');
});
