import { expect, test } from 'vitest';
import { activeAlarms, createAlarmBook, type AlarmSubject } from './alarm-book.ts';
import { MOST_ACTIVE, roomForNew, TOO_MANY_CODE } from './alarm-room.ts';
import { endFolded, judgeFaults } from './judge-faults.ts';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 5, 21, 12);

const fault = (code: string, deviceId = 7): AlarmSubject => ({
  deviceId,
  stationId: 1,
  type: 'deviceFault',
  code,
  level: 'general',
  textKey: 'faults.platform.code',
});

/** A server whose clock the test sets, and devices that tell codes at times of their own. */
function judge() {
  let now = noon;
  const engine = {
    book: createAlarmBook(),
    room: roomForNew(),
    gridChildren: new Map(),
    fleet: { devicesOf: () => [] },
    platform: { clock: { now: () => now } },
  };
  return {
    engine,
    pass: (ms: number) => (now += ms),
    tell: (codes: readonly string[], time: number, deviceId = 7) =>
      judgeFaults(engine, {
        deviceId,
        stationId: 1,
        subjects: codes.map((code) => fault(code, deviceId)),
        time,
      }),
    standing: (deviceId = 7) => activeAlarms(engine.book, deviceId).map(({ code }) => code),
  };
}

test('80,000 codes of a device, however far apart in its own time, are 200 alarms and one that stands for the rest', () => {
  for (const apart of [1, 24 * 60 * MINUTE]) {
    const { engine, tell, standing } = judge();
    for (let code = 1; code <= 80_000; code += 1) tell([String(code)], noon + code * apart);
    expect(engine.book.changed.size).toBe(201);
    expect(engine.book.recent.size).toBe(201);
    expect(standing()).toEqual([TOO_MANY_CODE]);
    tell(['5'], noon, 8);
    expect(standing(8)).toEqual(['5']);
  }
});

test('the folded alarm stands for the hour and ends when there is room, and what still stands is raised', () => {
  const { engine, pass, tell, standing } = judge();
  for (let code = 1; code <= 201; code += 1) tell([String(code)], noon + code);
  tell([], noon + 500);
  tell(['300'], noon + 600);
  const review = () => tell(['300'], noon + 600);
  pass(30 * MINUTE);
  endFolded(engine, review);
  expect(standing()).toEqual([TOO_MANY_CODE]);
  pass(31 * MINUTE);
  endFolded(engine, review);
  expect(standing()).toEqual(['300']);
});

test('a device has so many faults at once, and while it tells more the folded alarm goes on', () => {
  const { engine, pass, tell, standing } = judge();
  const codes = Array.from({ length: MOST_ACTIVE + 2 }, (_, index) => String(index + 1));
  tell(codes, noon);
  expect(standing()).toEqual([...codes.slice(0, MOST_ACTIVE), TOO_MANY_CODE]);
  pass(61 * MINUTE);
  endFolded(engine, () => tell(codes, noon));
  expect(standing()).toContain(TOO_MANY_CODE);
  pass(61 * MINUTE);
  endFolded(engine, () => tell(codes.slice(0, 3), noon));
  expect(standing()).toEqual(codes.slice(0, 3));
});

test('a fault that comes and goes uses no room of new codes', () => {
  const { tell, standing } = judge();
  for (let round = 0; round < 500; round += 1) tell(round % 2 === 0 ? ['9'] : [], noon + round * 1000);
  tell(['10'], noon + 501_000);
  expect(standing()).toEqual(['10']);
});
