/**
 * The point catalogue: every measured quantity the platform knows by name. A device profile maps its registers to these
 * keys, so that charts, alarms and analysis never see a maker's own names.
 */

/** `gauge` moves freely; `counter` only grows; `dayCounter` restarts each day; `state` is a code; `bits` a word of flags. */
export type PointKind = 'gauge' | 'counter' | 'dayCounter' | 'state' | 'bits';
export type PointAggregate = 'avg' | 'last' | 'max' | 'min';

export interface PointDef {
  /** Stable over releases, below `CUSTOM_POINT_BASE`; stored with every sample. */
  id: number;
  key: string;
  unit: string;
  kind: PointKind;
  aggregate: PointAggregate;
  group: PointGroup;
  /** Values outside are not measurements. */
  min?: number;
  max?: number;
}

export type PointGroup =
  | 'ac'
  | 'dc'
  | 'string'
  | 'energy'
  | 'battery'
  | 'grid'
  | 'load'
  | 'meter'
  | 'weather'
  | 'device'
  | 'state';

/** Ids from here on belong to points outside the catalogue, given by the server. */
export const CUSTOM_POINT_BASE = 10_000;

/** Run states of the platform; profiles translate native codes into them. */
export const RUN_STATES = {
  standby: 0,
  waitingGrid: 1,
  checking: 2,
  running: 3,
  breakdown: 4,
  burning: 5,
  poweringUp: 6,
  shutdown: 7,
  /** Switched itself off for a fault that does not go away by itself. */
  shutdownFailure: 8,
} as const;
export type RunStateName = keyof typeof RUN_STATES;

/** Most MPPT inputs and strings a device may have. */
export const MAX_MPPT = 24;
export const MAX_STRINGS = 48;
export const FAULT_WORDS = 8;

type Row = readonly [
  id: number,
  key: string,
  unit: string,
  kind?: PointKind,
  range?: readonly [number, number],
];

const FAMILIES: Readonly<Record<PointGroup, readonly Row[]>> = {
  ac: [
    [1, 'ac.power', 'W', 'gauge', [-1e9, 1e9]],
    [2, 'ac.reactive', 'var'],
    [3, 'ac.apparent', 'VA'],
    [4, 'ac.powerFactor', '', 'gauge', [-1, 1]],
    [5, 'ac.frequency', 'Hz', 'gauge', [0, 100]],
    ...[1, 2, 3].flatMap((phase): Row[] => [
      [10 * phase, `ac.l${phase}.voltage`, 'V', 'gauge', [0, 100_000]],
      [10 * phase + 1, `ac.l${phase}.current`, 'A'],
      [10 * phase + 2, `ac.l${phase}.power`, 'W'],
    ]),
    ...[12, 23, 31].map((pair, index): Row => [
      40 + index,
      `ac.l${pair}.voltage`,
      'V',
      'gauge',
      [0, 100_000],
    ]),
  ],
  dc: [
    [50, 'dc.power', 'W'],
    ...range(MAX_MPPT).flatMap((n): Row[] => [
      [500 + 3 * n, `pv${n}.voltage`, 'V', 'gauge', [-100, 5000]],
      [501 + 3 * n, `pv${n}.current`, 'A'],
      [502 + 3 * n, `pv${n}.power`, 'W'],
    ]),
  ],
  string: range(MAX_STRINGS).flatMap((n): Row[] => [
    [700 + 2 * n, `str${n}.current`, 'A'],
    [701 + 2 * n, `str${n}.voltage`, 'V', 'gauge', [-100, 5000]],
  ]),
  energy: [
    [100, 'energy.day', 'kWh', 'dayCounter', [0, 1e9]],
    [101, 'energy.total', 'kWh', 'counter', [0, 1e12]],
  ],
  battery: [
    [120, 'battery.soc', '%', 'gauge', [0, 100]],
    [121, 'battery.voltage', 'V'],
    [122, 'battery.current', 'A'],
    [123, 'battery.power', 'W'],
    [124, 'battery.temp', '°C', 'gauge', [-60, 200]],
    [125, 'battery.soh', '%', 'gauge', [0, 100]],
    [126, 'energy.charge.day', 'kWh', 'dayCounter', [0, 1e9]],
    [127, 'energy.charge.total', 'kWh', 'counter', [0, 1e12]],
    [128, 'energy.discharge.day', 'kWh', 'dayCounter', [0, 1e9]],
    [129, 'energy.discharge.total', 'kWh', 'counter', [0, 1e12]],
    [130, 'battery.cell.highest', 'V', 'gauge', [0, 6]],
    [131, 'battery.cell.lowest', 'V', 'gauge', [0, 6]],
  ],
  grid: [
    [140, 'grid.power', 'W'],
    [141, 'energy.import.day', 'kWh', 'dayCounter', [0, 1e9]],
    [142, 'energy.import.total', 'kWh', 'counter', [0, 1e12]],
    [143, 'energy.export.day', 'kWh', 'dayCounter', [0, 1e9]],
    [144, 'energy.export.total', 'kWh', 'counter', [0, 1e12]],
  ],
  load: [
    [150, 'load.power', 'W'],
    [151, 'energy.load.day', 'kWh', 'dayCounter', [0, 1e9]],
    [152, 'energy.load.total', 'kWh', 'counter', [0, 1e12]],
  ],
  meter: [
    [160, 'meter.power', 'W'],
    [161, 'meter.energy.import', 'kWh', 'counter', [0, 1e12]],
    [162, 'meter.energy.export', 'kWh', 'counter', [0, 1e12]],
    [163, 'meter.frequency', 'Hz', 'gauge', [0, 100]],
    [164, 'meter.powerFactor', '', 'gauge', [-1, 1]],
    ...[1, 2, 3].flatMap((phase): Row[] => [
      [160 + 10 * phase, `meter.l${phase}.voltage`, 'V', 'gauge', [0, 100_000]],
      [161 + 10 * phase, `meter.l${phase}.current`, 'A'],
      [162 + 10 * phase, `meter.l${phase}.power`, 'W'],
    ]),
  ],
  weather: [
    [220, 'irradiance.poa', 'W/m²', 'gauge', [-20, 2000]],
    [221, 'irradiance.ghi', 'W/m²', 'gauge', [-20, 2000]],
    [222, 'temp.ambient', '°C', 'gauge', [-60, 80]],
    [223, 'temp.module', '°C', 'gauge', [-60, 120]],
    [224, 'wind.speed', 'm/s', 'gauge', [0, 120]],
    [225, 'wind.direction', '°', 'gauge', [0, 360]],
    [226, 'humidity', '%', 'gauge', [0, 100]],
    [227, 'pressure', 'hPa', 'gauge', [300, 1200]],
    [228, 'rain', 'mm', 'gauge', [0, 10_000]],
  ],
  device: [
    [240, 'temp.inverter', '°C', 'gauge', [-60, 200]],
    [241, 'temp.radiator', '°C', 'gauge', [-60, 200]],
    [242, 'insulation.resistance', 'kΩ', 'gauge', [0, 1e7]],
    [243, 'leakage.current', 'mA'],
    [244, 'bus.voltage', 'V', 'gauge', [-100, 5000]],
    [245, 'limit.power', '%', 'gauge', [0, 200]],
    [246, 'signal.strength', '%', 'gauge', [0, 100]],
  ],
  state: [
    [260, 'state', '', 'state'],
    [261, 'alarm.code', '', 'state'],
    ...range(FAULT_WORDS).map((n): Row => [270 + n, `fault.w${n}`, '', 'bits', [0, 0xff_ff_ff_ff]]),
  ],
};

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

const AGGREGATES: Readonly<Record<PointKind, PointAggregate>> = {
  gauge: 'avg',
  counter: 'last',
  dayCounter: 'max',
  state: 'last',
  bits: 'last',
};

/** What stands for the values of a bucket. */
export const aggregateOf = (kind: PointKind): PointAggregate => AGGREGATES[kind];

function toPoint(group: PointGroup, [id, key, unit, kind = 'gauge', limits]: Row): PointDef {
  const point = { id, key, unit, kind, aggregate: AGGREGATES[kind], group };
  return limits ? { ...point, min: limits[0], max: limits[1] } : point;
}

/** Every point of the catalogue. */
export const POINTS: readonly PointDef[] = (
  Object.entries(FAMILIES) as [PointGroup, readonly Row[]][]
).flatMap(([group, rows]) => rows.map((row) => toPoint(group, row)));

const byKey = new Map(POINTS.map((point) => [point.key, point]));
const byId = new Map(POINTS.map((point) => [point.id, point]));

/** Point of a key; undefined for a custom one. */
export function pointByKey(key: string): PointDef | undefined {
  return byKey.get(key);
}

/** Point of an id; undefined for a custom one. */
export function pointById(id: number): PointDef | undefined {
  return byId.get(id);
}

const CUSTOM_KEY = /^[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*$/;

/** Whether a text may name a custom point: words of letters and digits joined by dots, 64 characters at most. */
export function isPointKey(text: string): boolean {
  return text.length <= 64 && CUSTOM_KEY.test(text);
}
