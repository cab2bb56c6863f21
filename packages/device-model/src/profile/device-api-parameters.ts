import type { ProfileWrite } from './schema.ts';

/** What can be set on a device, however it is reached. `number`: it has no register. */
export type SettableParameter = Pick<
  ProfileWrite,
  'key' | 'group' | 'min' | 'max' | 'step' | 'unit' | 'choices' | 'risk'
> & { type: ProfileWrite['type'] | 'number' };

type Bounds = Pick<SettableParameter, 'min' | 'max'>;

const choice = (
  group: SettableParameter['group'],
  key: string,
  choices: Record<number, string>,
): SettableParameter => {
  const values = Object.keys(choices).map(Number);
  const bounds = { min: Math.min(...values), max: Math.max(...values), step: 1 };
  return { key, group, type: 'number', unit: '', ...bounds, choices, risk: 'low' };
};

const number = (
  group: SettableParameter['group'],
  key: string,
  { step = 1, ...rest }: Bounds & Pick<SettableParameter, 'unit' | 'risk'> & { step?: number },
): SettableParameter => ({ key, group, type: 'number', step, ...rest });

const SWITCH = { 0: 'off', 1: 'on' };
const VOLTS = { min: 80, max: 1000, step: 0.1, unit: 'V', risk: 'grid' } as const;
const HERTZ = { min: 45, max: 65, step: 0.01, unit: 'Hz', risk: 'grid' } as const;
const CURRENT = { min: 0, max: 5000, unit: 'A', risk: 'safety' } as const;
/** Times of a day at which a battery goes over to the next program. */
const PROGRAMS = [1, 2, 3, 4, 5, 6];

/**
 * What devices of the device API may let people set (docs/device-api.md). The platform says what a value is and what it can harm, so that no device
 * lowers a risk by its own word; each device says which of them it has.
 */
export const DEVICE_API_PARAMETERS: readonly SettableParameter[] = [
  choice('operation', 'work.mode', { 0: 'selfUse', 1: 'feedInFirst', 2: 'backup', 3: 'timeOfUse' }),
  number('battery', 'battery.reserve', { min: 0, max: 100, unit: '%', risk: 'low' }),
  number('battery', 'battery.restart', { min: 0, max: 100, unit: '%', risk: 'safety' }),
  number('battery', 'battery.shutdown', { min: 0, max: 100, unit: '%', risk: 'safety' }),
  choice('battery', 'battery.gridCharging', SWITCH),
  number('battery', 'battery.chargeCurrentMax', CURRENT),
  number('battery', 'battery.dischargeCurrentMax', CURRENT),
  ...PROGRAMS.flatMap((n): SettableParameter[] => [
    {
      ...number('schedule', `schedule.${n}.start`, { min: 0, max: 1439, unit: '', risk: 'low' }),
      type: 'hhmm',
    },
    number('schedule', `schedule.${n}.soc`, { min: 0, max: 100, unit: '%', risk: 'low' }),
    choice('schedule', `schedule.${n}.charging`, SWITCH),
  ]),
  choice('export', 'export.allowed', SWITCH),
  number('export', 'export.limit', { min: 0, max: 10_000_000, unit: 'W', risk: 'low' }),
  number('export', 'limit.power', { min: 0, max: 100, unit: '%', risk: 'grid' }),
  number('grid', 'grid.voltageMax', VOLTS),
  number('grid', 'grid.voltageMin', VOLTS),
  number('grid', 'grid.frequencyMax', HERTZ),
  number('grid', 'grid.frequencyMin', HERTZ),
  number('grid', 'grid.reconnectTime', { min: 1, max: 3600, unit: 's', risk: 'grid' }),
];
