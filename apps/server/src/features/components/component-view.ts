import type { Component } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readStationScope } from '../scope/index.ts';
import { ownComponents } from './component-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Components by name under a condition on them, each with how many stations in the actor's scope name it. */
export async function viewComponents(
  db: Db,
  actor: Actor,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<Component[]> {
  const scope = await readStationScope(db, actor);
  const { rows } = await sql<Component>`
    SELECT components.id, components.kind, components.manufacturer, components.model, components.sheet, components.revision,
           components.organisation_id IS NULL AS everybody, coalesce(${may(actor, 'stations.edit') ? ownComponents(actor) : sql`false`}, false) AS editable,
           (SELECT count(*) FROM design_components named JOIN stations ON stations.id = named.station_id
             WHERE named.component_id = components.id AND ${scope(stations)}) AS stations
      FROM components WHERE ${where}
     ORDER BY lower(components.manufacturer COLLATE pg_c_utf8), lower(components.model COLLATE pg_c_utf8), components.id ${end}`.execute(
    db,
  );
  return rows;
}
