import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../../test/alarms-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RegisteredDevice } from '../../fleet/index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const MINUTE = 60_000;
const { mintDevice, start, rowsOf } = openAlarms(platform);
const point = pointByKey('alarm.code')!.id;

function store(device: RegisteredDevice, time: number, value: number) {
  platform.bus.publish('stored', {
    length: 1,
    devices: Uint32Array.of(device.id),
    points: Uint32Array.of(point),
    times: Float64Array.of(time),
    values: Float64Array.of(value),
  });
}

test('who decides over alarms tells everybody when one is kept quiet', async () => {
  const { alarms, told } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  store(device, now, 17);
  await alarms.flush();
  await platform.db.transaction().execute(async (trx) => {
    const subject = { stationId: device.stationId!, deviceId: device.id, code: '17' };
    const text = { textKey: 'faults.platform.code', level: 'general', reason: 'Work' } as const;
    await trx
      .insertInto('alarmShields')
      .values({ ...subject, ...text, createdAt: new Date(now) })
      .execute();
    await announceChange(trx, { alarmsOf: [device.id] });
  });
  await platform.changes.catchUp();
  await alarms.flush();
  const shields = () => told.filter((alarm) => alarm.device?.id === device.id).map(({ shield }) => shield);
  expect(shields()).toEqual([null, { id: expect.any(Number), until: null }]);
});

test('an alarm that was processed and comes back waits for somebody again', async () => {
  const { alarms } = await start();
  const device = await mintDevice();
  const now = platform.clock.now();
  const flap = async (round: number) => {
    store(device, now + 2 * round * MINUTE, 3);
    await alarms.flush();
    store(device, now + (2 * round + 1) * MINUTE, 0);
    await alarms.flush();
  };
  for (const round of [0, 1]) await flap(round);
  const handled = { handling: 'processed', handledAt: new Date(now) } as const;
  await platform.db.updateTable('alarms').set(handled).where('deviceId', '=', device.id).execute();
  await flap(2);
  const rows = await rowsOf(device);
  expect(rows.map(({ count, handling, handledAt }) => [count, handling, handledAt])).toEqual([
    [1, 'processed', new Date(now)],
    [2, 'unhandled', null],
  ]);
});
