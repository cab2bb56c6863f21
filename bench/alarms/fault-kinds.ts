import type { FleetDevice, FleetFault, FleetStation } from '../../apps/simulator/fleets/schema.ts';
import * as seen from './fault-shows.ts';

/** A fault of the labelled set: on what it may be, how long it lasts, and which alarms tell of it. */
export interface FaultKind {
  fault: FleetFault;
  on: (device: FleetDevice, station: FleetStation) => boolean;
  /** Hours at least and at most. */
  hours: readonly [number, number];
  /** Shipped rules and types of alarms, any of which names it. */
  accept: readonly string[];
  /** It is of all devices of the station. */
  whole?: boolean;
  /** Whether it can be seen at a moment, by what is documented of the rules; left out: always. */
  shows?: seen.Shows;
  /** Hours for which it has to show: what shows for less has not to be found. */
  shownHours?: number;
}

const isInverter = ({ kind }: FleetDevice) => kind === 'inverter' || kind === 'hybrid';
const alone = (device: FleetDevice) => device.parentSn === null;
const stringsOf = ({ inputs }: FleetDevice) => inputs.reduce((sum, { strings }) => sum + strings, 0);
const LOW = ['belowPeers', 'belowExpected'];

/** Faults that have to be found. */
export const FAULT_KINDS: readonly FaultKind[] = [
  { fault: 'inverterTrip', on: isInverter, hours: [4, 40], accept: ['deviceFault'] },
  { fault: 'flapping', on: isInverter, hours: [3, 8], accept: ['deviceFault'] },
  {
    fault: 'gridLoss',
    on: (device, { devices }) => device === devices[0] && devices.every(({ kind }) => kind !== 'hybrid'),
    hours: [1, 5],
    accept: ['deviceFault', 'gridLost'],
    whole: true,
  },
  { fault: 'loggerOffline', on: ({ kind }) => kind === 'logger', hours: [6, 40], accept: ['offline'] },
  {
    fault: 'silent',
    on: (device) => device.kind !== 'logger' && alone(device),
    hours: [6, 40],
    accept: ['offline'],
  },
  {
    fault: 'stopped',
    on: isInverter,
    hours: [6, 60],
    accept: ['zeroProduction'],
    shows: seen.missesLight,
    shownHours: 2,
  },
  {
    fault: 'stringOpen',
    on: isInverter,
    hours: [72, 240],
    accept: ['openString', 'weakString', ...LOW],
    shows: seen.hasLight,
    shownHours: 6,
  },
  {
    fault: 'stringWeak',
    on: (device) => isInverter(device) && stringsOf(device) > device.inputs.length,
    hours: [72, 240],
    accept: ['weakString', 'openString', ...LOW],
    shows: seen.weakString,
    shownHours: 6,
  },
  {
    fault: 'degraded',
    on: isInverter,
    hours: [72, 240],
    accept: LOW,
    shows: seen.givesLess,
    shownHours: 8,
  },
  {
    fault: 'fanFailed',
    on: isInverter,
    hours: [72, 240],
    accept: ['hotInverter', 'derating', ...LOW],
    shows: seen.isHotter,
    shownHours: 1,
  },
  {
    fault: 'insulationLow',
    on: isInverter,
    hours: [24, 72],
    accept: ['lowInsulation'],
    shows: seen.below('insulation.resistance', 50),
    shownHours: 1,
  },
  { fault: 'gridHigh', on: isInverter, hours: [4, 30], accept: ['gridVoltage'] },
  { fault: 'batteryHot', on: ({ battery }) => battery !== null, hours: [4, 30], accept: ['batteryHot'] },
  { fault: 'batteryDrained', on: ({ battery }) => battery !== null, hours: [8, 40], accept: ['batteryLow'] },
  { fault: 'cellSpread', on: ({ battery }) => battery !== null, hours: [24, 120], accept: ['cellSpread'] },
  {
    fault: 'meterWrong',
    on: ({ meterRole }) => meterRole === 'generation',
    hours: [48, 140],
    accept: ['meterMismatch'],
    shows: seen.stationGives,
    shownHours: 3,
  },
  { fault: 'stuckSensor', on: ({ kind }) => kind === 'weather', hours: [24, 100], accept: ['stuckLight'] },
  {
    fault: 'frozen',
    on: (device) => isInverter(device) && device.battery === null,
    hours: [8, 40],
    accept: ['stuckPower'],
    shows: seen.repeatsPower,
    shownHours: 4,
  },
  {
    fault: 'clockWrong',
    on: (device) => device.kind === 'inverter' && alone(device),
    hours: [48, 140],
    accept: ['wrongClock'],
    shows: seen.isEarly,
    shownHours: 24,
  },
  {
    fault: 'signalWeak',
    on: ({ kind }) => kind === 'logger',
    hours: [24, 100],
    accept: ['weakSignal'],
    shows: seen.below('signal.strength', 20),
    shownHours: 6,
  },
];

/** What must raise no alarm. Clouds and nights come by themselves. */
export const HARMLESS: readonly Pick<FaultKind, 'fault' | 'on' | 'hours' | 'whole'>[] = [
  {
    fault: 'limited',
    on: (_, { type }) => type === 'commercial' || type === 'utility',
    hours: [3, 9],
    whole: true,
  },
  { fault: 'spikes', on: isInverter, hours: [24, 96] },
  { fault: 'gaps', on: alone, hours: [24, 96] },
];
