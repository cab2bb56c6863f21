import type { DeviceLive, StationLive } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { keepNumbers, OF_DEVICE, OF_STATION } from './announced.ts';

const device: DeviceLive = {
  deviceId: 1,
  stationId: 2,
  status: 'normal',
  runMode: 'running',
  connection: 'mqtt',
  power: 10,
  energyToday: 11,
  soc: 12,
  signal: 13,
  lastDataAt: 14,
  lastSeenAt: 15,
  openAlarms: 0,
};
const station: StationLive = {
  stationId: 1,
  status: 'normal',
  communication: 'online',
  runMode: 'running',
  power: 10,
  load: 11,
  grid: 12,
  battery: 13,
  soc: 14,
  irradiance: 15,
  energyToday: 16,
  energyMonth: 17,
  energyYear: 18,
  energyTotal: 19,
  expectedToday: 20,
  expectedBy: 'sensor',
  irradiationToday: 21,
  signal: 23,
  devicesOnline: 3,
  devicesTotal: 4,
  alarms: { emergency: 0, general: 0, tip: 0 },
  lastDataAt: 22,
};
/** Another word of each kind; numbers are one more. */
const OTHER: Readonly<Record<string, string>> = {
  status: 'offline',
  runMode: 'standby',
  connection: 'v5',
  communication: 'partly',
  expectedBy: 'peers',
};

/** Views that differ from one in one field each, and where it may be, in that it is not known. */
function* variants<View extends object>(view: View, path: string[] = []): Generator<[string, View]> {
  for (const [key, value] of Object.entries(view)) {
    const name = [...path, key].join('.');
    if (typeof value === 'object' && value !== null) {
      for (const [inner, changed] of variants(value as object, [...path, key]))
        yield [inner, { ...view, [key]: changed }];
    } else {
      yield [name, { ...view, [key]: OTHER[key] ?? (value as number) + 1 }];
      yield [`${name} unknown`, { ...view, [key]: null }];
    }
  }
}

test.each([
  ['device', [...variants(device)].filter(([name]) => !name.startsWith('deviceId')), OF_DEVICE, device],
  ['station', [...variants(station)].filter(([name]) => !name.startsWith('stationId')), OF_STATION, station],
] as const)('every field of the view of a %s counts', (_, changed, numbersOf, view) => {
  const of = numbersOf as Parameters<typeof keepNumbers<object>>[0];
  for (const [name, other] of changed) {
    const kept = new Float64Array(of.length + 2).fill(NaN);
    expect([keepNumbers(of, view, kept, 1), keepNumbers(of, view, kept, 1)]).toEqual([true, false]);
    if (!/(alarms\..*|devices.*|openAlarms|status|communication) unknown/.test(name))
      expect([name, keepNumbers(of, other, kept, 1)]).toEqual([name, true]);
    expect([kept[0], kept.at(-1)]).toEqual([NaN, NaN]);
  }
});
