import { expect, test } from 'vitest';
import { chooseLanguage } from './text.ts';

test.each([
  [undefined, 'en-US'],
  ['', 'en-US'],
  ['de-DE', 'de-DE'],
  ['fr-FR, DE;q=0.8', 'de-DE'],
  ['pt-PT', 'pt-BR'],
  ['zh-TW,en', 'zh-CN'],
  ['xx,,*;q=0.1', 'en-US'],
  ['nl-BE , ja', 'nl-NL'],
])('of the languages %s the first is chosen that there is: %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test('a header that names thousands of languages is not read to its end, which took some twenty milliseconds', () => {
  expect(chooseLanguage(`${'a,'.repeat(7500)}de-DE`)).toBe('en-US');
});
