import type { StationNote } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { briefNote, notesByBucket } from './notes-by-bucket.ts';

const note = (from: string, to: string, text: string): StationNote => ({
  id: 1,
  from,
  to,
  text,
  revision: 1,
  created: { at: 0, by: null },
  changed: null,
});

test('a note stands at each day that it is of, and at the month and year of them', () => {
  const notes = [note('2026-10-31', '2026-11-01', 'Snow'), note('2026-11-01', '2026-11-01', 'Cleaned')];
  const at = (...starts: string[]) => [...notesByBucket(notes, starts)];
  expect(at('2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02')).toEqual([
    ['2026-10-31', ['Snow']],
    ['2026-11-01', ['Snow', 'Cleaned']],
  ]);
  expect(at('2026-09', '2026-10', '2026-11')).toEqual([
    ['2026-10', ['Snow']],
    ['2026-11', ['Snow', 'Cleaned']],
  ]);
  expect(at('2025', '2026')).toEqual([['2026', ['Snow', 'Cleaned']]]);
});

test('a long note is cut, a short one is not', () => {
  expect(briefNote({ text: 'Cleaned' })).toBe('Cleaned');
  expect(briefNote({ text: 'x'.repeat(500) })).toBe(`${'x'.repeat(140)}…`);
});
