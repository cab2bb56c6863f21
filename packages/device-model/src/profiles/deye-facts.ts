import { faultAt } from '../faults/fault-texts.ts';
import type { ProfileFault } from '../profile/schema.ts';

/** Native states 0 standby, 1 self-check, 2 normal, 3 alarm, 4 fault as run states. */
export const DEYE_STATES = { 0: 0, 1: 2, 2: 3, 3: 3, 4: 4 };

export const DEYE_SOURCES = [
  { name: 'ha-solarman inverter definitions (facts)', licence: 'MIT' },
  { name: 'deye-inverter-mqtt (facts, cross-check of 60, 63, 73, 79, 86)', licence: 'Apache-2.0' },
];

/** Bits of the alarm word, which every family has. */
export const DEYE_ALARMS: readonly ProfileFault[] = [
  faultAt('fault.w1', 1, { code: 'A02', text: 'fan' }),
  faultAt('fault.w1', 2, { code: 'A03', text: 'gridLoss' }),
  faultAt('fault.w1', 3, { code: 'A04', text: 'meterCommunication' }),
  faultAt('fault.w1', 30, { code: 'A31', text: 'batteryNotConnected' }),
  faultAt('fault.w1', 31, { code: 'A32', text: 'parallelCommunication' }),
];

/** Bits of the 64-bit fault word of string and hybrid inverters, as two 32-bit words; bit n is F(n+1). */
export const DEYE_FAULTS: readonly ProfileFault[] = [
  faultAt('fault.w2', 6, { code: 'F07', text: 'softStart' }),
  faultAt('fault.w2', 9, { code: 'F10', text: 'auxiliaryPower' }),
  faultAt('fault.w2', 12, { code: 'F13', text: 'workingMode' }),
  faultAt('fault.w2', 17, { code: 'F18', text: 'acOverCurrent' }),
  faultAt('fault.w2', 18, { code: 'F19', text: 'hardware' }),
  faultAt('fault.w2', 19, { code: 'F20', text: 'dcOverCurrent' }),
  faultAt('fault.w2', 22, { code: 'F23', text: 'leakage' }),
  faultAt('fault.w3', 31, { code: 'F64', text: 'overTemperature' }),
];
