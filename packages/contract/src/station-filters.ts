import { rangeRule, dayRangeRule } from './read-range.ts';
import * as z from 'zod';
import { ruled } from './ruled.ts';
import { alarmLevel, communication, csvOf, stationStatus, stationType } from './vocabulary.ts';

/** Figures of stations that lists can be narrowed by, from and to; in the units of the API: W, kWh, kWp, h, percent. */
export const STATION_FIGURES = [
  'capacity',
  'power',
  'powerRatio',
  'energyToday',
  'hoursToday',
  'energyMonth',
  'energyYear',
  'energyTotal',
  'expected',
  'loss',
  'soc',
  'devicesOffline',
  /** Hours since the last data; a station that never sent any was silent for ever. */
  'silence',
] as const;
export type StationFigure = (typeof STATION_FIGURES)[number];

/** Revenue in minor units of the currency that is named beside it. */
export const STATION_REVENUES = ['revenueToday', 'revenueMonth', 'revenueYear', 'revenueTotal'] as const;
export type StationRevenueFigure = (typeof STATION_REVENUES)[number];

/** Texts that a station's own text has to contain, whatever the case. */
export const STATION_TEXTS = ['name', 'place', 'owner', 'organisation', 'address'] as const;
export type StationText = (typeof STATION_TEXTS)[number];

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
