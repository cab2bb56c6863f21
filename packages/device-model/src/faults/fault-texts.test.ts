import { expect, test } from 'vitest';
import { PROFILES } from '../profiles/index.ts';
import { FAULT_TEXTS, faultAt } from './fault-texts.ts';

test('every fault of every profile has a text', () => {
  const told = new Set(FAULT_TEXTS.map(({ textKey }) => textKey));
  const faults = PROFILES.flatMap((profile) => profile.faults);
  expect(faults.length).toBeGreaterThan(200);
  expect(faults.filter(({ textKey }) => !told.has(textKey))).toEqual([]);
});

test('every text says what, why and what to do, and is used', () => {
  const used = new Set(PROFILES.flatMap((profile) => profile.faults.map(({ textKey }) => textKey)));
  for (const { textKey, name, cause, advice } of FAULT_TEXTS) {
    expect([textKey, used.has(textKey)]).toEqual([textKey, true]);
    for (const text of [name, cause, advice]) expect(text.length).toBeGreaterThan(3);
    expect(cause).toMatch(/\.$/);
    expect(advice).toMatch(/\.$/);
  }
  expect(new Set(FAULT_TEXTS.map(({ textKey }) => textKey)).size).toBe(FAULT_TEXTS.length);
});

test('a profile tells each code once', () => {
  for (const { id, faults } of PROFILES) {
    const codes = faults.map(({ code }) => code);
    expect([id, codes.filter((code, index) => codes.indexOf(code) !== index)]).toEqual([id, []]);
  }
});

test('a fault without a text is refused where it is written', () => {
  expect(() => faultAt('fault.w1', 0, { code: 'X', text: 'noSuchText' })).toThrow('noSuchText');
});
