import { expect, test } from 'vitest';
import * as z from 'zod';
import { SAVED_LIST_FACTS } from './saved-lists.ts';
import { csvOf } from './vocabulary.ts';

const TWO_MEGABYTES = 2 * 1024 ** 2;

test('values come in one text or as a list, and what is empty between commas is none', () => {
  const ids = csvOf(z.coerce.number());
  expect(ids.parse('1,,2,')).toEqual([1, 2]);
  expect(ids.parse(['1', '2'])).toEqual([1, 2]);
});

test('of a text of two megabytes of commas no more is looked at than it takes to know that there are too many', () => {
  let looked = 0;
  const values = csvOf(
    z.string().superRefine((_, context) => {
      looked += 1;
      context.addIssue({ code: 'custom', message: 'wrong' });
    }),
  );
  for (const part of ['a,', ','])
    expect(values.safeParse(part.repeat(TWO_MEGABYTES / part.length)).success).toBe(false);
  expect(looked).toBeLessThan(5000);
});

test('a filter of a list names as many labels as an organisation has, and not a million', () => {
  for (const { filter } of Object.values(SAVED_LIST_FACTS)) {
    if (!('label' in filter.shape)) continue;
    const label = (count: number) => Array.from({ length: count }, (_, n) => n + 1).join(',');
    expect(filter.safeParse({ label: label(2000) }).success).toBe(true);
    expect(filter.safeParse({ label: label(300_000) }).success).toBe(false);
  }
});
