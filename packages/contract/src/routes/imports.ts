import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { timeFormatRule } from '../rules.ts';
import { deviceKind, id, idParam, time } from '../vocabulary.ts';

const tag = 'imports';

/** Name of a column as it stands in the header of a file. */
const columnName = z.string().max(LIMITS.importColumnName);

/** How one column becomes samples. Device SN is fixed, or taken from the column named by `ImportMapping.deviceColumn`. */
export const importColumn = z.object({
  column: columnName,
  point: z.string().min(1).max(64),
  /** value stored = value read * scale + offset */
  scale: z.number().default(1),
  offset: z.number().default(0),
  /** Fixed device of this column, where one file carries several devices side by side. */
  sn: z.string().max(64).optional(),
  /** What a custom point is called and in which unit it comes; only where nothing is said of it in the organisation yet. */
  name: z.string().trim().min(1).max(100).optional(),
  unit: z.string().max(16).optional(),
});

export const importMapping = z.object({
  stationId: id,
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  decimal: z.enum(['.', ',']).default('.'),
  encoding: z.enum(['utf-8', 'latin1', 'utf-16le', 'gbk']).default('utf-8'),
  timeColumn: columnName,
  /** `iso`, `epochMs`, `epochS`, or a pattern such as `DD/MM/YYYY HH:mm`, of the tokens and separators of `time-format.ts`. */
  timeFormat: ruled(timeFormatRule).default('iso'),
  /** Zone of times that carry no offset. */
  timeZone: z.string().max(64),
  deviceColumn: columnName.optional(),
  /** Put before every serial number of the file, which often are names such as `INV01` that other plants have too. */
  snPrefix: z.string().max(32).default(''),
  sn: z.string().max(64).optional(),
  deviceKind: deviceKind.default('inverter'),
  columns: z.array(importColumn).min(1).max(LIMITS.pointsPerReading),
  /** Texts that stand for "no value"; the empty cell always does. */
  nullTexts: z.array(z.string().max(100)).max(100).default([]),
});
export type ImportMapping = z.infer<typeof importMapping>;

export const previewImport = route({
  method: 'POST',
  path: '/imports/preview',
  summary: 'Upload a CSV (plain or gzip); answers its layout, first rows and a guessed mapping',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'none',
  transport: 'multipart',
  ratePerMinute: 30,
  output: z.object({
    fileId: z.string(),
    fileName: z.string(),
    bytes: z.number().int(),
    rows: z.number().int(),
    header: z.array(z.string()),
    /** Rows that show values: where most columns are neither empty nor zero, at the beginning of the file or, failing that, at its end. */
    sample: z.array(z.array(z.string())),
    /** The first and the last row of the file, for its period. */
    ends: z.array(z.array(z.string())),
    /** How long the server keeps what is imported, in days; 0: for ever. */
    retention: z.object({
      samplesDays: z.number().int(),
      /** What was measured before is dropped soon after its import, once its means and energies are made. Null: nothing is. */
      samplesSince: time.nullable(),
      meansDays: z.number().int(),
    }),
    guess: importMapping.partial(),
  }),
});

export const importRun = z.object({
  id,
  fileName: z.string(),
  station: z.object({ id, name: z.string() }),
  /** `undoing`: its values are being taken back, `undone`: they are gone. */
  state: z.enum(['checking', 'importing', 'done', 'failed', 'cancelled', 'undoing', 'undone']),
  rowsTotal: z.number().int(),
  rowsDone: z.number().int(),
  samples: z.number().int(),
  errorCount: z.number().int(),
  /** First errors, each with its line number in the file. */
  errors: z.array(z.object({ line: z.number().int(), column: z.string().nullable(), message: z.string() })),
  devices: z.array(z.string()),
  firstTime: time.nullable(),
  lastTime: time.nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
  message: z.string().nullable(),
  /** Until when it can be taken back; null: it cannot, or not any more. */
  undoableUntil: time.nullable(),
  /** Who took it back, and how far that is. */
  undo: z
    .object({
      by: z.string().nullable(),
      beganAt: time,
      finishedAt: time.nullable(),
      valuesDone: z.number().int(),
    })
    .nullable(),
  /** Zone that times without an offset were read in. */
  timeZone: z.string(),
  /** What became of each column. */
  columns: z.array(importColumn.pick({ column: true, point: true, scale: true, offset: true })),
});
export type ImportRun = z.infer<typeof importRun>;

export const startImport = route({
  method: 'POST',
  path: '/imports',
  summary: 'Check the whole file, then import it: with any error row and `onError: refuse` nothing is stored',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  body: z.object({
    fileId: z.string().max(64),
    mapping: importMapping,
    onError: z.enum(['refuse', 'skipRows']).default('refuse'),
  }),
  output: importRun,
  ratePerMinute: 30,
});

export const getImportQuota = route({
  method: 'GET',
  path: '/imports/quota',
  summary:
    "Imports that the caller's organisation has open and bytes its files take, each with what it may have",
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'none',
  output: z.object({
    open: z.number().int(),
    openLimit: z.number().int(),
    bytes: z.number().int(),
    bytesLimit: z.number().int(),
  }),
});

export const getImport = route({
  method: 'GET',
  path: '/imports/:id',
  summary: 'Progress and result of an import',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  params: idParam,
  output: importRun,
});

export const listImports = route({
  method: 'GET',
  path: '/imports',
  summary: 'Imports into the stations the caller may see, newest first',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  output: z.array(importRun),
});

export const cancelImport = route({
  method: 'POST',
  path: '/imports/:id/cancel',
  summary: 'Stop an import that is still checking; nothing was stored then',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  params: idParam,
  output: importRun,
});

export const getImportUndo = route({
  method: 'GET',
  path: '/imports/:id/undo',
  summary: 'What would go if an import were taken back',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  params: idParam,
  output: z.object({
    values: z.number().int(),
    /** Values that stood there before and come back. */
    restored: z.number().int(),
    /** Devices that lose values. Those that the import added stay. */
    devices: z.array(z.object({ id, sn: z.string() })),
    firstTime: time.nullable(),
    lastTime: time.nullable(),
    /** Before this time only means and energies are left, which go where the import wrote them. Null: nothing of it is so old. */
    oldBefore: time.nullable(),
  }),
});

export const undoImport = route({
  method: 'POST',
  path: '/imports/:id/undo',
  summary:
    'Take an import back: the values it wrote go, what stood there before comes back, means, energies and alarms follow. Work of a while',
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  stepUp: true,
  params: idParam,
  output: importRun,
});

export const listImportPoints = route({
  method: 'GET',
  path: '/stations/:id/import-points',
  summary:
    "Custom points that devices of the station's organisation use on which the caller may import, which columns of a file may become",
  tag,
  auth: 'session',
  permission: 'imports.run',
  scope: 'station',
  params: idParam,
  output: z.object({
    points: z.array(
      z.object({
        key: z.string(),
        /** Null: it is called by its key. */
        name: z.string().nullable(),
        unit: z.string(),
        /** Whether its name, its unit or both were said. */
        described: z.boolean(),
      }),
    ),
    /** Whether the caller may say name and unit of those of which nothing is said. */
    mayDescribe: z.boolean(),
  }),
});
