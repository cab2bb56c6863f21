import type { routes, RouteOutput } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStationScope } from '../scope/index.ts';

/** Stops that keep this actor from sending commands; none for those who may send none anyway. */
export async function listStopped(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
): Promise<RouteOutput<(typeof routes)['listStoppedCommands']>> {
  if (!may(actor, 'parameters.write')) return [];
  const scope = await readStationScope(db, actor, 'parameters.write');
  const rows = await db
    .selectFrom('commandRules as rules')
    .leftJoin('organisations as level', 'level.id', 'rules.organisationId')
    .select(['rules.organisationId', 'rules.stoppedAt', 'rules.stopReason', 'level.name'])
    .where('rules.stoppedAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('rules.organisationId', 'is', null),
        eb.exists(
          eb
            .selectFrom('stations')
            .innerJoin('organisations as home', 'home.id', 'stations.organisationId')
            .select(sql.lit(1).as('one'))
            .where(sql<SqlBool>`home.scope_path LIKE level.scope_path || '%'`)
            .where(scope),
        ),
      ]),
    )
    .orderBy('rules.stoppedAt')
    .execute();
  return rows.flatMap(({ organisationId, stoppedAt, stopReason, name }) => {
    if (stoppedAt === null) return [];
    const organisation = organisationId === null ? null : { id: organisationId, name: name ?? '' };
    return [{ organisation, at: stoppedAt.getTime(), reason: stopReason ?? '' }];
  });
}
