import { describe, expect, test } from 'vitest';
import { deviceStatus, isWakingTime, silenceLimit, type DeviceFacts } from './device-status.ts';
import { stationCommunication, stationRunMode, stationStatus, type StationFacts } from './station-status.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 5, 21, 10);

const device = (facts: Partial<DeviceFacts> = {}) =>
  deviceStatus({
    kind: 'inverter',
    lastDataAt: NOW - MINUTE,
    lastSeenAt: null,
    connected: false,
    silence: 15 * MINUTE,
    now: NOW,
    sleeps: true,
    waking: true,
    runState: 3,
    faulty: false,
    backFilling: false,
    ...facts,
  });

describe('a device', () => {
  test.each<[string, Partial<DeviceFacts>, string]>([
    ['never heard of', { lastDataAt: null }, 'connecting'],
    ['running', {}, 'normal'],
    ['silent by day', { lastDataAt: NOW - 16 * MINUTE }, 'offline'],
    [
      'silent by day and sending its past',
      { lastDataAt: NOW - 300 * MINUTE, backFilling: true },
      'backFilling',
    ],
    ['silent at night', { lastDataAt: NOW - 300 * MINUTE, waking: false }, 'standby'],
    [
      'silent at night with a battery',
      { lastDataAt: NOW - 300 * MINUTE, waking: false, sleeps: false },
      'offline',
    ],
    ['with a standing fault', { faulty: true }, 'abnormal'],
    ['broken down by its own word', { runState: 4 }, 'abnormal'],
    ['waiting for the grid', { runState: 1 }, 'standby'],
    ['switched off by a fault', { runState: 8 }, 'abnormal'],
    ['taking new firmware', { runState: 5 }, 'standby'],
    ['powering up', { runState: 6 }, 'standby'],
    ['switched off by hand', { runState: 7 }, 'standby'],
    ['that tells no run state', { runState: null }, 'online'],
    ['meter', { kind: 'meter', runState: null, sleeps: false }, 'online'],
    ['battery with a fault', { kind: 'battery', runState: null, sleeps: false, faulty: true }, 'abnormal'],
    ['silent with a fault', { faulty: true, lastDataAt: NOW - 16 * MINUTE }, 'offline'],
    [
      'logger with a heartbeat',
      { kind: 'logger', lastDataAt: null, lastSeenAt: NOW - MINUTE, sleeps: false },
      'online',
    ],
    ['logger whose connection stands', { kind: 'logger', lastDataAt: null, connected: true }, 'online'],
    [
      'logger gone',
      { kind: 'logger', lastDataAt: null, lastSeenAt: NOW - 20 * MINUTE, sleeps: false },
      'offline',
    ],
    ['logger never seen', { kind: 'logger', lastDataAt: null }, 'connecting'],
  ])('%s is as the table says', (_, facts, status) => {
    expect(device(facts)).toBe(status);
  });

  test('is offline after three intervals, and not before a quarter of an hour', () => {
    expect(silenceLimit(10_000)).toBe(15 * MINUTE);
    expect(silenceLimit(15 * MINUTE)).toBe(45 * MINUTE);
  });
});

test('waking time is from half an hour after sunrise to half an hour before sunset', () => {
  const sun = { sunrise: NOW, sunset: NOW + 600 * MINUTE, polar: null };
  const at = (minutes: number) => isWakingTime(NOW + minutes * MINUTE, sun);
  expect([at(29), at(30), at(570), at(571)]).toEqual([false, true, true, false]);
  expect(isWakingTime(NOW, { sunrise: null, sunset: null, polar: 'day' })).toBe(true);
  expect(isWakingTime(NOW, { sunrise: null, sunset: null, polar: 'night' })).toBe(false);
});

describe('a station', () => {
  const one = (status: StationFacts['devices'][number]['status'], silent = false) => ({
    kind: 'inverter' as const,
    status,
    silent,
  });
  const station = (devices: StationFacts['devices'], emergency = 0, general = 0) => {
    const facts = { devices, emergency, general };
    return [stationStatus(facts), stationCommunication(facts)];
  };

  test.each<[string, StationFacts['devices'], [number, number], string[]]>([
    ['without devices', [], [0, 0], ['connecting', 'never']],
    ['nobody has reported from', [one('connecting')], [0, 0], ['connecting', 'never']],
    ['all silent', [one('offline', true), one('connecting')], [1, 0], ['offline', 'offline']],
    ['one silent', [one('offline', true), one('normal')], [1, 0], ['partlyOffline', 'partly']],
    ['with an emergency', [one('abnormal')], [1, 2], ['emergency', 'online']],
    ['with an alarm', [one('abnormal')], [0, 2], ['alarm', 'online']],
    ['that gets its past', [one('backFilling', true), one('connecting')], [0, 0], ['normal', 'online']],
    ['asleep', [one('standby', true)], [0, 0], ['standby', 'offlineNormal']],
    ['waiting for sun', [one('standby'), one('standby')], [0, 0], ['standby', 'online']],
    ['asleep beside one that never came', [one('standby'), one('connecting')], [0, 0], ['standby', 'online']],
    ['at work', [one('standby'), one('normal')], [0, 0], ['normal', 'online']],
  ])('%s is as the table says', (_, devices, [emergency, general], expected) => {
    expect(station(devices, emergency, general)).toEqual(expected);
  });
});

test.each<[Parameters<typeof stationRunMode>[0], string | null]>([
  [[], null],
  [[{ kind: 'meter', runMode: 'running' }], null],
  [[{ kind: 'inverter', runMode: null }], null],
  [
    [
      { kind: 'inverter', runMode: 'standby' },
      { kind: 'hybrid', runMode: 'running' },
    ],
    'running',
  ],
  [
    [
      { kind: 'inverter', runMode: 'waitingGrid' },
      { kind: 'micro', runMode: 'breakdown' },
    ],
    'breakdown',
  ],
  [
    [
      { kind: 'inverter', runMode: 'burning' },
      { kind: 'inverter', runMode: 'standby' },
    ],
    'burning',
  ],
])('a station does what its producers do: %j', (devices, mode) => {
  expect(stationRunMode(devices)).toBe(mode);
});
