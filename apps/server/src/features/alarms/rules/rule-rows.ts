import type { AlarmRule } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { ofOrganisations } from '../../organisations/index.ts';

/** Condition on `alarm_rules`: those of organisations in the actor's scope. */
export const rulesOf = (actor: Actor): RawBuilder<SqlBool> => ofOrganisations(actor, 'alarm_rules');

/** Rules under a condition, the newest first. */
export async function readRules(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<AlarmRule[]> {
  const { rows } = await sql<AlarmRule>`
    SELECT id, name, pack, level, enabled, raise, clear, consecutive, on_delay, off_delay, station_ids, label_ids, models, version,
           (SELECT count(*) FROM alarms WHERE alarms.code = 'rule' || alarm_rules.id AND alarms.type = 'rule'
             AND alarms.recovered_at IS NULL) AS standing
      FROM alarm_rules WHERE ${where} ORDER BY enabled DESC, id DESC ${end}`.execute(db);
  return rows.map(({ stationIds, labelIds, standing, ...row }) => ({
    ...row,
    stationIds: stationIds.map(Number),
    labelIds: labelIds.map(Number),
    standing: Number(standing),
  }));
}
