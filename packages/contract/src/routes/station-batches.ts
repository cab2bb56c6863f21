import * as z from 'zod';
import { route } from '../route.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { STATION_BATCH_STATES } from '../words.ts';

const tag = 'stations';

export const stationBatch = z.object({
  id,
  fileName: z.string(),
  /** `ready`: found right and not started, a day at most; `failed`: none of them was created. */
  state: z.enum(STATION_BATCH_STATES),
  total: z.number().int(),
  /** Of those that are being created; they are seen when all of them are. */
  done: z.number().int(),
  /** Why none was created. */
  message: z.string().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type StationBatch = z.infer<typeof stationBatch>;

/** A cell that is wrong. `column` is its heading as it stands in the file. */
const batchError = z.object({
  /** As spreadsheets count, the headings in row 1. */
  row: z.number().int(),
  column: z.string(),
  /** As spreadsheets name it: `C7`. */
  cell: z.string(),
  value: z.string(),
  message: z.string(),
});
export type StationBatchError = z.infer<typeof batchError>;

export const checkStationBatch = route({
  method: 'POST',
  path: '/station-batches',
  summary:
    'Upload a table of new stations (XLSX or CSV): answers what is wrong cell by cell, or a batch that can be started. Nothing is created by it',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  transport: 'multipart',
  ratePerMinute: 20,
  output: z.object({
    /** Null where a cell is wrong. */
    batch: stationBatch.nullable(),
    fileName: z.string(),
    rows: z.number().int(),
    /** Stations whose elevation was left empty and is filled in from the towns around them. */
    estimatedElevations: z.number().int(),
    /** The first of them, by row. */
    errors: z.array(batchError),
    errorCount: z.number().int(),
    /** The first rows as they were read, by the headings of the file. */
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
  }),
});
export type CheckedBatch = z.infer<(typeof checkStationBatch)['output']>;

export const getStationTemplate = route({
  method: 'GET',
  path: '/station-batches/template',
  summary:
    'An empty table of new stations with the headings in the caller’s language; a workbook also names the choices',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  transport: 'raw',
  query: z.object({ format: z.enum(['csv', 'xlsx']) }),
  output: z.string(),
});

export const startStationBatch = route({
  method: 'POST',
  path: '/station-batches/:id/start',
  summary: 'Create all stations of a batch, or none where one of them is refused',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  params: idParam,
  body: z.object({
    /** Whose they are, of those the caller belongs to or manages; its own where absent. */
    organisationId: id.optional(),
  }),
  output: stationBatch,
});

export const getStationBatch = route({
  method: 'GET',
  path: '/station-batches/:id',
  summary: 'How far a batch of one’s own is',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  params: idParam,
  output: stationBatch,
});
