import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAULT_POINTS } from './fault-words.ts';
import { NO_WORDS, withWord } from './word-values.ts';

test('words hold what came last of each, and sound devices that told the same words share them', () => {
  expect(NO_WORDS).toEqual(FAULT_POINTS.map(() => Number.NaN));
  const told = fc.array(fc.tuple(fc.nat(FAULT_POINTS.length - 1), fc.constantFrom(0, 0, 0, 4, 65_536)));
  fc.assert(
    fc.property(told, (words) => {
      const expected: number[] = [...NO_WORDS];
      let values = NO_WORDS;
      for (const [slot, value] of words) {
        expected[slot] = value;
        values = withWord(values, slot, value);
      }
      expect(values).toEqual(expected);
      const told = words.map(([slot]) => slot);
      const sound = told.reduce((all, slot) => withWord(all, slot, 0), NO_WORDS);
      const ended = told.reduce((all, slot) => withWord(all, slot, 0), values);
      expect(ended).toBe(sound);
    }),
  );
});
