import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';

/** Values by key. Only the first that is no number is told: a body of nonsense has a hundred thousand. */
const numbers = z
  .record(z.string(), z.unknown())
  .refine((values) => Object.values(values).every(Number.isFinite), { params: { rule: 'valuesNotNumbers' } })
  .meta({ additionalProperties: { type: 'number' } })
  .transform((values) => values as Record<string, number>);

/** One reading: `ts` epoch milliseconds (server time where absent), `v` values by point key, `q` quality (0 good). */
export const telemetryReading = z.object({
  ts: z.number().int().optional(),
  v: numbers,
  q: z.number().int().optional(),
});
export const telemetryBody = z.union([telemetryReading, z.array(telemetryReading).max(5000)]);

export const pushTelemetry = route({
  method: 'POST',
  path: '/ingest/v1/:sn/telemetry',
  summary: 'Push readings of one device; answered after they are stored. Bearer: the device secret',
  tag: 'ingest',
  auth: 'device',
  scope: 'none',
  bodyBytes: LIMITS.pushBytes,
  params: z.object({ sn: z.string().min(3).max(64) }),
  body: telemetryBody,
  output: z.object({
    stored: z.number().int(),
    /** For a device that signed in with the secret of before: its new one, until it uses it. */
    newSecret: z.string().optional(),
  }),
});

export const pushInflux = route({
  method: 'POST',
  path: '/ingest/influx',
  summary:
    'InfluxDB line protocol (plain or gzip): tag `sn`, fields are point keys. Bearer: an ingest key. 204 after the batch is stored',
  tag: 'ingest',
  auth: 'ingestKey',
  scope: 'none',
  bodyBytes: LIMITS.influxBytes,
  transport: 'raw',
  query: z.object({ precision: z.enum(['ns', 'us', 'u', 'ms', 's']).default('ns') }),
  output: z.null(),
});
