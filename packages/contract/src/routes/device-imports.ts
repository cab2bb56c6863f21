import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import { dayRule, ratedPowerRule, textRule } from '../rules.ts';
import { csvOf, deviceKind, id, idParam, time } from '../vocabulary.ts';
import { DEVICE_IMPORT_ROW_STATES, DEVICE_IMPORT_STATES } from '../words.ts';
import { claimCode, deviceInput } from './devices.ts';

const own = { tag: 'devices', auth: 'session', permission: 'devices.create', scope: 'none' } as const;

/** A device as a table names it: what it is, where, and what is written down of it. */
export const tableDevice = deviceInput.omit({ productId: true }).extend({
  /** Name of its station. */
  station: ruled((name) => textRule(name, 'nameEmpty', 100)).transform((name) => name.trim()),
  claimCode: claimCode.optional(),
  /** W */
  ratedPower: ruledNumber(ratedPowerRule).optional(),
  productionDate: ruled(dayRule).optional(),
  soldOn: ruled(dayRule).optional(),
  firstPowerOn: ruled(dayRule).optional(),
  warrantyEnd: ruled(dayRule).optional(),
  remark: z.string().trim().max(500).optional(),
});
export type TableDevice = z.infer<typeof tableDevice>;

export const deviceImport = z.object({
  id,
  fileName: z.string(),
  /** `checked`: nothing was added yet; `ended`: no row waits. */
  state: z.enum(DEVICE_IMPORT_STATES),
  total: z.number().int(),
  /** Rows by what becomes of them. */
  counts: z.record(z.enum(DEVICE_IMPORT_ROW_STATES), z.number().int()),
  /** Secrets of devices that it added and that can be saved: for a day after it ended. */
  secrets: z.number().int(),
  createdAt: time,
  endedAt: time.nullable(),
});
export type DeviceImport = z.infer<typeof deviceImport>;

const importRow = z.object({
  /** As spreadsheets count, the headings in row 1. */
  row: z.number().int(),
  sn: z.string(),
  station: z.string(),
  kind: deviceKind.nullable(),
  state: z.enum(DEVICE_IMPORT_ROW_STATES),
  /** What is wrong, or why it was refused. */
  message: z.string().nullable(),
  deviceId: id.nullable(),
});
export type DeviceImportRow = z.infer<typeof importRow>;

export const checkDeviceImport = route({
  ...own,
  method: 'POST',
  path: '/device-imports',
  summary:
    'Upload a table of devices (XLSX or CSV): every row is checked, and what is wrong with it is told in the caller’s language. Nothing is added by it',
  transport: 'multipart',
  ratePerMinute: 20,
  output: deviceImport,
});

export const listDeviceImports = route({
  ...own,
  method: 'GET',
  path: '/device-imports',
  summary: 'The newest tables of devices that the caller uploaded',
  output: z.array(deviceImport),
});

export const getDeviceImportTemplate = route({
  ...own,
  method: 'GET',
  path: '/device-imports/template',
  summary:
    'An empty table of devices with the headings in the caller’s language; a workbook also names the choices',
  transport: 'raw',
  query: z.object({ format: z.enum(['csv', 'xlsx']) }),
  output: z.string(),
});

export const getDeviceImport = route({
  ...own,
  method: 'GET',
  path: '/device-imports/:id',
  summary: 'How far a table of one’s own is',
  params: idParam,
  output: deviceImport,
});

export const listDeviceImportRows = route({
  ...own,
  method: 'GET',
  path: '/device-imports/:id/rows',
  summary: 'Its rows, what is wrong or was refused first',
  params: idParam,
  query: pageQuery.extend({ state: csvOf(z.enum(DEVICE_IMPORT_ROW_STATES)).optional() }),
  output: pageOf(importRow),
});

export const startDeviceImport = route({
  ...own,
  method: 'POST',
  path: '/device-imports/:id/start',
  summary:
    'Add the devices of its rows that are ready, or try those again that were refused: each by itself, on the server, in turns of organisations',
  params: idParam,
  body: z.object({ rows: z.enum(['ready', 'failed']).default('ready') }),
  output: deviceImport,
});

export const stopDeviceImport = route({
  ...own,
  method: 'POST',
  path: '/device-imports/:id/stop',
  summary: 'Add no more of them; what waits can be started again',
  params: idParam,
  output: deviceImport,
});

export const exportDeviceImport = route({
  ...own,
  method: 'GET',
  path: '/device-imports/:id/result',
  summary: 'What became of each row, as a file with headings in the caller’s language',
  transport: 'raw',
  ratePerMinute: 20,
  params: idParam,
  query: z.object({ format: z.enum(['csv', 'xlsx']) }),
  output: z.string(),
});

export const getDeviceImportSecrets = route({
  ...own,
  method: 'GET',
  path: '/device-imports/:id/secrets',
  summary:
    'The secrets of the devices that it added, as CSV: within a day after its end, by whoever started it. They are kept sealed until then',
  transport: 'raw',
  stepUp: true,
  ratePerMinute: 20,
  params: idParam,
  output: z.string(),
});
