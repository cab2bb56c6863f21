import { faultAt } from '../faults/fault-texts.ts';
import type { ProfileFault, ProfileInput } from '../profile/schema.ts';

/** Native states: waiting, detection, on-grid, backup supply, recoverable and permanent fault, upgrade, self-charging, SVG, PID. */
const G3_STATES = { 0: 0, 1: 2, 2: 3, 3: 3, 4: 4, 5: 8, 6: 5, 7: 3, 8: 3, 9: 0 };

/** Numbers of the maker's faults by the text that tells them; ID01 is bit 0 of the first word. */
const G3_FAULTS: Readonly<Record<string, readonly number[]>> = {
  gridOverVoltage: [1, 9, 10],
  gridUnderVoltage: [2],
  gridOverFrequency: [3],
  gridUnderFrequency: [4],
  gridDisturbance: [6, 7, 11, 16, 30],
  gridUnbalance: [14],
  islanding: [8],
  exportLimit: [13],
  insulation: [27, 42],
  leakage: [5, 29],
  groundFault: [32, 43],
  arcFault: [39],
  currentSensor: [17, 19, 20, 21, 22, 24, 26, 45],
  dcComponent: [18, 23, 25, 31, 82],
  internalCommunication: [33, 34, 153, 154, 155, 189],
  parallelCommunication: [47, 192],
  meterCommunication: [105, 176],
  batteryCommunication: [157, 158, 159, 160],
  hardware: [12, 15, 35, 36, 40, 91, 104],
  auxiliaryPower: [37],
  softStart: [38, 136],
  relay: [41, 140, 144],
  dcInput: [46, 87, 132],
  configuration: [44, 48, 106, 107, 137, 152, 156],
  overTemperature: [50, 51, 52, 53, 54, 55, 57, 58, 59, 60, 61, 62],
  busUnderVoltage: [65, 66, 67, 68, 75, 141],
  busOverVoltage: [71, 72, 73, 74, 97, 98, 130, 131],
  pvOverVoltage: [69],
  dcOverCurrent: [84, 86, 89, 90, 99, 102, 138, 139],
  acOverCurrent: [83, 85, 88, 103, 129, 134, 135],
  overload: [110, 111, 112],
  derating: [113, 114, 115, 116, 117, 118, 165, 166, 167],
  surgeProtection: [121, 122, 142, 143],
  batteryOverTemperature: [49, 179, 186, 188],
  batteryUnderTemperature: [180, 187, 190],
  batteryOverVoltage: [70, 177],
  batteryUnderVoltage: [124, 125, 126, 178],
  batteryOverCurrent: [81, 100, 133, 181, 182],
  batteryNotConnected: [151],
  batteryManagement: [183, 184, 185],
  communicationBoard: [145, 146, 147, 148],
  memory: [149, 150],
  manualShutdown: [161, 162, 163, 164],
  fan: [169, 170, 171, 172, 173, 174, 175],
  pidRecovery: [28, 191],
};

/** Device numbers their faults from 1 and keep them in words of `bits` bits. */
function faultsOf(
  texts: Readonly<Record<string, readonly number[]>>,
  bits: number,
  digits: number,
): ProfileFault[] {
  return Object.entries(texts).flatMap(([text, ids]) =>
    ids.map((id) =>
      faultAt(`fault.w${Math.floor((id - 1) / bits) + 1}`, (id - 1) % bits, {
        code: `ID${String(id).padStart(digits, '0')}`,
        text,
      }),
    ),
  );
}

const u32 = { type: 'u32', wordOrder: 'hi' } as const;
const MPPT = [1, 2, 3, 4, 5, 6];
/** String inverters answer the battery's registers too, with zeros. */
const withBattery = { when: { point: 'battery.voltage', op: 'gt', value: 10 } } as const;
const sources = [{ name: 'ha-solarman inverter definitions (facts)', licence: 'MIT' }];

export const sofarG3: ProfileInput = {
  id: 'sofar-g3',
  version: 1,
  brand: 'Sofar',
  brandKey: 'sofar',
  models: ['*KTLX-G3', 'HYD *KTL-3PH'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 60, gapMs: 150, maxGap: 12 },
  sensorLists: [0x270a],
  points: [
    { key: 'serialNumber', addr: 1093, count: 8, type: 'ascii', group: 'once' },
    { key: 'firmware', addr: 1107, count: 4, type: 'ascii', group: 'once' },
    { key: 'state', addr: 1028, type: 'u16', map: G3_STATES },
    ...[1, 2, 3, 4, 5, 6].map((n) => ({
      key: `fault.w${n}`,
      addr: 1027 + 2 * n,
      type: 'u32' as const,
      wordOrder: 'lo' as const,
    })),
    { key: 'temp.inverter', addr: 1048, type: 'i16', valid: [-60, 200] },
    { key: 'temp.radiator', addr: 1050, type: 'i16', valid: [-60, 200] },
    { key: 'insulation.resistance', addr: 1067, type: 'u16', group: 'slow' },
    { key: 'ac.frequency', addr: 1156, type: 'u16', scale: 0.01 },
    { key: 'ac.power', addr: 1157, type: 'i16', scale: 10 },
    { key: 'grid.power', addr: 1160, type: 'i16', scale: -10 },
    ...[0, 1, 2].flatMap((phase) => [
      { key: `ac.l${phase + 1}.voltage`, addr: 1165 + 11 * phase, type: 'u16' as const, scale: 0.1 },
      { key: `ac.l${phase + 1}.current`, addr: 1166 + 11 * phase, type: 'u16' as const, scale: 0.01 },
    ]),
    { key: 'load.power', addr: 1199, type: 'i16', scale: 10 },
    ...MPPT.flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 1409 + 3 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 1410 + 3 * n, type: 'u16' as const, scale: 0.01 },
      { key: `pv${n}.power`, addr: 1411 + 3 * n, type: 'u16' as const, scale: 10 },
    ]),
    { key: 'battery.voltage', addr: 1540, type: 'u16', scale: 0.1, valid: [10, 2000] },
    { key: 'battery.current', addr: 1541, type: 'i16', scale: -0.01, ...withBattery },
    { key: 'battery.power', addr: 1542, type: 'i16', scale: -10, ...withBattery },
    { key: 'battery.temp', addr: 1543, type: 'i16', valid: [-60, 200], ...withBattery },
    { key: 'battery.soc', addr: 1544, type: 'u16', valid: [0, 100], ...withBattery },
    { key: 'battery.soh', addr: 1545, type: 'u16', valid: [0, 100], ...withBattery },
    { key: 'energy.day', addr: 1668, ...u32, scale: 0.01 },
    { key: 'energy.total', addr: 1670, ...u32, scale: 0.1 },
    { key: 'energy.load.day', addr: 1672, ...u32, scale: 0.01 },
    { key: 'energy.load.total', addr: 1674, ...u32, scale: 0.1 },
    { key: 'energy.import.day', addr: 1676, ...u32, scale: 0.01 },
    { key: 'energy.import.total', addr: 1678, ...u32, scale: 0.1 },
    { key: 'energy.export.day', addr: 1680, ...u32, scale: 0.01 },
    { key: 'energy.export.total', addr: 1682, ...u32, scale: 0.1 },
    { key: 'energy.charge.day', addr: 1684, ...u32, scale: 0.01, ...withBattery },
    { key: 'energy.charge.total', addr: 1686, ...u32, scale: 0.1, ...withBattery },
    { key: 'energy.discharge.day', addr: 1688, ...u32, scale: 0.01, ...withBattery },
    { key: 'energy.discharge.total', addr: 1690, ...u32, scale: 0.1, ...withBattery },
  ],
  derived: [{ key: 'dc.power', op: 'sum', of: MPPT.map((n) => `pv${n}.power`) }],
  faults: faultsOf(G3_FAULTS, 32, 3),
  sources,
};

const KTLX_FAULTS: Readonly<Record<string, readonly number[]>> = {
  gridOverVoltage: [1],
  gridUnderVoltage: [2],
  gridOverFrequency: [3],
  gridUnderFrequency: [4],
  gridDisturbance: [6],
  dcInput: [5, 10],
  pvOverVoltage: [9],
  configuration: [11, 71],
  leakage: [12],
  acDisconnect: [13],
  dcOverCurrent: [14, 30],
  acOverCurrent: [15, 16, 24, 29],
  permanentFault: [65, 66, 67, 68, 69, 70, 74],
  currentSensor: [17, 18, 19, 20, 49, 50, 51, 52],
  hardware: [21],
  auxiliaryPower: [22],
  busUnderVoltage: [23, 25, 27],
  busOverVoltage: [26],
  dcComponent: [28],
  internalCommunication: [53, 54],
  relay: [55, 77],
  insulation: [56],
  overTemperature: [57, 58, 59],
  groundFault: [60],
  memory: [75, 76],
};

/** String inverters before the third generation. */
export const sofarString: ProfileInput = {
  id: 'sofar-ktlx',
  version: 1,
  brand: 'Sofar',
  brandKey: 'sofar',
  models: ['*KTL-X'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 40, gapMs: 150, maxGap: 12 },
  sensorLists: [0x2701],
  points: [
    { key: 'state', addr: 0, type: 'u16', map: { 0: 0, 1: 2, 2: 3, 3: 3, 4: 4 } },
    ...[1, 2, 3, 4, 5].map((n) => ({ key: `fault.w${n}`, addr: n, type: 'u16' as const })),
    ...[1, 2].flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 4 + 2 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 5 + 2 * n, type: 'u16' as const, scale: 0.01 },
      { key: `pv${n}.power`, addr: 9 + n, type: 'u16' as const, scale: 10 },
    ]),
    { key: 'ac.power', addr: 12, type: 'u16', scale: 10 },
    { key: 'ac.frequency', addr: 14, type: 'u16', scale: 0.01 },
    ...[1, 2, 3].flatMap((phase) => [
      { key: `ac.l${phase}.voltage`, addr: 13 + 2 * phase, type: 'u16' as const, scale: 0.1 },
      { key: `ac.l${phase}.current`, addr: 14 + 2 * phase, type: 'u16' as const, scale: 0.01 },
    ]),
    { key: 'energy.total', addr: 21, ...u32 },
    { key: 'energy.day', addr: 25, type: 'u16', scale: 0.01 },
    { key: 'temp.radiator', addr: 27, type: 'i16', valid: [-60, 200] },
    { key: 'temp.inverter', addr: 28, type: 'i16', valid: [-60, 200] },
    { key: 'bus.voltage', addr: 29, type: 'u16', scale: 0.1 },
  ],
  derived: [{ key: 'dc.power', op: 'sum', of: ['pv1.power', 'pv2.power'] }],
  faults: faultsOf(KTLX_FAULTS, 16, 2),
  sources: [...sources, { name: 'node-red-sofar-inverter (facts, order of fault words)', licence: 'MIT' }],
};
