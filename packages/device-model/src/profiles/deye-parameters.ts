import type { ProfileWriteInput } from '../profile/schema.ts';

type Group = ProfileWriteInput['group'];
type Risk = ProfileWriteInput['risk'];

/** Deye writes registers by function 16 alone. */
const written = { fn: 16, scale: 1, confirm: 'readback' } as const;

type Register = readonly [key: string, addr: number];

function choice(group: Group, [key, addr]: Register, choices: Record<number, string>): ProfileWriteInput {
  const values = Object.keys(choices).map(Number);
  const range = { min: Math.min(...values), max: Math.max(...values), step: 1, unit: '' };
  return { ...written, key, group, addr, type: 'u16', ...range, choices, risk: 'low' };
}

function percent(group: Group, [key, addr]: Register, risk: Risk = 'low'): ProfileWriteInput {
  return { ...written, key, group, addr, type: 'u16', min: 0, max: 100, step: 1, unit: '%', risk };
}

interface Numeric extends Pick<ProfileWriteInput, 'group' | 'min' | 'max' | 'unit' | 'risk'> {
  /** Of one step of the register, in the unit. */
  step?: number;
}

function number([key, addr]: Register, { step = 1, ...numeric }: Numeric): ProfileWriteInput {
  return { ...written, key, addr, type: 'u16', ...numeric, step, scale: step };
}

const SWITCH = { 0: 'off', 1: 'on' };
/** Times of a day at which the inverter goes over to the next program. */
const PROGRAMS = [1, 2, 3, 4, 5, 6];

/** The output limit of string and micro inverters. */
export const DEYE_POWER_LIMIT: ProfileWriteInput = percent('export', ['limit.power', 40], 'grid');

/** Limits of the grid within which an inverter stays on; what they may be, the grid code says. */
function gridLimits(
  addresses: readonly [number, number, number, number],
  volts: { min: number; max: number },
): ProfileWriteInput[] {
  const voltage = { group: 'grid', ...volts, step: 0.1, unit: 'V', risk: 'grid' } as const;
  const frequency = { group: 'grid', min: 45, max: 65, step: 0.01, unit: 'Hz', risk: 'grid' } as const;
  return [
    number(['grid.voltageMax', addresses[0]], voltage),
    number(['grid.voltageMin', addresses[1]], voltage),
    number(['grid.frequencyMax', addresses[2]], frequency),
    number(['grid.frequencyMin', addresses[3]], frequency),
  ];
}

export const DEYE_MICRO_PARAMETERS: ProfileWriteInput[] = [
  DEYE_POWER_LIMIT,
  ...gridLimits([27, 28, 29, 30], { min: 160, max: 550 }),
];

export const DEYE_HYBRID_PARAMETERS: ProfileWriteInput[] = [
  choice('operation', ['work.mode', 142], {
    0: 'exportFirst',
    1: 'zeroExportToLoad',
    2: 'zeroExportToMeter',
  }),
  choice('operation', ['work.priority', 141], { 0: 'batteryFirst', 1: 'loadFirst' }),
  percent('battery', ['battery.reserve', 117]),
  percent('battery', ['battery.restart', 116], 'safety'),
  percent('battery', ['battery.shutdown', 115], 'safety'),
  choice('battery', ['battery.gridCharging', 130], SWITCH),
  number(['battery.chargeCurrentMax', 108], {
    group: 'battery',
    min: 0,
    max: 350,
    unit: 'A',
    risk: 'safety',
  }),
  number(['battery.dischargeCurrentMax', 109], {
    group: 'battery',
    min: 0,
    max: 350,
    unit: 'A',
    risk: 'safety',
  }),
  // Bit 0 switches the programs on, the others name the days from Monday on.
  choice('schedule', ['schedule.days', 146], {
    0: 'off',
    0x3f: 'weekdays',
    0xc1: 'weekend',
    0xff: 'everyDay',
  }),
  ...PROGRAMS.flatMap((n): ProfileWriteInput[] => [
    {
      ...written,
      key: `schedule.${n}.start`,
      group: 'schedule',
      addr: 147 + n,
      type: 'hhmm',
      min: 0,
      max: 1439,
      step: 1,
      unit: '',
      risk: 'low',
    },
    percent('schedule', [`schedule.${n}.soc`, 165 + n]),
    choice('schedule', [`schedule.${n}.charging`, 171 + n], {
      0: 'off',
      1: 'fromGrid',
      2: 'fromGenerator',
      3: 'fromBoth',
    }),
  ]),
  choice('export', ['export.allowed', 145], SWITCH),
  number(['export.limit', 231], { group: 'export', min: 0, max: 80_000, step: 10, unit: 'W', risk: 'low' }),
  ...gridLimits([185, 186, 187, 188], { min: 100, max: 290 }),
  number(['grid.reconnectTime', 180], { group: 'grid', min: 1, max: 300, unit: 's', risk: 'grid' }),
];
