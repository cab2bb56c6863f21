import { expect, test } from 'vitest';
import {
  activeAlarm,
  activeAlarms,
  alarmsOfCode,
  dropAlarm,
  forgetActive,
  createAlarmBook,
  loadAlarm,
  moveAlarms,
  pruneBook,
  raiseAlarm,
  recoverAlarm,
  type AlarmRecord,
  type AlarmSubject,
} from './alarm-book.ts';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 5, 21, 12);

const subject = (values: Partial<AlarmSubject> = {}): AlarmSubject => ({
  deviceId: 7,
  stationId: 1,
  type: 'deviceFault',
  code: 'F18',
  level: 'general',
  textKey: 'faults.deye.F18',
  ...values,
});

const storedRecord = (
  id: number,
  times: Pick<AlarmRecord, 'beganAt' | 'lastSeenAt' | 'recoveredAt'>,
): AlarmRecord => {
  const state = { ...times, stationId: 1, count: 1 };
  return { ...subject(), ...state, row: { id, change: 1, ...state }, announced: true };
};

test('a subject raised twice has one alarm, and may be raised again after it recovered', () => {
  const book = createAlarmBook();
  const first = raiseAlarm(book, subject(), noon);
  expect(raiseAlarm(book, subject(), noon + MINUTE)).toBe(first);
  recoverAlarm(book, first, noon + 2 * MINUTE);
  expect(activeAlarms(book, 7)).toEqual([]);
  const second = raiseAlarm(book, subject(), noon + 3 * MINUTE);
  expect(second).not.toBe(first);
  expect(first).toMatchObject({ beganAt: noon, recoveredAt: noon + 2 * MINUTE, count: 1 });
  expect(book.changed).toEqual(new Set([first, second]));
});

test('codes of one device and one code of two devices stand beside each other', () => {
  const book = createAlarmBook();
  raiseAlarm(book, subject(), noon);
  raiseAlarm(book, subject({ code: 'F20' }), noon);
  raiseAlarm(book, subject({ deviceId: 8 }), noon);
  expect(activeAlarms(book, 7).map((record) => record.code)).toEqual(['F18', 'F20']);
  expect(activeAlarm(book, 8, 'F18')).toBeDefined();
});

test('the third raise within the hour and all after it fold into one alarm with a count', () => {
  const book = createAlarmBook();
  const rows = new Set(
    [0, 10, 20, 30, 40].map((minute) => {
      const record = raiseAlarm(book, subject(), noon + minute * MINUTE);
      recoverAlarm(book, record, noon + (minute + 5) * MINUTE);
      return record;
    }),
  );
  expect([...rows].map((record) => record.count)).toEqual([1, 4]);
  expect([...rows][1]).toMatchObject({ beganAt: noon + 10 * MINUTE, recoveredAt: noon + 45 * MINUTE });
});

test('raises more than an hour apart stay alarms of their own', () => {
  const book = createAlarmBook();
  const rows = [0, 40, 80, 120].map((minute) => {
    const record = raiseAlarm(book, subject(), noon + minute * MINUTE);
    recoverAlarm(book, record, noon + (minute + 1) * MINUTE);
    return record;
  });
  expect(new Set(rows).size).toBe(4);
});

test('the flap guard knows the rows of the store after a restart', () => {
  const book = createAlarmBook();
  const stored = (id: number, beganAt: number, recoveredAt: number | null) =>
    storedRecord(id, { beganAt, lastSeenAt: noon, recoveredAt });
  loadAlarm(book, stored(2, noon, noon + MINUTE));
  loadAlarm(book, stored(1, noon - 20 * MINUTE, noon - 15 * MINUTE));
  expect(raiseAlarm(book, subject(), noon + 5 * MINUTE)).toMatchObject({
    row: { id: 2 },
    count: 2,
    recoveredAt: null,
  });
});

test('an active row of the store is not raised again', () => {
  const book = createAlarmBook();
  const row = storedRecord(5, { beganAt: noon, lastSeenAt: noon, recoveredAt: null });
  loadAlarm(book, row);
  expect(raiseAlarm(book, subject(), noon + MINUTE)).toBe(row);
  expect(book.changed.size).toBe(0);
});

test('an alarm never ends before it began', () => {
  const book = createAlarmBook();
  const record = raiseAlarm(book, subject(), noon);
  recoverAlarm(book, record, noon - MINUTE);
  expect(record.recoveredAt).toBe(noon);
});

test('active alarms follow their device to another station', () => {
  const book = createAlarmBook();
  const record = raiseAlarm(book, subject({ stationId: null }), noon);
  book.changed.clear();
  moveAlarms(book, 7, 3);
  expect(record.stationId).toBe(3);
  expect(book.changed.has(record)).toBe(true);
  book.changed.clear();
  moveAlarms(book, 7, 3);
  expect(book.changed.size).toBe(0);
});

test('what closed more than an hour ago is forgotten, what stands is not', () => {
  const book = createAlarmBook();
  recoverAlarm(book, raiseAlarm(book, subject(), noon), noon + MINUTE);
  raiseAlarm(book, subject({ code: 'F20' }), noon);
  pruneBook(book, noon + 61 * MINUTE);
  expect([...book.recent.keys()]).toEqual(['7 F20']);
});

test('those of one code are found without a look at the others, whatever becomes of them', () => {
  const book = createAlarmBook();
  const [a, b, c, d] = [1, 2, 3, 4].map((deviceId) => raiseAlarm(book, subject({ deviceId }), noon));
  raiseAlarm(book, subject({ deviceId: 1, code: 'F20' }), noon);
  const loaded = { ...storedRecord(5, { beganAt: noon, lastSeenAt: noon, recoveredAt: null }), deviceId: 2 };
  loadAlarm(book, loaded);
  expect(alarmsOfCode(book, 'F18')).toEqual([a, c, d, loaded]);
  recoverAlarm(book, a!, noon);
  dropAlarm(book, b!);
  dropAlarm(book, c!);
  forgetActive(book, 4);
  expect(alarmsOfCode(book, 'F18')).toEqual([loaded]);
  expect(activeAlarms(book, 4)).toEqual([]);
  forgetActive(book, 1);
  recoverAlarm(book, loaded, noon);
  expect([book.active.size, book.ofCode.size]).toEqual([0, 0]);
  expect(d!.recoveredAt).toBeNull();
});
