import { rangeRule, dayRangeRule } from './read-range.ts';
import * as z from 'zod';
import { ruled } from './ruled.ts';
import { STATION_FIGURES, STATION_REVENUES, STATION_TEXTS } from './station-figures.ts';
import { alarmLevel, communication, csvOf, stationStatus, stationType } from './vocabulary.ts';

const each = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

/** What lists, map and exports of stations can be narrowed by; each is a text in an address. */
export const stationFilter = z.object({
  q: z.string().trim().max(100).optional(),
  status: csvOf(stationStatus).optional(),
  type: csvOf(stationType).optional(),
  communication: csvOf(communication).optional(),
  /** Levels: stations with an open alarm of one of them. */
  alarm: csvOf(alarmLevel).optional(),
  /** Ids of labels: stations that carry one of them. */
  label: csvOf(z.coerce.number().int().positive()).optional(),
  /** Only those that the caller marked. */
  favourite: z.stringbool().optional(),
  visitors: z.enum(['open', 'closed']).optional(),
  /** Whether it is configured: its arrays are known. */
  design: z.enum(['set', 'none']).optional(),
  ...each(STATION_TEXTS, z.string().trim().max(100).optional()),
  ...each(STATION_FIGURES, ruled(rangeRule).optional()),
  gridConnectedOn: ruled(dayRangeRule).optional(),
  /** ISO 4217: only stations that earn in it; revenue is compared within one currency. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  ...each(STATION_REVENUES, ruled(rangeRule).optional()),
});
export type StationFilter = z.infer<typeof stationFilter>;

/** Whether it compares amounts without saying of which currency. */
export const lacksCurrency = (filter: StationFilter & { sort?: string | undefined }): boolean =>
  filter.currency === undefined &&
  STATION_REVENUES.some((figure) => filter[figure] !== undefined || filter.sort === figure);
