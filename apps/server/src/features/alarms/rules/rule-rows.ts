import type { AlarmRule } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { homeOf } from '../../../platform/home-of.ts';
import { AppError } from '../../../platform/errors.ts';
import { ofOrganisations, worksForAll } from '../../organisations/index.ts';
import { readStationScope } from '../../scope/index.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Condition on `alarm_rules`: those of organisations in the actor's scope. */
export const rulesOf = (actor: Actor): RawBuilder<SqlBool> =>
  worksForAll(actor) ? ofOrganisations(actor, 'alarm_rules') : sql<SqlBool>`false`;

/**
 * The organisation whose rules an actor keeps. They raise alarms on all of its stations, so who reaches only some keeps none. Throws AppError
 * `noDataPermission`.
 */
export function ruledBy(actor: Actor): number {
  if (!worksForAll(actor)) throw new AppError('noDataPermission');
  return homeOf(actor);
}

/** Condition on `stations`: those whose measurements an actor reads, who is told how often a rule holds on them. */
export async function readMeasured(db: Db, actor: Actor): Promise<RawBuilder<SqlBool>> {
  const scope = await readStationScope(db, actor, 'telemetry.view');
  return sql<SqlBool>`${scope(stations)}`;
}

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
