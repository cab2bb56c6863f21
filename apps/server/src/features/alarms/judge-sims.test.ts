import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());
const { mintDevice, start, rowsOf } = openAlarms(platform);

test('a card that is nearly used up is an alarm of its device, and a renewed one ends it', async () => {
  const device = await mintDevice({ kind: 'logger' });
  const { organisationId } = await platform.db
    .selectFrom('stations')
    .select('organisationId')
    .where('id', '=', device.stationId!)
    .executeTakeFirstOrThrow();
  const card = { organisationId, iccid: '8949000000000000001', deviceId: device.id, volumeMb: 100 };
  await platform.db
    .insertInto('simCards')
    .values({ ...card, usedMb: 85 })
    .execute();
  const { alarms } = await start();
  await alarms.tick();
  const alarm = { type: 'simLimit', level: 'tip', textKey: 'faults.platform.simLimit' };
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: null }]);
  await platform.db.updateTable('simCards').set({ usedMb: 3 }).where('iccid', '=', card.iccid).execute();
  platform.clock.advance(5 * 60_000);
  await alarms.tick();
  expect(await rowsOf(device)).toMatchObject([{ ...alarm, recoveredAt: expect.any(Date) }]);
});
