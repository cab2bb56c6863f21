import type { ProfileInput } from '../profile/schema.ts';
import { DEYE_HYBRID_PARAMETERS, DEYE_POWER_LIMIT } from './deye-parameters.ts';
import { DEYE_ALARMS, DEYE_FAULTS, DEYE_SOURCES, DEYE_STATES } from './deye-facts.ts';

/** Low-voltage models first; high-voltage ones (6 to 15 kW) count battery and PV power in steps of 10 W and the voltage in 0.1 V. */
const BY_CLASS = { addr: 0, map: { 0x0005: 1, 0x0500: 1, 0x0006: 10, 0x0007: 10, 0x0600: 10 } };

const faults = [...DEYE_ALARMS, ...DEYE_FAULTS];
const clock = { key: 'clock', type: 'datetime', count: 3, group: 'slow' } as const;
const u32 = { type: 'u32', wordOrder: 'lo' } as const;
const PV = [1, 2, 3, 4];

export const deyeString: ProfileInput = {
  id: 'deye-string',
  version: 1,
  brand: 'Deye',
  brandKey: 'deye',
  models: ['SUN-*K-G0x'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 60, gapMs: 150, maxGap: 20 },
  identify: [{ fn: 3, addr: 0, anyOf: [0x0002, 0x0200] }],
  points: [
    { key: 'serialNumber', addr: 3, count: 5, type: 'ascii', group: 'once' },
    { ...clock, addr: 22 },
    { key: 'state', addr: 59, type: 'u16', map: DEYE_STATES },
    { key: 'energy.day', addr: 60, type: 'u16', scale: 0.1 },
    { key: 'energy.total', addr: 63, ...u32, scale: 0.1 },
    ...['l12', 'l23', 'l31'].map((pair, i) => ({
      key: `ac.${pair}.voltage`,
      addr: 70 + i,
      type: 'u16' as const,
      scale: 0.1,
    })),
    ...[1, 2, 3].flatMap((phase) => [
      { key: `ac.l${phase}.voltage`, addr: 72 + phase, type: 'u16' as const, scale: 0.1 },
      { key: `ac.l${phase}.current`, addr: 75 + phase, type: 'i16' as const, scale: 0.1 },
    ]),
    { key: 'ac.frequency', addr: 79, type: 'u16', scale: 0.01 },
    { key: 'dc.power', addr: 82, ...u32, scale: 0.1 },
    { key: 'ac.apparent', addr: 84, ...u32, scale: 0.1 },
    { key: 'ac.power', addr: 86, ...u32, scale: 0.1 },
    { key: 'ac.reactive', addr: 88, type: 'i32', wordOrder: 'lo', scale: 0.1 },
    { key: 'temp.radiator', addr: 90, type: 'u16', rawOffset: 1000, scale: 0.1, valid: [-60, 200] },
    { key: 'temp.inverter', addr: 91, type: 'u16', rawOffset: 1000, scale: 0.1, valid: [-60, 200] },
    { key: 'fault.w1', addr: 101, ...u32 },
    { key: 'fault.w2', addr: 103, ...u32 },
    { key: 'fault.w3', addr: 105, ...u32 },
    ...PV.flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 107 + 2 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 108 + 2 * n, type: 'u16' as const, scale: 0.1 },
    ]),
  ],
  derived: PV.map((n) => ({ key: `pv${n}.power`, op: 'product', of: [`pv${n}.voltage`, `pv${n}.current`] })),
  faults,
  writes: [DEYE_POWER_LIMIT],
  sources: DEYE_SOURCES,
};

export const deyeHybrid3p: ProfileInput = {
  id: 'deye-hybrid-3p',
  version: 1,
  brand: 'Deye',
  brandKey: 'deye',
  models: ['SUN-*K-SG0xLP3', 'SUN-*K-SG0xHP3'],
  deviceKind: 'hybrid',
  modbus: { fn: 3, maxRegs: 60, gapMs: 150, maxGap: 12 },
  identify: [{ fn: 3, addr: 0, anyOf: [0x0005, 0x0500, 0x0006, 0x0007, 0x0600] }],
  points: [
    { key: 'serialNumber', addr: 3, count: 5, type: 'ascii', group: 'once' },
    { ...clock, addr: 62 },
    { key: 'state', addr: 500, type: 'u16', map: DEYE_STATES },
    { key: 'energy.charge.day', addr: 514, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.discharge.day', addr: 515, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.charge.total', addr: 516, ...u32, scale: 0.1, group: 'slow' },
    { key: 'energy.discharge.total', addr: 518, ...u32, scale: 0.1, group: 'slow' },
    { key: 'energy.import.day', addr: 520, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.export.day', addr: 521, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.import.total', addr: 522, ...u32, scale: 0.1, group: 'slow' },
    { key: 'energy.export.total', addr: 524, ...u32, scale: 0.1, group: 'slow' },
    { key: 'energy.load.day', addr: 526, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.load.total', addr: 527, ...u32, scale: 0.1, group: 'slow' },
    { key: 'energy.day', addr: 529, type: 'u16', scale: 0.1, group: 'slow' },
    { key: 'energy.total', addr: 534, ...u32, scale: 0.1, group: 'slow' },
    { key: 'temp.radiator', addr: 540, type: 'u16', rawOffset: 1000, scale: 0.1, valid: [-60, 200] },
    { key: 'temp.inverter', addr: 541, type: 'u16', rawOffset: 1000, scale: 0.1, valid: [-60, 200] },
    { key: 'fault.w1', addr: 553, ...u32 },
    { key: 'fault.w2', addr: 555, ...u32 },
    { key: 'fault.w3', addr: 557, ...u32 },
    { key: 'battery.temp', addr: 586, type: 'u16', rawOffset: 1000, scale: 0.1, valid: [-60, 200] },
    { key: 'battery.voltage', addr: 587, type: 'u16', scale: 0.01, scaleBy: BY_CLASS },
    { key: 'battery.soc', addr: 588, type: 'u16', valid: [0, 100] },
    { key: 'battery.power', addr: 590, type: 'i16', scaleBy: BY_CLASS },
    { key: 'battery.current', addr: 591, type: 'i16', scale: 0.01 },
    ...[1, 2, 3].map((phase) => ({
      key: `ac.l${phase}.voltage`,
      addr: 597 + phase,
      type: 'u16' as const,
      scale: 0.1,
    })),
    { key: 'ac.frequency', addr: 609, type: 'u16', scale: 0.01 },
    { key: 'grid.power', addr: 625, highAddr: 690, type: 'i32' },
    ...[1, 2, 3].map((phase) => ({
      key: `ac.l${phase}.current`,
      addr: 629 + phase,
      type: 'i16' as const,
      scale: 0.01,
    })),
    { key: 'ac.power', addr: 636, highAddr: 694, type: 'i32' },
    { key: 'load.power', addr: 653, highAddr: 659, type: 'i32' },
    ...PV.map((n) => ({ key: `pv${n}.power`, addr: 671 + n, type: 'u16' as const, scaleBy: BY_CLASS })),
    ...PV.flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 674 + 2 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 675 + 2 * n, type: 'u16' as const, scale: 0.1 },
    ]),
  ],
  derived: [{ key: 'dc.power', op: 'sum', of: PV.map((n) => `pv${n}.power`) }],
  faults,
  writes: DEYE_HYBRID_PARAMETERS,
  sources: DEYE_SOURCES,
};
