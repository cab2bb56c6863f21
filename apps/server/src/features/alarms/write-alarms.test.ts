import { afterAll, expect, test } from 'vitest';
import { openAlarms } from '../../../test/alarms-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import type { RegisteredDevice } from '../fleet/index.ts';
import { activeAlarm, createAlarmBook, newRecord, raiseAlarm, type AlarmSubject } from './alarm-book.ts';
import type { AlarmEngine } from './alarm-engine.ts';
import { isFull, ROOM_FOR_NEW, ROOM_FOR_PAST, roomForNew, TOO_MANY_CODE } from './alarm-room.ts';
import { createOfflineWatch } from './offline-watch.ts';
import { createPastAlarms } from './past-alarms.ts';
import { soleOwnership } from '../../../test/sole-ownership.ts';
import { readSavedFacts } from './saved-facts.queries.ts';
import { writeAlarms } from './write-alarms.ts';

const platform = await testPlatform();
const ownership = soleOwnership(platform);
afterAll(() => platform.stop());

type Kit = ReturnType<typeof openAlarms>;

/** What one server decides from, with an empty memory. */
function engineOf({ fleet }: Kit, book = createAlarmBook()): AlarmEngine {
  return {
    platform,
    ownership,
    fleet,
    storedUntil: () => platform.clock.now(),
    undecidedSince: () => Infinity,
    book,
    gridChildren: new Map(),
    room: roomForNew(),
    ruleRoom: roomForNew(),
    words: new Map(),
    savedWords: new Set(),
    unsavedWords: new Set(),
    past: createPastAlarms(),
    watch: createOfflineWatch(fleet),
  };
}

const faultOf = ({ id: deviceId, stationId }: RegisteredDevice, code: number): AlarmSubject => ({
  deviceId,
  stationId,
  type: 'deviceFault',
  code: String(code),
  level: 'general',
  textKey: 'faults.platform.code',
});

async function writeAll(engine: AlarmEngine): Promise<void> {
  while (await writeAlarms(engine, true));
}

test('a transaction takes 1,000 alarms; the position is written with the last of them', async () => {
  const kit = openAlarms(platform);
  const devices: RegisteredDevice[] = [];
  for (let n = 0; n < 30; n += 1) devices.push(await kit.mintDevice());
  const [device] = devices;
  const now = platform.clock.now();
  const engine = engineOf(kit);
  engine.words.set(device!.id, { time: now, values: [1, 0, 0, 0, 0, 0, 0, 0, 0] });
  engine.unsavedWords.add(device!.id);
  for (let code = 0; code < 1500; code += 1) raiseAlarm(engine.book, faultOf(devices[code % 30]!, code), now);
  const written = async () => (await Promise.all(devices.map(kit.rowsOf))).flat();
  expect(await writeAlarms(engine, true)).toBe(true);
  expect(await written()).toHaveLength(1000);
  expect(await readSavedFacts(platform, ownership)).toEqual({ storedUntil: undefined, words: new Map() });
  expect(await writeAlarms(engine, true)).toBe(false);
  expect(await written()).toHaveLength(1500);
  const saved = await readSavedFacts(platform, ownership);
  expect(saved.storedUntil).toBe(now);
  expect([...saved.words.keys()]).toEqual([device!.id]);
});

test('the alarm of somebody else is written with the first of thousands that came before it', async () => {
  const kit = openAlarms(platform);
  const devices: RegisteredDevice[] = [];
  for (let n = 0; n < 30; n += 1) devices.push(await kit.mintDevice());
  const other = await kit.mintDevice();
  const now = platform.clock.now();
  const engine = engineOf(
    kit,
    createAlarmBook(({ deviceId }) => (deviceId === other.id ? 'other' : 'fleet')),
  );
  for (let code = 0; code < 1500; code += 1) raiseAlarm(engine.book, faultOf(devices[code % 30]!, code), now);
  raiseAlarm(engine.book, faultOf(other, 1), now);
  expect(await writeAlarms(engine, true)).toBe(true);
  expect(await kit.rowsOf(other)).toHaveLength(1);
  expect(engine.book.changed.size).toBe(501);
});

test('a device has one room for new alarms at all servers together, and after a start; the rest is one alarm', async () => {
  const kit = openAlarms(platform);
  const device = await kit.mintDevice();
  const servers = [engineOf(kit), engineOf(kit), engineOf(kit)];
  for (const [index, { book }] of servers.entries())
    for (let code = 0; code < 90; code += 1)
      raiseAlarm(book, faultOf(device, 1000 * index + code), platform.clock.now());
  await Promise.all(servers.map(writeAll));
  const rows = await kit.rowsOf(device);
  expect(rows).toHaveLength(ROOM_FOR_NEW.most + 1);
  expect(rows.filter(({ code }) => code === TOO_MANY_CODE)).toHaveLength(1);
  const full = servers.filter(({ room }) => isFull(room, device.id, platform.clock.now()));
  expect(full.length).toBeGreaterThan(0);
  for (const { book } of full) expect(activeAlarm(book, device.id, TOO_MANY_CODE)).toBeDefined();
  for (const { book } of servers) expect(book.changed.size).toBe(0);
  // An hour later there is room again.
  platform.clock.advance(ROOM_FOR_NEW.spanMs);
  const later = engineOf(kit);
  raiseAlarm(later.book, faultOf(device, 9000), platform.clock.now());
  await writeAll(later);
  expect(await kit.rowsOf(device)).toHaveLength(ROOM_FOR_NEW.most + 2);
});

test('so do alarms of the past', async () => {
  const kit = openAlarms(platform);
  const device = await kit.mintDevice();
  const began = platform.clock.now() - 400 * 86_400_000;
  for (let server = 0; server < 2; server += 1) {
    const engine = engineOf(kit);
    for (let code = 0; code < 1500; code += 1) {
      const time = began + 1000 * code;
      const record = newRecord(faultOf(device, 1500 * server + code), time);
      engine.past.finished.push({ ...record, recoveredAt: time + 500 });
    }
    await writeAll(engine);
  }
  const rows = await kit.rowsOf(device);
  expect(rows).toHaveLength(ROOM_FOR_PAST.most + 1);
  const folded = rows.find(({ code }) => code === TOO_MANY_CODE);
  expect(folded?.beganAt.getTime()).toBe(began + 1000 * 500);
  expect(folded?.recoveredAt?.getTime()).toBe(began + 1000 * 1499 + 500);
});
