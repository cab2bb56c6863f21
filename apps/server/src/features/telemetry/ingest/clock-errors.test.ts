import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { knownDevice, makeDevice } from '../../../../test/makers.ts';
import { AppError } from '../../../platform/errors.ts';
import { openPointRegistry } from '../points/point-registry.ts';
import { createIngest } from './create-ingest.ts';

const platform = await testPlatform();
const points = await openPointRegistry(platform);
afterAll(() => platform.stop());

const HOUR = 3_600_000;

test('what a device sends with an impossible time is counted by hour, with the largest error of its clock', async () => {
  const now = Math.floor(platform.clock.now() / HOUR) * HOUR + 60_000;
  platform.clock.set(now);
  const { id, sn } = await makeDevice(platform);
  const device = knownDevice({ id, sn });
  const send = (time: number) => {
    const ingest = createIngest(platform, points, { lingerMs: 0 });
    const sent = ingest.store(device, [{ time, values: { 'ac.power': 1 } }], 'http');
    return { ingest, sent };
  };
  for (const ahead of [3, 26, 5]) {
    const { ingest, sent } = send(now + ahead * HOUR);
    await expect(sent).rejects.toMatchObject({ key: 'timeOutOfRange' });
    await ingest.stop();
  }
  const { ingest, sent } = send(now - 1000);
  await sent;
  // Of a device that is gone, and of what is wrong for another reason, nothing is noted.
  ingest.noteRefusal(
    { ...device, id: 2_000_000_000 },
    new AppError('timeOutOfRange', { time: '2090-01-01T00:00:00Z' }),
  );
  ingest.noteRefusal(device, new AppError('numberOutOfRange', { field: 'ac.power' }));
  await ingest.stop();
  const rows = await platform.db.selectFrom('deviceClockErrors').selectAll().execute();
  expect(rows.map((row) => ({ ...row, offBy: Number(row.offBy) }))).toEqual([
    { deviceId: id, hour: new Date(now - 60_000), count: 3, offBy: 26 * HOUR },
  ]);
});
