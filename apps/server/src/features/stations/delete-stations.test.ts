import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { deleteStations } from './delete-stations.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

test('a station that is deleted takes no alarms along that its devices had at stations of others', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const former = await makeStation(platform);
  const gone = await makeStation(platform, { organisationId });
  const device = await makeDevice(platform, { stationId: gone.id, organisationId });
  const at = new Date(clock.now());
  const fault = { level: 'tip', textKey: 'x', type: 'deviceFault', beganAt: at, lastSeenAt: at } as const;
  const of = { ...fault, deviceId: device.id, recoveredAt: at };
  await db
    .insertInto('alarms')
    .values([
      { ...of, code: 'THERE', stationId: former.id },
      { ...of, code: 'HERE', stationId: gone.id },
      { ...of, code: 'NOWHERE', stationId: null },
    ])
    .execute();
  await db.transaction().execute((trx) => deleteStations(trx, [gone.id]));
  const kept = await db.selectFrom('alarms').select('code').where('deviceId', '=', device.id).execute();
  expect(kept).toEqual([{ code: 'THERE' }]);
});
