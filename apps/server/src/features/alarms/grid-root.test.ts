import { expect, test } from 'vitest';
import { activeAlarms, createAlarmBook, forgetActive, moveAlarms, type AlarmSubject } from './alarm-book.ts';
import { roomForNew } from './alarm-room.ts';
import { judgeFaults } from './judge-faults.ts';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 5, 21, 12);

/** Two devices of one station and one of another. */
function station() {
  let now = noon;
  const engine = {
    book: createAlarmBook(),
    room: roomForNew(),
    gridChildren: new Map<number, number | undefined>(),
    fleet: { devicesOf: (id: number) => (id === 1 ? [{ id: 7 }, { id: 8 }] : [{ id: 9 }]) },
    platform: { clock: { now: () => now } },
  };
  const fault = (deviceId: number, text: string): AlarmSubject => ({
    deviceId,
    stationId: deviceId === 9 ? 2 : 1,
    type: 'deviceFault',
    code: text,
    level: 'general',
    textKey: `faults.common.${text}`,
  });
  return {
    engine,
    pass: (ms: number) => (now += ms),
    tell: (deviceId: number, ...texts: string[]) =>
      judgeFaults(engine, {
        deviceId,
        stationId: deviceId === 9 ? 2 : 1,
        subjects: texts.map((text) => fault(deviceId, text)),
        time: now,
      }),
    standing: () => [7, 8, 9].map((id) => activeAlarms(engine.book, id).map(({ code }) => code)),
  };
}

test('the first device that tells of the grid stands for its station, and other faults stand beside it', () => {
  const { tell, standing } = station();
  tell(7, 'gridLoss');
  tell(8, 'gridLoss', 'gridUnderVoltage', 'hardware');
  tell(7, 'gridLoss', 'gridUnderVoltage');
  tell(9, 'gridLoss');
  expect(standing()).toEqual([['gridLoss'], ['hardware'], ['gridLoss']]);
});

test('a device that comes back a little later raises nothing; one that does not has an alarm of its own', () => {
  const { engine, tell, pass, standing } = station();
  tell(7, 'gridLoss');
  tell(8, 'gridLoss');
  tell(7);
  tell(8, 'gridLoss');
  expect(standing()).toEqual([[], [], []]);
  pass(14 * MINUTE);
  tell(8, 'gridLoss');
  expect(standing()).toEqual([[], [], []]);
  pass(2 * MINUTE);
  tell(8, 'gridLoss');
  expect(standing()).toEqual([[], ['gridLoss'], []]);
  tell(8);
  expect(engine.gridChildren.size).toBe(0);
});

test('thousands of devices of a station are not looked through for each of them', () => {
  let walked = 0;
  const devices = Array.from({ length: 1000 }, (_, id) => ({
    get id() {
      walked += 1;
      return id;
    },
  }));
  const { engine } = station();
  const judge = { ...engine, fleet: { devicesOf: () => devices } };
  const textKey = 'faults.common.gridLoss';
  const common = { stationId: 1, type: 'deviceFault', code: 'gridLoss', level: 'general', textKey } as const;
  for (let round = 0; round < 2; round += 1)
    for (let deviceId = 999; deviceId >= 0; deviceId -= 1)
      judgeFaults(judge, { deviceId, stationId: 1, subjects: [{ ...common, deviceId }], time: noon });
  expect(activeAlarms(engine.book, 999)).toHaveLength(1);
  expect(engine.gridChildren.size).toBe(999);
  expect(walked).toBeLessThan(10_000);
});

test('an alarm of the grid that moves to another station with its device stands for the devices there', () => {
  const { engine, tell, standing } = station();
  tell(9, 'gridLoss');
  moveAlarms(engine.book, 9, 1);
  tell(7, 'gridLoss');
  expect(standing()).toEqual([[], [], ['gridLoss']]);
  forgetActive(engine.book, 9);
  expect(engine.book.gridFaults.size).toBe(0);
});
