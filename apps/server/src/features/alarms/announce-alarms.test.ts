import type { Alarm } from '@sunfleet/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { createAlarmBook, newRecord, type AlarmRecord } from './alarm-book.ts';
import { announceAlarms } from './announce-alarms.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** An alarm of a new device that is written and not announced, and what is announced of it. */
async function written() {
  const station = await makeStation(platform);
  const { id: deviceId } = await makeDevice(platform, { stationId: station.id });
  const subject = { deviceId, stationId: station.id, type: 'deviceFault', code: '17' } as const;
  const look = { level: 'general', textKey: 'faults.platform.code' } as const;
  const now = platform.clock.now();
  const times = { beganAt: new Date(now), lastSeenAt: new Date(now) };
  const { id } = await platform.db
    .insertInto('alarms')
    .values({ ...subject, ...look, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told: number[] = [];
  onTestFinished(platform.bus.subscribe('alarm', (alarm: Alarm) => told.push(alarm.id)));
  const record = withRow(newRecord({ ...subject, ...look }, now), id);
  /** The alarms of somebody's device that was deleted meanwhile. */
  const gone = (count: number) => Array.from({ length: count }, (_, index) => withRow(record, -1 - index));
  return { id, record, gone, told };
}

function withRow(record: AlarmRecord, id: number): AlarmRecord {
  const { stationId, beganAt, lastSeenAt, recoveredAt, count } = record;
  return { ...record, row: { id, change: 1, stationId, beganAt, lastSeenAt, recoveredAt, count } };
}

test('an alarm behind 70,000 of somebody else is announced: no query names more than a statement takes', async () => {
  const { id, record, gone, told } = await written();
  const book = createAlarmBook();
  for (const one of [...gone(70_000), record]) book.toAnnounce.add(one);
  await announceAlarms(platform, book);
  expect(told).toEqual([id]);
  expect(book.toAnnounce.size).toBe(0);
});

test('a query that fails keeps its own alarms for the next call and holds up no others', async () => {
  const { id, record, gone, told } = await written();
  const book = createAlarmBook();
  const others = gone(2000);
  for (const one of [...others, record]) book.toAnnounce.add(one);
  await expect(announceAlarms({ ...platform, db: failingOnce(platform.db) }, book)).rejects.toThrow('away');
  expect(told).toEqual([id]);
  expect([...book.toAnnounce]).toEqual(others);
  await announceAlarms(platform, book);
  expect(book.toAnnounce.size).toBe(0);
  expect(told).toEqual([id]);
});

function failingOnce(db: Db): Db {
  let failed = false;
  return db.withPlugin({
    transformQuery({ node }) {
      if (failed) return node;
      failed = true;
      throw new Error('away');
    },
    transformResult: async ({ result }) => result,
  });
}
