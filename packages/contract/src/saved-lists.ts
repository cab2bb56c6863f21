import type * as z from 'zod';
import { DEVICE_COLUMNS } from './device-figures.ts';
import { deviceFilter } from './device-filters.ts';
import { ALARM_COLUMNS, ALARM_SORTS, alarmFilter } from './routes/alarms.ts';
import { lacksCurrency, stationFilter } from './station-filters.ts';
import { DEVICE_SORTS, STATION_COLUMNS, STATION_SORTS } from './words.ts';

/** Lists of which people save views. */
export const SAVED_LISTS = ['stations', 'alarms', 'devices'] as const;
export type SavedListName = (typeof SAVED_LISTS)[number];

/** What a view of a list may keep. */
export interface SavedListFacts {
  columns: readonly string[];
  sorts: readonly string[];
  /** The order where a view has none that there is. */
  sort: string;
  filter: z.ZodObject;
  /** Whether filters and order compare amounts without saying of which currency. */
  lacksCurrency: (filters: Readonly<Record<string, string>>, sort: string) => boolean;
}

export const SAVED_LIST_FACTS: Readonly<Record<SavedListName, SavedListFacts>> = {
  stations: {
    columns: STATION_COLUMNS,
    sorts: STATION_SORTS,
    sort: 'loss',
    filter: stationFilter,
    lacksCurrency: (filters, sort) => lacksCurrency({ ...stationFilter.parse(filters), sort }),
  },
  alarms: {
    columns: ALARM_COLUMNS,
    sorts: ALARM_SORTS,
    sort: 'loss',
    filter: alarmFilter,
    lacksCurrency: () => false,
  },
  devices: {
    columns: DEVICE_COLUMNS,
    sorts: DEVICE_SORTS,
    sort: 'worst',
    // The list is that of all stations; the page of one has no views.
    filter: deviceFilter.omit({ stationId: true }),
    lacksCurrency: () => false,
  },
};
