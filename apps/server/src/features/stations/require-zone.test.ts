import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { unknownZones } from './require-zone.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('however many spellings of a zone a table has, the database is asked for it once', async () => {
  const zone = 'Europe/Berlin';
  const spellings = Array.from({ length: 2000 }, (_, n) =>
    [...zone].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join(''),
  );
  let asked = 0;
  const { pool } = platform;
  pool.on('acquire', () => void (asked += 1));
  const wrong = await unknownZones(platform.db, [...spellings, 'Mars/Olympus', 'CST', 'utc']);
  expect([...wrong]).toEqual(['Mars/Olympus', 'CST']);
  expect(asked).toBe(1);
});
