import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { askInZone } from './ask-in-zone.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const AT = Date.UTC(2026, 0, 15, 12);
const hourIn = (zone: string) =>
  platform.samples
    .columns(`SELECT toHour(toTimeZone(toDateTime(${AT / 1000}), {zone:String})) AS hour`, { zone })
    .then(({ hour = [] }) => hour[0]);

test.each([
  ['Europe/Berlin', 13],
  ['europe/berlin', 13],
  ['asia/KOLKATA', 17],
  ['US/Pacific-New', 4],
  ['SystemV/PST8PDT', 4],
  ['SystemV/HST10', 2],
])('the local hour of %s is known', async (zone, hour) => {
  expect(await askInZone(zone, AT, hourIn)).toBe(hour);
});

test('no other failure is asked again', async () => {
  let asked = 0;
  const failing = () => Promise.reject(new Error(`away ${(asked += 1)}`));
  await expect(askInZone('UTC', AT, failing)).rejects.toThrow('away 1');
  expect(asked).toBe(1);
});
