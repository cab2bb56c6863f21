/**
 * SunSpec models as the platform reads them: offsets in words from the model's ID (SunSpec Information Model Reference).
 * `sf`: offset of the scale factor, or a fixed exponent as `{ exp }`. `factor` turns the standard's unit into the platform's.
 */
export interface SunSpecPoint {
  key: string;
  off: number;
  type: 'u16' | 'i16' | 'u32' | 'i32' | 'acc32' | 'f32' | 'enum16' | 'bits32';
  sf?: number | { exp: number };
  factor?: number;
  map?: Readonly<Record<number, number>>;
}

export interface SunSpecModel {
  /** Words of the body (without ID and L) of the fixed part. */
  length: number;
  points: readonly SunSpecPoint[];
  /** Points of each repeated block; `#` in a key becomes the block's number. */
  repeating?: { at: number; words: number; points: readonly SunSpecPoint[] };
}

/** Operating state of models 101 to 113 as run states: off, sleeping, starting, MPPT, throttled, shutting down, fault, standby. */
const OPERATING_STATE = { 1: 7, 2: 0, 3: 6, 4: 3, 5: 3, 6: 7, 7: 4, 8: 0 } as const;

const WH_TO_KWH = 1e-3;
const PERCENT = 1e-2;

const inverter: SunSpecModel = {
  length: 50,
  points: [
    { key: 'ac.l1.current', off: 3, type: 'u16', sf: 6 },
    { key: 'ac.l2.current', off: 4, type: 'u16', sf: 6 },
    { key: 'ac.l3.current', off: 5, type: 'u16', sf: 6 },
    { key: 'ac.l12.voltage', off: 7, type: 'u16', sf: 13 },
    { key: 'ac.l23.voltage', off: 8, type: 'u16', sf: 13 },
    { key: 'ac.l31.voltage', off: 9, type: 'u16', sf: 13 },
    { key: 'ac.l1.voltage', off: 10, type: 'u16', sf: 13 },
    { key: 'ac.l2.voltage', off: 11, type: 'u16', sf: 13 },
    { key: 'ac.l3.voltage', off: 12, type: 'u16', sf: 13 },
    { key: 'ac.power', off: 14, type: 'i16', sf: 15 },
    { key: 'ac.frequency', off: 16, type: 'u16', sf: 17 },
    { key: 'ac.apparent', off: 18, type: 'i16', sf: 19 },
    { key: 'ac.reactive', off: 20, type: 'i16', sf: 21 },
    { key: 'ac.powerFactor', off: 22, type: 'i16', sf: 23, factor: PERCENT },
    { key: 'energy.total', off: 24, type: 'acc32', sf: 26, factor: WH_TO_KWH },
    { key: 'dc.power', off: 31, type: 'i16', sf: 32 },
    { key: 'temp.inverter', off: 33, type: 'i16', sf: 37 },
    { key: 'temp.radiator', off: 34, type: 'i16', sf: 37 },
    { key: 'state', off: 38, type: 'enum16', map: OPERATING_STATE },
    { key: 'fault.w1', off: 40, type: 'bits32' },
  ],
};

const inverterFloat: SunSpecModel = {
  length: 60,
  points: [
    { key: 'ac.l1.current', off: 4, type: 'f32' },
    { key: 'ac.l2.current', off: 6, type: 'f32' },
    { key: 'ac.l3.current', off: 8, type: 'f32' },
    { key: 'ac.l12.voltage', off: 10, type: 'f32' },
    { key: 'ac.l23.voltage', off: 12, type: 'f32' },
    { key: 'ac.l31.voltage', off: 14, type: 'f32' },
    { key: 'ac.l1.voltage', off: 16, type: 'f32' },
    { key: 'ac.l2.voltage', off: 18, type: 'f32' },
    { key: 'ac.l3.voltage', off: 20, type: 'f32' },
    { key: 'ac.power', off: 22, type: 'f32' },
    { key: 'ac.frequency', off: 24, type: 'f32' },
    { key: 'ac.apparent', off: 26, type: 'f32' },
    { key: 'ac.reactive', off: 28, type: 'f32' },
    { key: 'ac.powerFactor', off: 30, type: 'f32', factor: PERCENT },
    { key: 'energy.total', off: 32, type: 'f32', factor: WH_TO_KWH },
    { key: 'dc.power', off: 38, type: 'f32' },
    { key: 'temp.inverter', off: 40, type: 'f32' },
    { key: 'temp.radiator', off: 42, type: 'f32' },
    { key: 'state', off: 48, type: 'enum16', map: OPERATING_STATE },
    { key: 'fault.w1', off: 50, type: 'bits32' },
  ],
};

const meter: SunSpecModel = {
  length: 105,
  points: [
    { key: 'meter.l1.current', off: 3, type: 'i16', sf: 6 },
    { key: 'meter.l2.current', off: 4, type: 'i16', sf: 6 },
    { key: 'meter.l3.current', off: 5, type: 'i16', sf: 6 },
    { key: 'meter.l1.voltage', off: 8, type: 'i16', sf: 15 },
    { key: 'meter.l2.voltage', off: 9, type: 'i16', sf: 15 },
    { key: 'meter.l3.voltage', off: 10, type: 'i16', sf: 15 },
    { key: 'meter.frequency', off: 16, type: 'i16', sf: 17 },
    { key: 'meter.power', off: 18, type: 'i16', sf: 22 },
    { key: 'meter.l1.power', off: 19, type: 'i16', sf: 22 },
    { key: 'meter.l2.power', off: 20, type: 'i16', sf: 22 },
    { key: 'meter.l3.power', off: 21, type: 'i16', sf: 22 },
    { key: 'meter.powerFactor', off: 33, type: 'i16', sf: 37, factor: PERCENT },
    { key: 'meter.energy.export', off: 38, type: 'acc32', sf: 54, factor: WH_TO_KWH },
    { key: 'meter.energy.import', off: 46, type: 'acc32', sf: 54, factor: WH_TO_KWH },
  ],
};

/** Models by number. Those without points are known so that the chain can be walked over them by name. */
export const SUNSPEC_MODELS: Readonly<Record<number, SunSpecModel>> = {
  101: inverter,
  102: inverter,
  103: inverter,
  111: inverterFloat,
  112: inverterFloat,
  113: inverterFloat,
  120: { length: 26, points: [] },
  121: { length: 30, points: [] },
  122: { length: 44, points: [] },
  123: { length: 24, points: [{ key: 'limit.power', off: 5, type: 'u16', sf: 23 }] },
  124: {
    length: 24,
    points: [
      { key: 'battery.soc', off: 8, type: 'u16', sf: 22 },
      { key: 'battery.voltage', off: 10, type: 'u16', sf: 24 },
    ],
  },
  160: {
    length: 8,
    points: [],
    repeating: {
      at: 10,
      words: 20,
      points: [
        { key: 'pv#.current', off: 9, type: 'u16', sf: 2 },
        { key: 'pv#.voltage', off: 10, type: 'u16', sf: 3 },
        { key: 'pv#.power', off: 11, type: 'u16', sf: 4 },
      ],
    },
  },
  201: meter,
  202: meter,
  203: meter,
  204: meter,
  302: {
    length: 0,
    points: [],
    repeating: {
      at: 2,
      words: 5,
      points: [
        { key: 'irradiance.ghi', off: 0, type: 'u16' },
        { key: 'irradiance.poa', off: 1, type: 'u16' },
      ],
    },
  },
  303: {
    length: 0,
    points: [],
    repeating: { at: 2, words: 1, points: [{ key: 'temp.module', off: 0, type: 'i16', sf: { exp: -1 } }] },
  },
  307: {
    length: 11,
    points: [
      { key: 'temp.ambient', off: 2, type: 'i16', sf: { exp: -1 } },
      { key: 'humidity', off: 3, type: 'i16' },
      { key: 'pressure', off: 4, type: 'i16' },
      { key: 'wind.speed', off: 5, type: 'i16' },
      { key: 'wind.direction', off: 6, type: 'i16' },
      { key: 'rain', off: 7, type: 'i16' },
    ],
  },
  802: {
    length: 62,
    points: [
      { key: 'battery.soc', off: 11, type: 'u16', sf: 56 },
      { key: 'battery.soh', off: 13, type: 'u16', sf: 58 },
      { key: 'battery.voltage', off: 34, type: 'u16', sf: 59 },
      { key: 'battery.current', off: 44, type: 'i16', sf: 61 },
      { key: 'battery.power', off: 47, type: 'i16', sf: 63 },
    ],
  },
};
