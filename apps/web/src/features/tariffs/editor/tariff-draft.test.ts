import { TARIFF_EXAMPLES } from '@sunfleet/analysis';
import { expect, test } from 'vitest';
import { versionDraft, versionOf, withoutSeason } from './tariff-draft.ts';

test.each(Object.entries(TARIFF_EXAMPLES))('the example %s is typed and read without a loss', (_, rules) => {
  for (const language of ['en-US', 'de-DE', 'pl-PL'])
    expect(versionOf(versionDraft({ from: '2026-01-01', rules }, language))).toEqual({
      from: '2026-01-01',
      rules,
    });
});

test('numbers are read as people write them, and what is none is none', () => {
  const draft = versionDraft({ from: null, rules: TARIFF_EXAMPLES.fixed }, 'de-DE');
  expect(draft.import![0]!.price).toMatch(/^0,\d+$/);
  const [price] = draft.import!;
  const read = (text: string) =>
    versionOf({ ...draft, import: [{ ...price!, price: text }] }).rules.import[0]!.price;
  expect([read('0,25'), read('−0.05'), read('')]).toEqual([0.25, -0.05, Number.NaN]);
});

test('a season that goes leaves the prices of the others with theirs', () => {
  const draft = withoutSeason(versionDraft({ from: null, rules: TARIFF_EXAMPLES.seasons }, 'en-US'), 0);
  expect(draft.seasons).toHaveLength(1);
  expect(draft.import!.map(({ seasons }) => seasons)).toEqual([[], [], [], [0], [0], []]);
});
