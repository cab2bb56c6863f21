import * as z from 'zod';
import { keptFile, keptFileParam } from '../kept-file.ts';
import { route } from '../route.ts';
import { csvOf, id, idParam } from '../vocabulary.ts';
import { STATION_FILE_KINDS } from '../words.ts';

const tag = 'stations';

const kind = z.enum(STATION_FILE_KINDS);
export const stationFile = keptFile(kind).extend({
  /** The device of the station that it is about. */
  deviceId: id.nullable(),
});
export type StationFile = z.infer<typeof stationFile>;

export const listStationFiles = route({
  method: 'GET',
  path: '/stations/:id/files',
  summary: 'Cover photo, pictures and documents of a station, without their content; visitors see none',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  params: idParam,
  output: z.array(stationFile),
});

export const addStationFile = route({
  method: 'POST',
  path: '/stations/:id/files/:kind',
  summary:
    'Add a picture (JPEG, PNG, WebP; it is drawn anew as WebP, without what the camera noted) or a document (PDF), 512 KB at most, to it or to one of its devices (`deviceId`). A cover takes the place of the one before',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  transport: 'multipart',
  params: z.object({ id: z.coerce.number().int().positive(), kind }),
  query: z.object({ deviceId: z.coerce.number().int().positive().optional() }),
  output: stationFile,
  ratePerMinute: 60,
});

export const getStationFile = route({
  method: 'GET',
  path: '/stations/:id/files/:fileId',
  summary: 'The content of one file of a station',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  transport: 'raw',
  params: keptFileParam,
  output: z.string(),
});

export const removeStationFile = route({
  method: 'DELETE',
  path: '/stations/:id/files/:fileId',
  summary: 'Remove a file of a station for good',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: keptFileParam,
  output: z.null(),
});

export const listStationCovers = route({
  method: 'GET',
  path: '/stations/covers',
  summary: 'Small cover photos of several stations, for lists; those without one are left out',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: z.object({ ids: csvOf(z.coerce.number().int().positive()).pipe(z.array(id).min(1).max(200)) }),
  /** WebP in base64. */
  output: z.array(z.object({ stationId: id, picture: z.string() })),
});
