import { expect, test } from 'vitest';
import { createAlarmBook, newRecord } from './alarm-book.ts';
import { createPastAlarms } from './past-alarms.ts';
import { forgetDevices } from './take-stored-faults.ts';

test('a device is forgotten while hundreds of thousands of alarms of the past wait to be written, and these go on waiting in their order', () => {
  const past = createPastAlarms();
  const textKey = 'faults.common.hardware';
  for (let at = 0; at < 300_000; at += 1) {
    const subject = { deviceId: at % 3, stationId: 1, type: 'deviceFault', code: `${at}`, textKey } as const;
    past.finished.push(newRecord({ ...subject, level: 'general' }, at));
  }
  forgetDevices({ book: createAlarmBook(), past, words: new Map() }, new Set([1]));
  expect(past.finished).toHaveLength(200_000);
  expect(past.finished.slice(0, 4).map(({ code }) => code)).toEqual(['0', '2', '3', '5']);
});
