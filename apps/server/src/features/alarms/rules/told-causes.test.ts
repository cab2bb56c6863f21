import { expect, test } from 'vitest';
import { createAlarmBook, raiseAlarm, recoverAlarm, type AlarmSubject } from '../alarm-book.ts';
import type { AlarmEngine } from '../alarm-engine.ts';
import { createOfflineWatch, noteSilence } from '../offline-watch.ts';
import { ToldCauses } from './told-causes.ts';

const HOUR = 3_600_000;
const noon = Date.UTC(2026, 5, 21, 12);
const packs = new Map([
  ['rule1', 'openString'],
  ['rule2', 'belowPeers'],
  ['rule3', 'gridVoltage'],
  ['rule4', 'belowExpected'],
]);

const subject = (values: Partial<AlarmSubject>): AlarmSubject => ({
  deviceId: 7,
  stationId: 1,
  type: 'rule',
  code: 'rule2',
  level: 'general',
  textKey: 'faults.rules.belowPeers',
  ...values,
});

/** A logger (1) with two devices (7, 8) on it. */
function engine() {
  const fleet = {
    device: (id: number) => ({ parentId: id === 1 ? null : 1 }),
    childrenOf: () => [],
    devicesOf: () => [],
  };
  const made = {
    book: createAlarmBook(),
    watch: createOfflineWatch(fleet),
    fleet,
    platform: { clock: { now: () => noon } },
  };
  const hides = (pack: string, of: Partial<AlarmSubject> = {}, span = { from: noon - HOUR, to: noon }) =>
    new ToldCauses(made as unknown as AlarmEngine, packs).hides(subject(of), pack, span);
  return { ...made, hides };
}

test('a symptom is hidden by its cause while that stood, and by nothing else', () => {
  const { book, hides } = engine();
  expect(hides('belowPeers')).toBe(false);
  const cause = raiseAlarm(book, subject({ code: 'rule1' }), noon - 3 * HOUR);
  expect(hides('belowPeers')).toBe(true);
  expect(hides('belowPeers', { deviceId: 8 })).toBe(false);
  expect(hides('batteryHot')).toBe(false);
  recoverAlarm(book, cause, noon - 2 * HOUR);
  expect(hides('belowPeers')).toBe(false);
  expect(hides('belowPeers', {}, { from: noon - 2.5 * HOUR, to: noon })).toBe(true);
});

test('faults that a device reports hide what rules find, tips do not', () => {
  const { book, hides } = engine();
  raiseAlarm(book, subject({ type: 'deviceFault', code: 'T', level: 'tip' }), noon - HOUR);
  expect(hides('zeroProduction')).toBe(false);
  raiseAlarm(book, subject({ type: 'deviceFault', code: 'F' }), noon - HOUR);
  expect(hides('zeroProduction')).toBe(true);
});

test('a silent logger hides its devices, one that is only late by its clock does not', () => {
  const { watch, hides } = engine();
  noteSilence(watch, 1, { since: noon - HOUR, dueAt: noon });
  expect(hides('weakSignal')).toBe(true);
  watch.heard.set(1, noon);
  expect(hides('weakSignal')).toBe(false);
});

test('times that are not those of now explain what a device seems to give, and nothing else', () => {
  const { watch, hides } = engine();
  watch.mistimed.set(7, noon - 30 * 60_000);
  expect(hides('zeroProduction')).toBe(true);
  expect(hides('zeroProduction', { deviceId: 8 })).toBe(false);
  expect(hides('wrongClock')).toBe(false);
  expect(hides('weakSignal')).toBe(false);
  expect(hides('zeroProduction', {}, { from: noon - 20 * 60_000, to: noon })).toBe(false);
});

test('of the grid one device of a station speaks for all, and its loss explains what they do not give', () => {
  const { book, hides } = engine();
  raiseAlarm(book, subject({ deviceId: 8, code: 'rule3' }), noon - HOUR);
  expect(hides('gridVoltage', { code: 'rule3' })).toBe(true);
  expect(hides('gridVoltage', { deviceId: 8, code: 'rule3' })).toBe(false);
  expect(hides('zeroProduction')).toBe(false);
  const loss = { deviceId: 8, type: 'deviceFault', code: 'G', textKey: 'faults.common.gridLoss' } as const;
  raiseAlarm(book, subject(loss), noon - HOUR);
  expect(hides('zeroProduction')).toBe(true);
  expect(hides('zeroProduction', { stationId: 2 })).toBe(false);
});

test('what keeps a whole station below its light is told of one of its devices', () => {
  const { book, hides } = engine();
  raiseAlarm(book, subject({ deviceId: 8, code: 'rule4' }), noon - HOUR);
  expect(hides('belowExpected', { code: 'rule4' })).toBe(true);
  expect(hides('belowExpected', { deviceId: 8, code: 'rule4' })).toBe(false);
  expect(hides('belowExpected', { code: 'rule4', stationId: 2 })).toBe(false);
  expect(hides('gridVoltage', { code: 'rule3' })).toBe(false);
  expect(hides('zeroProduction')).toBe(false);
});
