import { expect, test } from 'vitest';
import { zoneOptions } from './zone-options.ts';

test('zones of places and fixed offsets can be chosen, the chosen one among them once', () => {
  const options = zoneOptions('Etc/GMT-4');
  expect(options.find(({ value }) => value === 'Etc/GMT-4')?.label).toBe('UTC+4');
  const values = options.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Madrid', 'Etc/GMT+8']));
  const now = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  expect(values.filter((zone) => !now(zone))).toEqual([]);
  expect(zoneOptions('Custom/Zone').some(({ value }) => value === 'Custom/Zone')).toBe(true);
});
