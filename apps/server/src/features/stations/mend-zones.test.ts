import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { mendZones } from './mend-zones.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a station without a zone that anybody knows has that of its place, and its log says what stood there', async () => {
  const known = await makeStation(platform, { timeZone: 'Asia/Tokyo' });
  const lost = await makeStation(platform, { timeZone: 'Mars/Olympus' });
  const none = await makeStation(platform, { timeZone: '', latitude: -17, longitude: -180 });
  await mendZones(platform);
  await mendZones(platform);
  const rows = await platform.db
    .selectFrom('stations')
    .select(['id', 'timeZone', 'version'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: known.id, timeZone: 'Asia/Tokyo', version: 1 },
    { id: lost.id, timeZone: 'Europe/Madrid', version: 2 },
    { id: none.id, timeZone: 'Pacific/Fiji', version: 2 },
  ]);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['stationId', 'actorKind', 'before', 'after'])
    .orderBy('stationId')
    .execute();
  expect(log).toEqual([
    {
      stationId: lost.id,
      actorKind: 'system',
      before: { timeZone: 'Mars/Olympus' },
      after: { timeZone: 'Europe/Madrid' },
    },
    {
      stationId: none.id,
      actorKind: 'system',
      before: { timeZone: '' },
      after: { timeZone: 'Pacific/Fiji' },
    },
  ]);
});
