import * as z from 'zod';
import { PACKED_RULES } from '../alarm-rule-pack.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { alarmLevel, id, idParam, time } from '../vocabulary.ts';

const ofOrganisation = {
  tag: 'alarms',
  auth: 'session',
  scope: 'organisation',
  permission: 'alarms.rules',
} as const;

const condition = z.string().trim().max(1000);
const minutes = z.number().int().min(0).max(1440);

const content = {
  /** Empty only of a shipped rule that keeps its name. */
  name: z.string().trim().max(64).default(''),
  /** The shipped rule that it was made of. */
  pack: z.enum(PACKED_RULES).nullable().default(null),
  level: alarmLevel,
  enabled: z.boolean().default(false),
  /** Condition over points, as `ac.power < 10 W and sun > 12°`. */
  raise: condition.min(1),
  /** What ends the alarm; empty: that the condition holds no more. */
  clear: condition.default(''),
  /** Means of five minutes in a row that raise it. */
  consecutive: z.number().int().min(1).max(20).default(3),
  /** Minutes that it has to last before it is raised, and to be over before it ends. */
  onDelay: minutes.default(0),
  offDelay: minutes.default(0),
};

/** Stations, labels of stations or devices, and models: of each that names something a device must be among them. */
const target = {
  stationIds: z.array(id).max(LIMITS.alarmRuleTargets).default([]),
  labelIds: z.array(id).max(LIMITS.alarmRuleTargets).default([]),
  models: z.array(z.string().trim().min(1).max(100)).max(LIMITS.alarmRuleTargets).default([]),
};

const named = <Fields extends { name?: string; pack?: string | null }>(schema: z.ZodType<Fields>) =>
  schema.refine(({ name, pack }) => name !== '' || pack !== null, {
    path: ['name'],
    params: { rule: 'nameEmpty' },
  });

const ruleInput = named(z.object({ ...content, ...target }));
export type AlarmRuleInput = z.infer<typeof ruleInput>;

/** A rule as a file holds it: what it is about is chosen where it is taken in. */
const ruleContent = named(z.object(content).omit({ enabled: true }));

const version = z.number().int().positive();
const alarmRule = z.object({
  id,
  ...content,
  ...target,
  /** Devices on which its alarm stands. */
  standing: z.number().int(),
  version,
});
export type AlarmRule = z.infer<typeof alarmRule>;

export const listAlarmRules = route({
  ...ofOrganisation,
  method: 'GET',
  path: '/alarm-rules',
  summary: 'Rules by which alarms are found in what devices measure',
  query: pageQuery.extend({ q: z.string().trim().max(100).optional() }),
  output: pageOf(alarmRule),
});

export const createAlarmRule = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/alarm-rules',
  reach: 'organisation',
  summary: 'Make a rule for alarms of the stations of the own organisation',
  body: ruleInput,
  output: z.object({ id }),
});

export const updateAlarmRule = route({
  ...ofOrganisation,
  method: 'PUT',
  path: '/alarm-rules/:id',
  reach: 'organisation',
  summary: 'Change a rule, or switch it on or off',
  params: idParam,
  body: z.object({ rule: ruleInput, version }),
  output: z.null(),
});

const alarmRuleVersion = z.object({
  version,
  at: time,
  /** Null: it is not known who. */
  by: z.string().nullable(),
  rule: ruleInput,
});
export type AlarmRuleVersion = z.infer<typeof alarmRuleVersion>;

export const listAlarmRuleVersions = route({
  ...ofOrganisation,
  method: 'GET',
  path: '/alarm-rules/:id/versions',
  summary: 'What a rule said since it was made and who said so, the newest version first',
  params: idParam,
  output: z.array(alarmRuleVersion),
});

export const deleteAlarmRule = route({
  ...ofOrganisation,
  method: 'DELETE',
  path: '/alarm-rules/:id',
  reach: 'organisation',
  summary: 'Remove a rule; its alarms recover',
  params: idParam,
  output: z.null(),
});

export const exportAlarmRules = route({
  ...ofOrganisation,
  method: 'GET',
  path: '/alarm-rules/content',
  summary: 'All rules of the own organisation, without what they are about',
  output: z.object({ rules: z.array(ruleContent) }),
});

export const importAlarmRules = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/alarm-rules/content',
  reach: 'organisation',
  summary: 'Take in rules; they are switched off at first',
  body: z.object({ rules: z.array(ruleContent).min(1).max(LIMITS.alarmRules) }),
  output: z.object({ added: z.number().int() }),
});

/** Stations of which it is told what the alarms of a rule would have cost. */
const COSTED_STATIONS = 20;

const ruleCost = z.object({
  /** Alarms, hours in which they would have stood, and devices. */
  alarms: z.number().int(),
  hours: z.number(),
  devices: z.number().int(),
  /** kWh that were missing meanwhile; null: of none it is known. */
  lost: z.number().nullable(),
  /** Of each station that was asked about, those that lost most first. */
  stations: z.array(
    z.object({ id, alarms: z.number().int(), hours: z.number(), lost: z.number().nullable() }),
  ),
});
export type AlarmRuleCost = z.infer<typeof ruleCost>;

const ruleTest = z.object({
  /** Devices that measure what the rule reads, and those of them that it would have raised an alarm for. */
  judged: z.number().int(),
  fired: z.number().int(),
  alarms: z.number().int(),
  /** Alarms by day (UTC), the oldest first, days without one included. */
  days: z.array(z.object({ day: z.string(), alarms: z.number().int() })),
  /** The stations with most alarms. */
  stations: z.array(z.object({ id, name: z.string(), alarms: z.number().int(), devices: z.number().int() })),
  /** The newest alarms, one for a device and day. `end`: null where it went on. */
  firings: z.array(
    z.object({
      deviceId: id,
      device: z.string(),
      stationId: id,
      station: z.string(),
      timeZone: z.string(),
      begin: time,
      raised: time,
      end: time.nullable(),
    }),
  ),
  /** There are more devices than a test looks at. */
  partial: z.boolean(),
});
export type AlarmRuleTest = z.infer<typeof ruleTest>;

export const checkAlarmRule = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/alarm-rules/check',
  reach: 'organisation',
  summary: 'How often a rule would have raised an alarm in the last thirty days, and where',
  ratePerMinute: 30,
  asksOutside: true,
  body: ruleInput,
  output: ruleTest,
});

export const checkAlarmRuleCost = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/alarm-rules/cost',
  reach: 'organisation',
  summary: `What was missing in the last thirty days while alarms of a rule would have stood, on ${COSTED_STATIONS} stations at most`,
  ratePerMinute: 20,
  asksOutside: true,
  body: ruleInput.refine(({ stationIds }) => stationIds.length > 0 && stationIds.length <= COSTED_STATIONS, {
    path: ['stationIds'],
    params: { rule: 'costedStations' },
  }),
  output: ruleCost,
});
