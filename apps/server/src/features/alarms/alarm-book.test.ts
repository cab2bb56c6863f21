import fc from 'fast-check';
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
  expect([...book.changed]).toEqual([first, second]);
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
  book.changed.take(Infinity);
  moveAlarms(book, 7, 3);
  expect(record.stationId).toBe(3);
  expect(book.changed.has(record)).toBe(true);
  book.changed.take(Infinity);
  moveAlarms(book, 7, 3);
  expect(book.changed.size).toBe(0);
});

test('what closed more than eight hours ago is forgotten, what stands is not', () => {
  const book = createAlarmBook();
  recoverAlarm(book, raiseAlarm(book, subject(), noon), noon + MINUTE);
  raiseAlarm(book, subject({ code: 'F20' }), noon);
  pruneBook(book, noon + 480 * MINUTE);
  expect(book.recent.size).toBe(2);
  pruneBook(book, noon + 482 * MINUTE);
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

test('what a rule finds again within a day is the same alarm, later it is another one', () => {
  const book = createAlarmBook();
  const ofRule = subject({ type: 'rule', code: 'rule1' });
  const first = raiseAlarm(book, ofRule, noon);
  recoverAlarm(book, first, noon + 60 * MINUTE);
  pruneBook(book, noon + 20 * 60 * MINUTE);
  expect(raiseAlarm(book, ofRule, noon + 20 * 60 * MINUTE)).toBe(first);
  expect(first).toMatchObject({ beganAt: noon, recoveredAt: null, count: 2 });
  recoverAlarm(book, first, noon + 21 * 60 * MINUTE);
  expect(raiseAlarm(book, ofRule, noon + 46 * 60 * MINUTE)).not.toBe(first);
});

test('whatever is raised and recovered, one alarm stands for each subject, none ends before it began, and none is lost', () => {
  const step = fc.record({
    device: fc.integer({ min: 1, max: 3 }),
    code: fc.constantFrom('A', 'B'),
    type: fc.constantFrom('deviceFault' as const, 'rule' as const),
    raises: fc.boolean(),
    minutes: fc.integer({ min: 0, max: 2000 }),
    prunes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const book = createAlarmBook();
      const standing = new Map<string, AlarmRecord>();
      const made = new Set<AlarmRecord>();
      let raised = 0;
      let time = noon;
      for (const { device, code, type, raises, minutes, prunes } of steps) {
        time += minutes * MINUTE;
        if (prunes) pruneBook(book, time);
        const of = subject({ deviceId: device, code: `${type} ${code}`, type });
        const key = `${device} ${of.code}`;
        const before = standing.get(key);
        if (raises) {
          const record = raiseAlarm(book, of, time);
          if (before) expect(record).toBe(before);
          else raised += 1;
          standing.set(key, record);
          made.add(record);
        } else if (before) {
          recoverAlarm(book, before, time);
          standing.delete(key);
        }
        const active = [...book.active.values()].flatMap((records) => [...records.values()]);
        expect(new Set(active)).toEqual(new Set(standing.values()));
        const byCode = [...book.ofCode.values()].flatMap((records) => [...records]);
        expect(new Set(byCode)).toEqual(new Set(active));
      }
      for (const record of made) {
        expect(book.changed.has(record)).toBe(true);
        expect(record.recoveredAt ?? Infinity).toBeGreaterThanOrEqual(record.beganAt);
      }
      // Each time it was raised counts once, in a row of its own or folded into one.
      expect([...made].reduce((sum, { count }) => sum + count, 0)).toBe(raised);
    }),
  );
});

test('what a rule finds again within a day is the same alarm, and later another one', () => {
  const book = createAlarmBook();
  const first = raiseAlarm(book, subject({ type: 'rule' }), noon);
  recoverAlarm(book, first, noon);
  expect(raiseAlarm(book, subject({ type: 'rule' }), noon + 23.9 * 60 * MINUTE)).toBe(first);
  recoverAlarm(book, first, noon);
  expect(raiseAlarm(book, subject({ type: 'rule' }), noon + 24 * 60 * MINUTE)).not.toBe(first);
});

test('a row that was folded before a start goes on flapping, and was seen last when it was', () => {
  const book = createAlarmBook();
  const times = { beganAt: noon - 180 * MINUTE, lastSeenAt: noon - MINUTE, recoveredAt: noon - MINUTE };
  const folded = { ...storedRecord(3, times), count: 4 };
  loadAlarm(book, folded);
  expect(raiseAlarm(book, subject(), noon - 2 * MINUTE)).toBe(folded);
  expect(folded).toMatchObject({ count: 5, lastSeenAt: noon - MINUTE, recoveredAt: null });
});

test('an alarm that was dropped is not opened again', () => {
  const book = createAlarmBook();
  recoverAlarm(book, raiseAlarm(book, subject(), noon), noon + MINUTE);
  const dropped = raiseAlarm(book, subject(), noon + 2 * MINUTE);
  dropAlarm(book, dropped);
  const next = raiseAlarm(book, subject(), noon + 3 * MINUTE);
  expect(next).not.toBe(dropped);
  expect(next.count).toBe(1);
});
