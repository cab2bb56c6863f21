import * as z from 'zod';
import { DEVICE_COLUMNS } from '../device-figures.ts';
import { deviceFilter } from '../device-filters.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { csvOf, DEVICE_SORTS, id } from '../vocabulary.ts';

export const exportDevices = route({
  method: 'GET',
  path: '/device-list/file',
  summary: `The list of devices as a file, with these columns, filters and order, or the chosen ones of it, up to ${LIMITS.exportRows} rows; it is written while it is read`,
  tag: 'devices',
  auth: 'session',
  permission: 'devices.view',
  scope: 'station',
  forPeople: true,
  query: z.object({
    ...deviceFilter.shape,
    /** These alone, as far as the filters leave them in. */
    ids: csvOf(z.coerce.number().pipe(id)).pipe(z.array(id).max(LIMITS.serialNumbersPerEntry)).optional(),
    format: z.enum(['csv', 'xlsx']).default('csv'),
    columns: csvOf(z.enum(DEVICE_COLUMNS)).pipe(
      z.array(z.enum(DEVICE_COLUMNS)).min(1).max(DEVICE_COLUMNS.length),
    ),
    sort: z.enum(DEVICE_SORTS).default('sn'),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** IANA zone of the times in the file. */
    timeZone: z.string().max(64).default('UTC'),
  }),
  transport: 'raw',
  output: z.string(),
  ratePerMinute: 20,
});
