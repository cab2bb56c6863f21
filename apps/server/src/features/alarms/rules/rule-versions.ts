import { LIMITS, type AlarmRuleInput, type AlarmRuleVersion } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { rulesOf } from './rule-rows.ts';

/** Keeps what a rule says from now on; the oldest versions beyond the limit go. */
export async function keepVersion(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { id, version, rule, now }: { id: number; version: number; rule: AlarmRuleInput; now: number },
): Promise<void> {
  await trx
    .insertInto('alarmRuleVersions')
    .values({ ruleId: id, version, at: new Date(now), by: actor.userId, content: JSON.stringify(rule) })
    .execute();
  await trx
    .deleteFrom('alarmRuleVersions')
    .where('ruleId', '=', id)
    .where('version', '<=', version - LIMITS.alarmRuleVersions)
    .execute();
}

/** What a rule said, the newest version first. Throws AppError `alarmRuleNotFound`. */
export async function listAlarmRuleVersions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
): Promise<AlarmRuleVersion[]> {
  const rule = await db
    .selectFrom('alarmRules')
    .select('id')
    .where('id', '=', id)
    .where(rulesOf(actor))
    .executeTakeFirst();
  if (!rule) throw new AppError('alarmRuleNotFound', { id });
  const rows = await db
    .selectFrom('alarmRuleVersions as kept')
    .leftJoin('users', 'users.id', 'kept.by')
    .select(['kept.version', 'kept.at', 'kept.content as rule', 'users.name as by'])
    .where('kept.ruleId', '=', id)
    .orderBy('kept.version', 'desc')
    .execute();
  return rows.map(({ at, ...version }) => ({ ...version, at: at.getTime() }));
}
