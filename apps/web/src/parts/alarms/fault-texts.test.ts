import { LANGUAGES } from '@sunfleet/contract';
import { FAULT_TEXTS } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { loadTexts } from '../../lib/i18n/create-i18n.ts';

interface Told {
  name: string;
  cause: string;
  advice: string;
}

/** The common fault texts of one language, by key. */
async function readFaults(language: string): Promise<Record<string, Told>> {
  const texts = (await loadTexts(language, 'faults')) as { common: Record<string, Told> };
  return texts.common;
}

test('the English texts are those of the device model', async () => {
  const wanted = FAULT_TEXTS.map(({ key, name, cause, advice }) => [key, { name, cause, advice }] as const);
  expect(await readFaults('en-US')).toEqual(Object.fromEntries(wanted));
});

test.each(LANGUAGES)('%s tells every fault of the device model, and no other', async (language) => {
  const faults = await readFaults(language);
  expect(Object.keys(faults).sort()).toEqual(FAULT_TEXTS.map(({ key }) => key).sort());
  const untold = Object.entries(faults).filter(
    ([, { name, cause, advice }]) => !name || !/[.。]$/.test(cause) || !/[.。]$/.test(advice),
  );
  expect(untold).toEqual([]);
});

test.each(LANGUAGES)('%s names each fault differently', async (language) => {
  const names = Object.values(await readFaults(language)).map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
