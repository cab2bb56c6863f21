import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { alarmNoteRule, noteRule } from '../rules.ts';
import { alarmLevel, alarmType, csvOf, id, idParam, time, timeQuery } from '../vocabulary.ts';

/** What people did about an alarm, whether it stands or not. */
export const ALARM_HANDLINGS = ['unhandled', 'confirmed', 'processed'] as const;
export type AlarmHandling = (typeof ALARM_HANDLINGS)[number];

/** Names of people are null where the account is gone, and for visitors. */
const done = z.object({ at: time, by: z.string().nullable() });

export const alarm = z.object({
  id,
  level: alarmLevel,
  /**
   * `faults.<brand>.<code>`, `faults.platform.<type>` or `faults.rules.<shipped rule>`: name, cause and advice stand below it in the i18n domain
   * `faults`. `rule:<name>` is the name that people gave a rule.
   */
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
  handling: z.enum(ALARM_HANDLINGS),
  /** Who confirmed, processed or reopened it last. */
  handled: done.nullable(),
  /** Who is to look after it; the name is null for visitors. */
  assignee: z.object({ id, name: z.string().nullable() }).nullable(),
  /** Kept quiet: `until` null is for good. Of an alarm that recovered: it was quiet at its end. */
  shield: z.object({ id, until: time.nullable() }).nullable(),
  /**
   * Energy that was missing while it stood, Wh, expected less measured; null where nothing says what the light was or what was measured, and
   * for visitors. With what it was worth, minor units, for those who may see prices.
   */
  loss: z
    .object({ energy: z.number(), money: z.object({ amount: z.number(), currency: z.string() }).nullable() })
    .nullable(),
});
export type Alarm = z.infer<typeof alarm>;

/** Whose alarms: of the caller, of nobody, of anybody. */
export const ALARM_ASSIGNED = ['mine', 'none', 'anybody'] as const;

/** Filters of the list of alarms. */
export const alarmFilter = z.object({
  state: z.enum(['active', 'recovered', 'all']).default('active'),
  level: csvOf(alarmLevel).optional(),
  handling: csvOf(z.enum(ALARM_HANDLINGS)).optional(),
  /** Those that are kept quiet: left out, alone, or with the others. */
  shielded: z.enum(['no', 'yes', 'all']).default('no'),
  assigned: z.enum(ALARM_ASSIGNED).optional(),
  type: csvOf(alarmType).optional(),
  stationId: z.coerce.number().int().positive().optional(),
  deviceId: z.coerce.number().int().positive().optional(),
  /** Of one fault alone. */
  code: z.string().min(1).max(64).optional(),
  q: z.string().trim().max(100).optional(),
  from: timeQuery.optional(),
  to: timeQuery.optional(),
});

export const ALARM_SORTS = ['beganAt', 'level', 'duration', 'loss'] as const;
const alarmOrder = {
  sort: z.enum(ALARM_SORTS).default('loss'),
  order: z.enum(['asc', 'desc']).default('desc'),
};

export const listAlarms = route({
  method: 'GET',
  path: '/alarms',
  summary: 'Alarms of the stations the caller may see',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.view',
  scope: 'station',
  query: pageQuery.extend({ ...alarmFilter.shape, ...alarmOrder }),
  output: pageOf(alarm).extend({
    counts: z.record(alarmLevel, z.number().int()),
    /** There may be more than the total says, and more of each level than its count. */
    more: z.object({ total: z.boolean(), counts: z.boolean() }),
  }),
});

/** Columns of a file of alarms. */
export const ALARM_COLUMNS = [
  'name',
  'level',
  'station',
  'device',
  'beganAt',
  'duration',
  'loss',
  'money',
  'handling',
  'handler',
  'assignee',
  'shield',
  'recoveredAt',
  'lastSeenAt',
  'count',
  'code',
  'type',
  'cause',
  'advice',
] as const;
export type AlarmExportColumn = (typeof ALARM_COLUMNS)[number];

export const exportAlarms = route({
  method: 'GET',
  path: '/alarm-list/file',
  summary: `The list of alarms as a file, with these columns, filters and order, up to ${LIMITS.exportRows} rows; it is written while it is read`,
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.view',
  scope: 'station',
  forPeople: true,
  query: z.object({
    ...alarmFilter.shape,
    ...alarmOrder,
    format: z.enum(['csv', 'xlsx']).default('csv'),
    columns: csvOf(z.enum(ALARM_COLUMNS)).pipe(
      z.array(z.enum(ALARM_COLUMNS)).min(1).max(ALARM_COLUMNS.length),
    ),
    /** IANA zone of the times in the file. */
    timeZone: z.string().max(64).default('UTC'),
  }),
  transport: 'raw',
  output: z.string(),
  ratePerMinute: 20,
});

/** Alarms of one step; those out of the caller's reach are left out. */
const alarmIds = z.array(id).min(1).max(LIMITS.alarmsAtOnce);
/** How many it changed; the others were so already or are not the caller's. */
const changed = z.object({ changed: z.number().int() });
const step = { method: 'POST', tag: 'alarms', auth: 'session', scope: 'station', output: changed } as const;
const stepBody = z.object({ ids: alarmIds, note: ruled(alarmNoteRule).default('') });

export const confirmAlarms = route({
  ...step,
  path: '/alarms/confirm',
  summary: 'Confirm alarms: somebody has seen them',
  permission: 'alarms.confirm',
  body: stepBody,
});

export const processAlarms = route({
  ...step,
  path: '/alarms/process',
  summary: 'Close alarms: what there was to do about them is done',
  permission: 'alarms.process',
  body: stepBody,
});

export const reopenAlarms = route({
  ...step,
  path: '/alarms/reopen',
  summary: 'Take back that alarms were confirmed or processed',
  permission: 'alarms.process',
  body: stepBody,
});

/** Somebody who may handle alarms. */
export const alarmAssignee = z.object({ id, name: z.string() });

export const listAlarmAssignees = route({
  method: 'GET',
  path: '/alarm-list/assignees',
  summary:
    'Who may look after all of these alarms: people of the own organisation, and of the organisations of their stations where the caller manages these',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.process',
  scope: 'station',
  query: z.object({ ids: csvOf(z.coerce.number().int().positive()).pipe(alarmIds) }),
  output: z.array(alarmAssignee),
});

export const assignAlarms = route({
  ...step,
  path: '/alarms/assign',
  summary: 'Assign alarms to somebody who may handle them, and who is told by a message; null: to nobody',
  permission: 'alarms.process',
  body: stepBody.extend({ userId: id.nullable() }),
});

/** What people did about an alarm, in words of theirs where they left some. */
export const ALARM_STEPS = [
  'confirmed',
  'processed',
  'reopened',
  'noted',
  'assigned',
  'unassigned',
  'shielded',
  'shieldEnded',
] as const;

export const alarmStep = z.object({
  id,
  kind: z.enum(ALARM_STEPS),
  at: time,
  by: z.string().nullable(),
  /** To whom it was assigned. */
  whom: z.string().nullable(),
  text: z.string(),
});
export type AlarmStep = z.infer<typeof alarmStep>;

export const listAlarmSteps = route({
  method: 'GET',
  path: '/alarms/:id/steps',
  summary: 'What people did about an alarm, the oldest first',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.view',
  scope: 'station',
  params: idParam,
  /** None for visitors. */
  output: z.array(alarmStep),
});

export const noteAlarm = route({
  method: 'POST',
  path: '/alarms/:id/notes',
  summary: 'Note something of an alarm',
  tag: 'alarms',
  auth: 'session',
  permission: 'alarms.confirm',
  scope: 'station',
  params: idParam,
  body: z.object({ text: ruled(noteRule) }),
  output: z.object({ id }),
});
