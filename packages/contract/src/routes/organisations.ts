import * as z from 'zod';
import { route } from '../route.ts';
import { id } from '../vocabulary.ts';

export const createIngestKey = route({
  method: 'POST',
  path: '/ingest-keys',
  summary:
    "Make a key with which agents write telemetry of an organisation's devices (the caller's own organisation where none is named). Answers the key once",
  tag: 'organisations',
  auth: 'session',
  permission: 'ingestKeys.manage',
  scope: 'none',
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
