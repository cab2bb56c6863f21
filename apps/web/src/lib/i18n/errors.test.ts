import { ERRORS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { loadTexts } from './create-i18n.ts';

test('every error of the contract has a text, and every text is that of an error', async () => {
  expect(Object.keys(await loadTexts('en-US', 'errors')).sort()).toEqual(Object.keys(ERRORS).sort());
});
