import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from './station-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();
/** Stations that a refusal names. */
const NAMED = 5;

/**
 * The first stations of a query of ids by name, and how many more there are, for a refusal; undefined where there are none. Stations out of the actor's
 * scope are counted and not named.
 */
export async function nameStations(
  db: Db,
  actor: Actor,
  ids: RawBuilder<unknown>,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null; all: number }>`
    SELECT CASE WHEN ${stationScope(actor)(stations)} THEN stations.name END AS name, count(*) OVER () AS all
      FROM stations WHERE stations.id IN (${ids})
     ORDER BY 1 NULLS LAST, stations.id LIMIT ${NAMED}`.execute(db);
  const all = rows[0]?.all ?? 0;
  if (all === 0) return undefined;
  const names = rows.flatMap(({ name }) => name ?? []);
  const more = all - names.length;
  return [...names, ...(more > 0 ? [`+ ${more}`] : [])].join(', ');
}
