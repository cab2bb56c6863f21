import { describe, expect, it } from 'vitest';
import { completeness } from './completeness.ts';

const MINUTE = 60_000;
const range = { start: 1000, end: 1000 + 100 * MINUTE };
const first = (count: number) => Array.from({ length: count }, (_, i) => range.start + i * MINUTE);

describe('completeness', () => {
  it.each([
    [100, 1, 'normal'],
    [95, 0.95, 'normal'],
    [94, 0.94, 'warning'],
    [70, 0.7, 'warning'],
    [69, 0.69, 'insufficient'],
    [0, 0, 'insufficient'],
  ])('%i of 100 samples', (count, share, grade) => {
    expect(completeness(first(count), range, MINUTE)).toEqual({ received: count, due: 100, share, grade });
  });

  it('counts a repeated sample once and none outside', () => {
    const times = [...first(10), ...first(10), range.end, range.start - 1];
    expect(completeness(times, range, MINUTE).received).toBe(10);
  });

  it('does not exceed 1 when a device sends faster than told', () => {
    const fast = Array.from({ length: 1000 }, (_, i) => range.start + i * 6000);
    expect(completeness(fast, range, MINUTE).share).toBe(1);
  });

  it('is unknown when nothing was due', () => {
    expect(completeness([5], { start: 5, end: 5 }, MINUTE)).toMatchObject({ share: null, grade: null });
  });
});
