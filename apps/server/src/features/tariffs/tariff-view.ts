import type { Tariff } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import { keptBy, tariffScope } from './tariff-scope.ts';

const stations = expressionBuilder<Tables, 'stations'>();

/** Tariffs that an actor keeps by name, or one of them, with how many stations in its scope have or had each. */
export async function viewTariffs(db: Db, actor: Actor, id?: number): Promise<Tariff[]> {
  const { rows } = await sql<Tariff>`
    SELECT tariffs.id, tariffs.name, tariffs.currency, tariffs.versions, tariffs.revision,
           tariffs.organisation_id IS NULL AS own,
           (SELECT count(DISTINCT stations.id) FROM station_tariffs term JOIN stations ON stations.id = term.station_id
             WHERE term.tariff_id = tariffs.id AND ${stationScope(actor)(stations)}) AS stations
      FROM tariffs
     WHERE ${id === undefined ? keptBy(actor) : sql`${tariffScope(actor)} AND tariffs.id = ${id}`}
     ORDER BY lower(tariffs.name COLLATE pg_c_utf8), tariffs.id`.execute(db);
  return rows;
}
