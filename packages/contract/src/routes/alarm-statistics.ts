import * as z from 'zod';
import { route } from '../route.ts';
import { alarmLevel, time, timeQuery } from '../vocabulary.ts';

/**
 * What alarms are counted by; `hour` is the local hour of day of each station at which they began, `light` the least irradiance of the step of `LIGHT_STEPS` in which they did, empty
 * where it is not known. `loss` are the codes that cost most.
 */
export const ALARM_GROUPS = [
  'code',
  'loss',
  'station',
  'device',
  'model',
  'firmware',
  'hour',
  'light',
] as const;

/** Steps of the light on the modules, W/m²: each from this on. */
export const LIGHT_STEPS = [0, 1, 200, 400, 600, 800] as const;
export type AlarmGroup = (typeof ALARM_GROUPS)[number];

const duration = z.number().nullable();

export const alarmGroupRow = z.object({
  /** Code, id, model, firmware or hour as a text; empty where a device has none. */
  key: z.string(),
  /** Name of a station, serial number of a device, text key of a code. */
  name: z.string().nullable(),
  alarms: z.number().int(),
  emergency: z.number().int(),
  /** Ended within two minutes, and raised three times and more within an hour. */
  fleeting: z.number().int(),
  chattering: z.number().int(),
  unhandled: z.number().int(),
  /** Milliseconds from begin to end on average; null where none ended. */
  meanDuration: duration,
  /** Wh; alarms of one device at one time share what was missing. Null: of none it is known. */
  lost: z.number().nullable(),
  nuisance: z.number(),
});
export type AlarmGroupRow = z.infer<typeof alarmGroupRow>;

export const alarmStatistics = route({
  method: 'GET',
  path: '/alarm-statistics',
  summary:
    'Figures of ISA-18.2 and EEMUA 191 over alarms that began within a span of 400 days at most, shielded ones included: rates, floods, chattering, standing, levels, times to confirm and to recover, recurrence, loss, and the twenty largest of each group',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.view',
  scope: 'station',
  query: z.object({
    from: timeQuery,
    to: timeQuery,
    stationId: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({
    from: time,
    to: time,
    alarms: z.number().int(),
    /** Kept quiet by a shield; they are in every figure. */
    shielded: z.number().int(),
    /** Devices of the stations. */
    devices: z.number().int(),
    levels: z.record(alarmLevel, z.number().int()),
    rates: z.object({
      mean: z.number().nullable(),
      peak: z.number().int(),
      peakAt: time.nullable(),
      busyShare: z.number().nullable(),
      floods: z.number().int(),
      floodShare: z.number().nullable(),
    }),
    fleeting: z.number().int(),
    chattering: z.number().int(),
    /** Stood at the end of the span and for more than 24 hours then, whenever they began. */
    standing: z.number().int(),
    topTenShare: z.number().nullable(),
    /** Milliseconds until somebody confirmed or processed it first, and until it recovered, on average; of how many. */
    confirmed: z.object({ mean: duration, alarms: z.number().int() }),
    recovered: z.object({ mean: duration, alarms: z.number().int() }),
    /** Share of alarms whose device had the same one within the 30 days before. */
    recurrence: z.number().nullable(),
    /** Wh; null: of none it is known. Of how many it is. */
    lost: z.object({ energy: z.number().nullable(), alarms: z.number().int() }),
    groups: z.record(z.enum(ALARM_GROUPS), z.array(alarmGroupRow)),
  }),
});
export type AlarmStatistics = z.infer<(typeof alarmStatistics)['output']>;
