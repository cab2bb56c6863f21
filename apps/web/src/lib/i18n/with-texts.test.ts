import { expect, test } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { withTexts } from './with-texts.ts';

test('a part comes with its texts, so that it need not wait for them when it is drawn', async () => {
  const asked: string[] = [];
  const i18n = await createI18n('en-US', (_, domain) => {
    asked.push(domain);
    return Promise.resolve({ word: domain });
  });
  const part = await withTexts(['points', 'alarms'], () => Promise.resolve('page'))();
  expect(part).toBe('page');
  expect(asked).toEqual(expect.arrayContaining(['points', 'alarms']));
  expect(i18n.hasLoadedNamespace('points') && i18n.hasLoadedNamespace('alarms')).toBe(true);
});
