import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { alarmLevel, alarmType, csvOf, id, time, timeQuery } from '../vocabulary.ts';

export const alarm = z.object({
  id,
  level: alarmLevel,
  /** `faults.<brand>.<code>` or `faults.platform.<type>`: name, cause and advice stand below it in the i18n domain `faults`. */
  textKey: z.string(),
  code: z.string(),
  type: alarmType,
  station: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  device: z.object({ id, sn: z.string(), kind: z.string() }).nullable(),
  beganAt: time,
  lastSeenAt: time,
  recoveredAt: time.nullable(),
  /** Times it was raised again within the hour and folded into this one. */
  count: z.number().int(),
});
export type Alarm = z.infer<typeof alarm>;

export const listAlarms = route({
  method: 'GET',
  path: '/alarms',
  summary: 'Alarms of the stations the caller may see',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.view',
  scope: 'station',
  query: pageQuery.extend({
    state: z.enum(['active', 'recovered', 'all']).default('active'),
    level: csvOf(alarmLevel).optional(),
    stationId: z.coerce.number().int().positive().optional(),
    deviceId: z.coerce.number().int().positive().optional(),
    q: z.string().trim().max(100).optional(),
    from: timeQuery.optional(),
    to: timeQuery.optional(),
    sort: z.enum(['beganAt', 'level', 'duration']).default('level'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: pageOf(alarm).extend({ counts: z.record(alarmLevel, z.number().int()) }),
});
