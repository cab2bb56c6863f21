import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { createAlarmBook, raiseAlarm } from './alarm-book.ts';
import type { AlarmEngine } from './alarm-engine.ts';
import { roomForNew } from './alarm-room.ts';
import { createOfflineWatch } from './offline-watch.ts';
import { createPastAlarms } from './past-alarms.ts';
import { readSavedFacts } from './saved-facts.queries.ts';
import { writeAlarms } from './write-alarms.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('a transaction takes 4,000 alarms; the position is written with the last of them', async () => {
  const { mintDevice, rowsOf, fleet } = openAlarms(platform);
  const device = await mintDevice();
  const now = platform.clock.now();
  const engine: AlarmEngine = {
    platform,
    fleet,
    storedUntil: () => now,
    book: createAlarmBook(),
    room: roomForNew(),
    words: new Map([[device.id, { time: now, values: Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0) }]]),
    savedWords: new Set(),
    unsavedWords: new Set([device.id]),
    past: createPastAlarms(),
    watch: createOfflineWatch(fleet),
  };
  const look = { level: 'general', textKey: 'faults.platform.code', type: 'deviceFault' } as const;
  const { id: deviceId, stationId } = device;
  for (let code = 1; code <= 4500; code += 1) {
    raiseAlarm(engine.book, { deviceId, stationId, code: String(code), ...look }, now);
  }
  expect(await writeAlarms(engine, true)).toBe(true);
  expect(await rowsOf(device)).toHaveLength(4000);
  expect(await readSavedFacts(platform.db)).toEqual({ storedUntil: undefined, words: new Map() });
  expect(await writeAlarms(engine, true)).toBe(false);
  expect(await rowsOf(device)).toHaveLength(4500);
  const saved = await readSavedFacts(platform.db);
  expect(saved.storedUntil).toBe(now);
  expect([...saved.words.keys()]).toEqual([device.id]);
});
