import * as z from 'zod';
import { ERRORS, type ErrorKey } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruledObject } from '../ruled.ts';
import { lacksCurrency, stationFilter } from '../station-filters.ts';
import { id, idParam, STATION_COLUMNS, STATION_SORTS, time } from '../vocabulary.ts';
import { listFilters } from './saved-views.ts';

const own = { tag: 'stations', auth: 'session', permission: 'any', scope: 'none', forPeople: true } as const;
const KEPT_DAYS = LIMITS.stationExportMs / 86_400_000;

export const stationExport = z.object({
  id,
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Rows that are written, of how many; null while that is not known. */
  rows: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed. */
  error: z.enum(Object.keys(ERRORS) as [ErrorKey]).nullable(),
  createdAt: time,
  /** When the file is deleted. */
  goneAt: time,
});
export type StationExport = z.infer<typeof stationExport>;

export const exportStations = route({
  ...own,
  method: 'POST',
  path: '/station-exports',
  summary: `Write the list of stations into a file, with these columns, filters and order, up to ${LIMITS.exportRows} rows. It is written in the background, and kept for ${KEPT_DAYS} day; one person has ${LIMITS.exportsOpen} at a time`,
  body: ruledObject(
    z.object({
      format: z.enum(['csv', 'xlsx']),
      columns: z.array(z.enum(STATION_COLUMNS)).min(1).max(STATION_COLUMNS.length),
      filters: listFilters.default({}),
      /** Only these, where some were chosen. */
      ids: z.array(id).min(1).max(LIMITS.stationsAtOnce).optional(),
      sort: z.enum(STATION_SORTS).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
      /** IANA zone of the times in the file. */
      timeZone: z.string().max(64).default('UTC'),
    }),
    ({ filters, sort }) =>
      lacksCurrency({ ...stationFilter.safeParse(filters).data, sort })
        ? { rule: 'revenueCurrencyMissing', path: 'sort' }
        : undefined,
  ),
  output: stationExport,
  ratePerMinute: 20,
});

export const listStationExports = route({
  ...own,
  method: 'GET',
  path: '/station-exports',
  summary: 'Files of lists that the caller asked for, the newest first, with how far they are',
  output: z.array(stationExport),
});

export const getStationExport = route({
  ...own,
  method: 'GET',
  path: '/station-exports/:id/file',
  summary: 'A file of a list once it is written',
  params: idParam,
  transport: 'raw',
  output: z.string(),
});

export const deleteStationExport = route({
  ...own,
  method: 'DELETE',
  path: '/station-exports/:id',
  summary: 'Stop writing a file of a list, or delete it',
  params: idParam,
  output: z.null(),
});
