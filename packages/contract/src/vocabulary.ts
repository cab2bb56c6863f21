import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { LINK_DOUBTS, LINK_ERRORS } from './link-words.ts';
import { ruled } from './ruled.ts';
import { measuredDayRule } from './rules.ts';
import {
  ACCOUNT_TYPES,
  ALARM_LEVELS,
  ALARM_TYPES,
  COMMUNICATION,
  CONNECTIONS,
  DEVICE_KINDS,
  DEVICE_STATUSES,
  ENERGY_SOURCES,
  FLOWS,
  GRAINS,
  GRID_TYPES,
  METER_ROLES,
  EXPECTED_BY,
  RUN_MODES,
  STATION_STATUSES,
  STATION_TYPES,
} from './words.ts';

export * from './device-commands.ts';
export * from './run-words.ts';
export * from './firmware-words.ts';
export * from './words.ts';
export * from './link-words.ts';
export * from './sim-words.ts';
export * from './upgrade-words.ts';

export const stationType = z.enum(STATION_TYPES);
export const gridType = z.enum(GRID_TYPES);
export const stationStatus = z.enum(STATION_STATUSES);
export const communication = z.enum(COMMUNICATION);
export const deviceKind = z.enum(DEVICE_KINDS);
export const deviceStatus = z.enum(DEVICE_STATUSES);
export const runMode = z.enum(RUN_MODES);
export const expectedBy = z.enum(EXPECTED_BY);
export const meterRole = z.enum(METER_ROLES);
export const connection = z.enum(CONNECTIONS);
export const linkDoubt = z.enum(LINK_DOUBTS);

export const alarmLevel = z.enum(ALARM_LEVELS);
export const alarmType = z.enum(ALARM_TYPES);
export const flow = z.enum(FLOWS);
export const energySource = z.enum(ENERGY_SOURCES);
export const grain = z.enum(GRAINS);
export const accountType = z.enum(ACCOUNT_TYPES);

export const id = z.number().int().positive();
export const idParam = z.object({ id: z.coerce.number().int().positive() });
/** Epoch milliseconds, UTC. */
export const time = z.number().int();
/** What went wrong on the connections of a V5 logger, of a day at most. */
export const linkHealth = z.object({
  since: time,
  reconnects: z.number().int(),
  /** Frames that were not taken. */
  refused: z.number().int(),
  lastError: z.object({ word: z.enum(LINK_ERRORS), at: time }).nullable(),
});
const LATEST_TIME = Date.UTC(2299, 0, 1) - 1;
/** A time that a body names: none that a store or a calendar could not hold. */
export const timeInput = z.number().int().min(0).max(LATEST_TIME);
/** The same in a query. */
export const timeQuery = z.coerce.number().int().min(0).max(LATEST_TIME);
/** Local calendar day that a query names, `YYYY-MM-DD`. */
export const dayQuery = ruled(measuredDayRule);
/** Local calendar day of the station, `YYYY-MM-DD`. */
export const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** A label as rows show it; `color` is `#RRGGBB`. */
export const labelTag = z.object({ id, name: z.string(), color: z.string() });
export type LabelTag = z.infer<typeof labelTag>;
/** Values that one field names at most: a filter may name all labels of an organisation. */
const MOST_NAMED = LIMITS.labelsOfOrganisation;
/**
 * One value or several, as `a,b,c` or repeated parameter. No more of a text is taken apart than it takes to know that there are too many: two megabytes of
 * commas would be a million values, each of which the schema looks at in the same go.
 */
export const csvOf = <T extends z.ZodType>(item: T) => z.preprocess(partsOf, z.array(item).max(MOST_NAMED));

function partsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parts = value.split(',', MOST_NAMED + 1);
  return parts.length > MOST_NAMED ? parts : parts.filter(Boolean);
}
