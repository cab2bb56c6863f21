import { faultAt } from '../faults/fault-texts.ts';
import type { ProfileInput } from '../profile/schema.ts';
import { DEYE_ALARMS, DEYE_SOURCES, DEYE_STATES } from './deye-facts.ts';
import { DEYE_MICRO_PARAMETERS } from './deye-parameters.ts';

const u32 = { type: 'u32', wordOrder: 'lo' } as const;
const PV = [1, 2, 3, 4];

/** Faults of Deye micro inverters: F01 is bit 0 of the first of two 32-bit words. */
const DEYE_FAULTS: Readonly<Record<string, readonly number[]>> = {
  pvOverVoltage: [1],
  busOverVoltage: [2],
  busUnderVoltage: [3, 4, 5],
  dcOverCurrent: [6, 7],
  dcInput: [8],
  acOverCurrent: [9],
  powerStage: [10],
  gridDisturbance: [11],
  arcSelfTest: [12],
  arcFault: [13],
  currentSensor: [14],
  gridLoss: [17],
};

export const deyeMicro: ProfileInput = {
  id: 'deye-micro',
  version: 1,
  brand: 'Deye',
  brandKey: 'deye',
  models: ['SUN*G3', 'SUN-M*G3'],
  deviceKind: 'micro',
  modbus: { fn: 3, maxRegs: 60, gapMs: 150, maxGap: 20 },
  sensorLists: [0x5406, 0x5408],
  identify: [{ fn: 3, addr: 0, anyOf: [0x0004, 0x0400] }],
  points: [
    { key: 'serialNumber', addr: 3, count: 5, type: 'ascii', group: 'once' },
    { key: 'state', addr: 59, type: 'u16', map: DEYE_STATES },
    { key: 'energy.day', addr: 60, type: 'u16', scale: 0.1 },
    { key: 'energy.total', addr: 63, ...u32, scale: 0.1 },
    { key: 'ac.l1.voltage', addr: 73, type: 'u16', scale: 0.1 },
    { key: 'ac.l1.current', addr: 76, type: 'i16', scale: 0.1 },
    { key: 'ac.frequency', addr: 79, type: 'u16', scale: 0.01 },
    { key: 'ac.power', addr: 86, ...u32, scale: 0.1 },
    { key: 'temp.radiator', addr: 90, type: 'u16', rawOffset: 1000, scale: 0.01, valid: [-60, 200] },
    { key: 'fault.w1', addr: 101, ...u32 },
    { key: 'fault.w2', addr: 103, ...u32 },
    { key: 'fault.w3', addr: 105, ...u32 },
    ...PV.flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 107 + 2 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 108 + 2 * n, type: 'u16' as const, scale: 0.1 },
    ]),
  ],
  derived: [
    ...PV.map((n) => ({
      key: `pv${n}.power`,
      op: 'product' as const,
      of: [`pv${n}.voltage`, `pv${n}.current`],
    })),
    { key: 'dc.power', op: 'sum', of: PV.map((n) => `pv${n}.power`) },
  ],
  faults: [
    ...DEYE_ALARMS,
    ...Object.entries(DEYE_FAULTS).flatMap(([text, numbers]) =>
      numbers.map((number) =>
        faultAt('fault.w2', number - 1, { code: `F${String(number).padStart(2, '0')}`, text }),
      ),
    ),
  ],
  writes: DEYE_MICRO_PARAMETERS,
  sources: DEYE_SOURCES,
};

export const tsunMicro: ProfileInput = {
  id: 'tsun-micro',
  version: 1,
  brand: 'TSUN',
  brandKey: 'tsun',
  models: ['TSOL-MS*'],
  deviceKind: 'micro',
  modbus: { fn: 3, maxRegs: 48, gapMs: 200, maxGap: 8 },
  sensorLists: [0x02b0],
  points: [
    { key: 'state', addr: 12_288, type: 'u16', map: { 0: 0, 1: 3 } },
    { key: 'ac.l1.voltage', addr: 12_297, type: 'u16', scale: 0.1 },
    { key: 'ac.l1.current', addr: 12_298, type: 'i16', scale: 0.01 },
    { key: 'ac.frequency', addr: 12_299, type: 'u16', scale: 0.01 },
    { key: 'temp.inverter', addr: 12_300, type: 'u16', rawOffset: 40 },
    { key: 'ac.power', addr: 12_303, type: 'u16', scale: 0.1 },
    ...PV.flatMap((n) => [
      { key: `pv${n}.voltage`, addr: 12_301 + 3 * n, type: 'u16' as const, scale: 0.1 },
      { key: `pv${n}.current`, addr: 12_302 + 3 * n, type: 'u16' as const, scale: 0.01 },
      { key: `pv${n}.power`, addr: 12_303 + 3 * n, type: 'u16' as const, scale: 0.1 },
    ]),
    { key: 'energy.day', addr: 12_316, type: 'u16', scale: 0.01 },
    { key: 'energy.total', addr: 12_317, type: 'u32', wordOrder: 'hi', scale: 0.01 },
  ],
  derived: [{ key: 'dc.power', op: 'sum', of: PV.map((n) => `pv${n}.power`) }],
  sources: [
    { name: 'ha-solarman inverter definitions (facts)', licence: 'MIT' },
    { name: 'tsun-gen3-proxy (facts, cross-check by its pushed layout)', licence: 'BSD-3-Clause' },
  ],
};
