import { LIMITS, type AlarmRuleInput, type RouteRequest, type routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdSubjects } from '../../../platform/tries.ts';
import { requireRule } from './rule-conditions.ts';
import { keepVersion } from './rule-versions.ts';
import { ruledBy, rulesOf } from './rule-rows.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;
type Import = RouteRequest<(typeof routes)['importAlarmRules']>['body'];

/** Conditions of a thousand letters take a millisecond each. */
const READ_AT_ONCE = 5;

/** What the log tells of a rule: all that says when it raises an alarm. */
const factsOf = ({
  name,
  pack,
  level,
  enabled,
  raise,
  clear,
  consecutive,
  onDelay,
  offDelay,
}: AlarmRuleInput) => ({
  name: name || pack,
  level,
  enabled,
  raise,
  clear,
  consecutive,
  onDelay,
  offDelay,
});

/** Throws AppError: noDataPermission, alarmRuleCondition, tooManyAlarmRules. */
export async function createAlarmRule(
  { db, clock }: Parts,
  context: RequestContext,
  input: AlarmRuleInput,
): Promise<{ id: number }> {
  const organisationId = ruledBy(context.actor);
  requireRule(input);
  return db.transaction().execute(async (trx) => {
    await requireRoom(trx, organisationId, 1);
    const made = await trx
      .insertInto('alarmRules')
      .values({ ...input, organisationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepVersion(trx, context, { id: made.id, version: 1, rule: input, now: clock.now() });
    await announceChange(trx, { alarmRules: true });
    await writeAudit(trx, context, {
      action: 'alarmRules.create',
      objectType: 'alarmRule',
      objectId: made.id,
      after: factsOf(input),
    });
    return made;
  });
}

/** Throws AppError: alarmRuleNotFound, alarmRuleChanged, alarmRuleCondition. */
export async function updateAlarmRule(
  { db, clock }: Parts,
  context: RequestContext,
  { id, rule, version }: { id: number; rule: AlarmRuleInput; version: number },
): Promise<null> {
  requireRule(rule);
  await db.transaction().execute(async (trx) => {
    const before = await holdRule(trx, context, id);
    if (before.version !== version) throw new AppError('alarmRuleChanged');
    await trx
      .updateTable('alarmRules')
      .set({ ...rule, version: version + 1 })
      .where('id', '=', id)
      .execute();
    await keepVersion(trx, context, { id, version: version + 1, rule, now: clock.now() });
    await announceChange(trx, { alarmRules: true });
    await writeAudit(trx, context, {
      action: 'alarmRules.update',
      objectType: 'alarmRule',
      objectId: id,
      before: factsOf(before as AlarmRuleInput),
      after: factsOf(rule),
    });
  });
  return null;
}

/** Its alarms recover at the next look. Throws AppError `alarmRuleNotFound`. */
export async function deleteAlarmRule({ db }: Parts, context: RequestContext, id: number): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const before = await holdRule(trx, context, id);
    await trx.deleteFrom('alarmRules').where('id', '=', id).execute();
    await announceChange(trx, { alarmRules: true });
    await writeAudit(trx, context, {
      action: 'alarmRules.delete',
      objectType: 'alarmRule',
      objectId: id,
      before: factsOf(before as AlarmRuleInput),
    });
  });
  return null;
}

/** Takes in rules of a file or shipped ones, switched off. Throws AppError: noDataPermission, alarmRuleCondition, tooManyAlarmRules. */
export async function importAlarmRules(
  { db, clock }: Parts,
  context: RequestContext,
  { rules }: Import,
): Promise<{ added: number }> {
  const organisationId = ruledBy(context.actor);
  await inSlices(rules, requireRule, READ_AT_ONCE);
  return db.transaction().execute(async (trx) => {
    await requireRoom(trx, organisationId, rules.length);
    const everything = { enabled: false, stationIds: [], labelIds: [], models: [], organisationId };
    const made = await trx
      .insertInto('alarmRules')
      .values(rules.map((rule) => ({ ...rule, ...everything })))
      .returning(['id'])
      .execute();
    const { organisationId: _home, ...all } = everything;
    for (const [place, { id }] of made.entries())
      await keepVersion(trx, context, {
        id,
        version: 1,
        rule: { ...rules[place]!, ...all },
        now: clock.now(),
      });
    await writeAudit(trx, context, {
      action: 'alarmRules.add',
      objectType: 'organisation',
      objectId: organisationId,
      after: { count: rules.length },
    });
    return { added: rules.length };
  });
}

/** Those who add at the same time wait for each other. */
async function requireRoom(trx: Transaction<Tables>, organisationId: number, added: number): Promise<void> {
  await holdSubjects(trx, [`alarm rules of organisation #${organisationId}`]);
  const { n } = await trx
    .selectFrom('alarmRules')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  if (Number(n) + added > LIMITS.alarmRules)
    throw new AppError('tooManyAlarmRules', { most: LIMITS.alarmRules });
}

async function holdRule(trx: Transaction<Tables>, { actor }: RequestContext, id: number) {
  const row = await trx
    .selectFrom('alarmRules')
    .selectAll()
    .where('id', '=', id)
    .where(rulesOf(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('alarmRuleNotFound', { id });
  return row;
}
