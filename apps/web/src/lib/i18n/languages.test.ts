import { expect, test } from 'vitest';
import { chooseLanguage } from './languages.ts';

test.each([
  [['de-AT', 'en'], 'de-DE'],
  [['pt'], 'pt-BR'],
  [['ZH-TW'], 'zh-CN'],
  [['fr-FR', 'nl'], 'nl-NL'],
  [['en-us'], 'en-US'],
  [['fi'], 'en-US'],
  [[], 'en-US'],
])('%j chooses %s', (wanted, language) => {
  expect(chooseLanguage(wanted)).toBe(language);
});
