import * as z from 'zod';
import { route } from '../route.ts';
import { id, idParam, time } from '../vocabulary.ts';

/** Verbs check that the organisation is in the caller's scope; the caller's own is meant where none is named. */
const manage = {
  tag: 'organisations',
  auth: 'session',
  permission: 'ingestKeys.manage',
  scope: 'none',
} as const;

const ingestKey = z.object({
  id,
  name: z.string(),
  organisation: z.object({ id, name: z.string() }),
  /** The beginning of the key; null for one that was made before beginnings were kept. */
  prefix: z.string().nullable(),
  /** Who made it; null where that account is gone or was not kept. */
  createdBy: z.string().nullable(),
  createdAt: time,
  /** To the minute. */
  lastUsedAt: time.nullable(),
  /** When it ends, or ended, because people of a superior made it that manages the organisation no longer; null: never by itself. */
  endsAt: time.nullable(),
});

export const createIngestKey = route({
  ...manage,
  method: 'POST',
  path: '/ingest-keys',
  stepUp: true,
  summary:
    "Make a key with which agents write telemetry of an organisation's devices (the caller's own organisation where none is named). Answers the key once",
  body: z.object({
    name: z.string().trim().min(1).max(100),
    organisationId: id.optional(),
  }),
  output: z.object({
    id,
    key: z.string(),
    organisation: z.object({ id, code: z.string(), name: z.string() }),
  }),
});

export const listIngestKeys = route({
  ...manage,
  method: 'GET',
  path: '/ingest-keys',
  summary:
    "Ingest keys of an organisation (the caller's own where none is named), newest first, without their text",
  query: z.object({ organisationId: z.coerce.number().int().positive().optional() }),
  output: z.array(ingestKey),
});

export const revokeIngestKey = route({
  ...manage,
  method: 'DELETE',
  path: '/ingest-keys/:id',
  stepUp: true,
  summary: 'End an ingest key at once: what comes with it is refused from then on',
  params: idParam,
  output: z.null(),
});
