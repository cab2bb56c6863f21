import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { id, time, timeQuery } from '../vocabulary.ts';

const tag = 'audit';

export const auditEntry = z.object({
  id,
  at: time,
  /** Who: the name as it is now; null for the platform's own jobs and visitors. */
  user: z.object({ id, name: z.string() }).nullable(),
  actorKind: z.enum(['user', 'visitor', 'system', 'apiKey']),
  /** One of `AUDIT_ACTIONS`, or `denied.` and the name of the route that was refused. */
  action: z.string(),
  /** False: the try was refused. */
  allowed: z.boolean(),
  /** One of `AUDIT_OBJECTS`; of a refused try the key of the error that was answered. */
  objectType: z.string(),
  objectId: z.string(),
  /** As it is called now, where the caller may know it; else as the entry itself names it. */
  objectName: z.string().nullable(),
  /** It exists and the caller may know it. */
  objectSeen: z.boolean(),
  /** Fields before and after, where something changed. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** What fields of ids name, as `<field>/<id>`, where the caller may know it. */
  names: z.record(z.string(), z.string()),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = route({
  method: 'GET',
  path: '/audit',
  summary:
    'What was done and what was refused: of one station, of one device, of the organisation, or of the platform, as far as the caller may see',
  tag,
  auth: 'session',
  permission: 'audit.view',
  scope: 'station',
  query: pageQuery.extend({
    stationId: z.coerce.number().int().positive().optional(),
    /** What was done to this device itself. */
    deviceId: z.coerce.number().int().positive().optional(),
    userId: z.coerce.number().int().positive().optional(),
    action: z.string().max(64).optional(),
    allowed: z.stringbool().optional(),
    from: timeQuery.optional(),
    to: timeQuery.optional(),
  }),
  output: pageOf(auditEntry),
});

export const checkAudit = route({
  method: 'GET',
  path: '/audit/check',
  summary: 'Follow the hash chain of the audit log from its beginning',
  tag,
  auth: 'session',
  permission: 'platform.manage',
  scope: 'none',
  output: z.object({
    intact: z.boolean(),
    checked: z.number().int(),
    /** Entries of the last moments that the chain does not hold yet. */
    waiting: z.number().int(),
    /** The first entry that does not fit. */
    brokenAt: z.number().int().nullable(),
  }),
  ratePerMinute: 30,
});
