import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { shieldReasonRule } from '../rules.ts';
import { alarmLevel, id, idParam, time, timeInput } from '../vocabulary.ts';

const tag = 'alarms';

/** How long a shield lasts from its begin: up to one, three and six months, longer, or for good. */
export const SHIELD_PERIODS = ['month', 'threeMonths', 'sixMonths', 'longer', 'permanent'] as const;
export type ShieldPeriod = (typeof SHIELD_PERIODS)[number];

/** About the code of alarms, about all that are not about safety while somebody works there, or about a code at whatever carries a label. */
export const SHIELD_KINDS = ['fault', 'maintenance', 'label'] as const;
export type ShieldKind = (typeof SHIELD_KINDS)[number];

const done = z.object({ at: time, by: z.string().nullable() });

export const alarmShield = z.object({
  id,
  kind: z.enum(SHIELD_KINDS),
  /** Empty for maintenance. */
  code: z.string(),
  textKey: z.string(),
  level: alarmLevel,
  /** Null: by label. */
  station: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  /** The label that it follows, with how many stations and devices carry it and are kept quiet; the id is null where it was deleted. */
  label: z.object({ id: id.nullable(), name: z.string(), carriers: z.number().int() }).nullable(),
  /** Null: all devices of the station. */
  device: z.object({ id, sn: z.string() }).nullable(),
  reason: z.string(),
  period: z.enum(SHIELD_PERIODS),
  from: time,
  /** Null: for good. */
  until: time.nullable(),
  /** When somebody has to say that it is still wanted; null for those that end sooner. */
  reviewAt: time.nullable(),
  created: done,
  ended: done.nullable(),
  /** Alarms that stand and that it keeps quiet now. */
  standing: z.number().int(),
});
export type AlarmShield = z.infer<typeof alarmShield>;

export const listAlarmShields = route({
  method: 'GET',
  path: '/alarm-shields',
  summary: 'What keeps alarms of the stations quiet that the caller may see, those that need a review first',
  tag,
  auth: 'session',
  permission: 'alarms.shieldTemporarily',
  scope: 'station',
  query: pageQuery.extend({
    state: z.enum(['running', 'ended', 'all']).default('running'),
    period: z.enum(SHIELD_PERIODS).optional(),
    q: z.string().trim().max(100).optional(),
  }),
  output: pageOf(alarmShield),
});

export const shieldAlarms = route({
  method: 'POST',
  path: '/alarms/shield',
  summary:
    'Keep the codes of alarms quiet until a time or for good: of the device of each, of all devices of its station, or of whatever carries a label, as long as it does',
  tag,
  auth: 'session',
  permission: 'alarms.shieldTemporarily',
  widenedBy: 'alarms.shieldPermanently',
  scope: 'station',
  body: z
    .object({
      ids: z.array(id).min(1).max(LIMITS.alarmsAtOnce),
      of: z.enum(['device', 'station', 'label']),
      labelId: id.nullable().default(null),
      /** Null: for good. */
      until: timeInput.nullable(),
      reason: ruled(shieldReasonRule),
    })
    .refine(({ of, labelId }) => of !== 'label' || labelId !== null, {
      path: ['labelId'],
      params: { rule: 'labelMissing' },
    }),
  /** The shields that it made. */
  output: z.object({ ids: z.array(id) }),
});

export const planMaintenance = route({
  method: 'POST',
  path: '/alarm-shields/maintenance',
  summary: `Keep all alarms of some stations quiet that are not about safety while somebody works there, for ${LIMITS.longestMaintenanceMs / 86_400_000} days at most`,
  tag,
  auth: 'session',
  permission: 'alarms.shieldTemporarily',
  scope: 'station',
  body: z
    .object({
      stationIds: z.array(id).min(1).max(LIMITS.alarmsAtOnce),
      from: timeInput,
      until: timeInput,
      reason: ruled(shieldReasonRule),
    })
    .refine(({ from, until }) => until > from && until - from <= LIMITS.longestMaintenanceMs, {
      path: ['until'],
      params: { rule: 'maintenanceTime' },
    }),
  /** The shields that it made. */
  output: z.object({ ids: z.array(id) }),
});

export const endAlarmShield = route({
  method: 'DELETE',
  path: '/alarm-shields/:id',
  summary: 'Let alarms be heard again that a shield keeps quiet',
  tag,
  auth: 'session',
  permission: 'alarms.shieldTemporarily',
  scope: 'station',
  params: idParam,
  output: z.null(),
});

export const reviewAlarmShield = route({
  method: 'POST',
  path: '/alarm-shields/:id/review',
  summary: 'Say that a long shield is still wanted; it is asked again half a year later',
  tag,
  auth: 'session',
  permission: 'alarms.shieldTemporarily',
  widenedBy: 'alarms.shieldPermanently',
  scope: 'station',
  params: idParam,
  output: z.null(),
});
