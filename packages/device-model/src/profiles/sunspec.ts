import { faultAt } from '../faults/fault-texts.ts';
import type { ProfileInput } from '../profile/schema.ts';

const sources = [{ name: 'SunSpec models (sunspec/models)', licence: 'Apache-2.0' }];

/** Bits of Evt1 of the inverter models. */
const EVENTS: readonly [bit: number, code: string, text: string][] = [
  [0, 'GROUND_FAULT', 'groundFault'],
  [1, 'DC_OVER_VOLT', 'pvOverVoltage'],
  [2, 'AC_DISCONNECT', 'acDisconnect'],
  [3, 'DC_DISCONNECT', 'dcDisconnect'],
  [4, 'GRID_DISCONNECT', 'gridLoss'],
  [5, 'CABINET_OPEN', 'cabinetOpen'],
  [6, 'MANUAL_SHUTDOWN', 'manualShutdown'],
  [7, 'OVER_TEMP', 'overTemperature'],
  [8, 'OVER_FREQUENCY', 'gridOverFrequency'],
  [9, 'UNDER_FREQUENCY', 'gridUnderFrequency'],
  [10, 'AC_OVER_VOLT', 'gridOverVoltage'],
  [11, 'AC_UNDER_VOLT', 'gridUnderVoltage'],
  [12, 'BLOWN_STRING_FUSE', 'stringFuse'],
  [13, 'UNDER_TEMP', 'underTemperature'],
  [14, 'MEMORY_LOSS', 'memory'],
  [15, 'HW_TEST_FAILURE', 'selfTest'],
];

export const sunspecInverter: ProfileInput = {
  id: 'sunspec-inverter',
  version: 1,
  brand: 'SunSpec',
  brandKey: 'sunspec',
  models: ['101', '102', '103', '111', '112', '113', '160'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 125, gapMs: 50, maxGap: 0 },
  sunspec: true,
  identify: [{ fn: 3, addr: 40_000, anyOf: [0x5375] }],
  points: [],
  faults: EVENTS.map(([bit, code, text]) => faultAt('fault.w1', bit, { code, text })),
  sources,
};

export const sunspecWeather: ProfileInput = {
  id: 'sunspec-weather',
  version: 1,
  brand: 'SunSpec',
  brandKey: 'sunspec',
  models: ['302', '303', '307'],
  deviceKind: 'weather',
  modbus: { fn: 3, maxRegs: 125, gapMs: 50, maxGap: 0 },
  sunspec: true,
  points: [],
  sources,
};

/** Meters count import positive; where one is mounted the other way round, its role in the station says so. */
export const sunspecMeter: ProfileInput = {
  id: 'sunspec-meter',
  version: 1,
  brand: 'SunSpec',
  brandKey: 'sunspec',
  models: ['201', '202', '203', '204'],
  deviceKind: 'meter',
  modbus: { fn: 3, maxRegs: 125, gapMs: 50, maxGap: 0 },
  sunspec: true,
  points: [],
  sources,
};

export const sunspecBattery: ProfileInput = {
  id: 'sunspec-battery',
  version: 1,
  brand: 'SunSpec',
  brandKey: 'sunspec',
  models: ['124', '802'],
  deviceKind: 'battery',
  modbus: { fn: 3, maxRegs: 125, gapMs: 50, maxGap: 0 },
  sunspec: true,
  points: [],
  sources,
};
