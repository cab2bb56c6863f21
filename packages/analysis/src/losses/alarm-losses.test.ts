import { expect, test } from 'vitest';
import { alarmLosses } from './alarm-losses.ts';

const STEP = 300_000;
const of = (...missing: number[]) => ({ from: 0, stepMs: STEP, missing: Float64Array.from(missing) });

test('an alarm lost what was missing while it stood, of broken steps their part', () => {
  // Half of the first step, all of the second, a quarter of the third: 50 + 200 + 10 Wh.
  const alarm = { began: STEP / 2, ended: 2.25 * STEP };
  expect(alarmLosses([alarm], of(100, 200, 40, 1000))).toEqual([{ lost: 260, share: 260, known: 3 }]);
});

test('what several alarms share is divided, so that their shares add up to what was missing', () => {
  const alarms = [
    { began: 0, ended: 2 * STEP },
    { began: STEP, ended: 2 * STEP },
  ];
  expect(alarmLosses(alarms, of(100, 300))).toEqual([
    { lost: 400, share: 250, known: 2 },
    { lost: 300, share: 150, known: 1 },
  ]);
});

test('two alarms one after the other within a step share nothing', () => {
  const alarms = [
    { began: 0, ended: STEP / 2 },
    { began: STEP / 2, ended: STEP },
  ];
  expect(alarmLosses(alarms, of(100)).map(({ share }) => share)).toEqual([50, 50]);
});

test('what is not known is no loss, and more than expected takes nothing back', () => {
  const [loss] = alarmLosses([{ began: -STEP, ended: 9 * STEP }], of(NaN, -50, 30));
  expect(loss).toEqual({ lost: 30, share: 30, known: 2 });
});

test('an alarm outside of the steps knows nothing', () => {
  expect(alarmLosses([{ began: 5 * STEP, ended: 6 * STEP }], of(1, 2))).toEqual([
    { lost: 0, share: 0, known: 0 },
  ]);
});
