import {
  grantPermissions,
  type GrantRole,
  isOffered,
  type RouteOutput,
  type routes,
} from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { grantRuns, ownStations, stationScope } from '../scope/index.ts';

type StationAuthority = RouteOutput<(typeof routes)['plantAuthority']>;

interface Held {
  ownerId: number | null;
  organisationId: number;
  own: boolean;
}

const eb = expressionBuilder<Tables, 'stations'>();

/**
 * What an actor may do on a station, by which way, and until when where that is a grant.
 * Throws AppError `stationNotFound`, also for one out of the actor's scope.
 */
export async function stationAuthority(db: Db, actor: Actor, id: number): Promise<StationAuthority> {
  const station: Held | undefined = await db
    .selectFrom('stations')
    .select(['ownerId', 'organisationId', sql<boolean>`${ownStations(actor)(eb)}`.as('own')])
    .where('id', '=', id)
    .where(stationScope(actor))
    .executeTakeFirst();
  if (!station) throw new AppError('stationNotFound', { id });
  const { permissions } = accessOf(actor);
  if (station.own)
    return { permissions: [...permissions].filter(isOffered), by: wayOf(actor, station), endsAt: null };
  const grants = await runningGrants(db, actor, { id, organisationId: station.organisationId });
  const given = new Set(grants.flatMap((grant) => [...grantPermissions(grant)]));
  return {
    permissions: [...permissions].filter(isOffered).filter((permission) => given.has(permission)),
    by: 'grant',
    endsAt: Math.max(...grants.map(({ endsAt }) => endsAt.getTime())),
  };
}

function wayOf(actor: Actor, { ownerId }: Held): StationAuthority['by'] {
  const { scope } = accessOf(actor);
  if (actor.userId !== null && ownerId === actor.userId) return 'own';
  return scope === 'granted' ? 'grant' : scope;
}

async function runningGrants(
  db: Db,
  actor: Actor,
  station: { id: number; organisationId: number },
): Promise<readonly { role: GrantRole; commands: boolean; endsAt: Date }[]> {
  const { rows } = await sql<{ role: GrantRole; commands: boolean; endsAt: Date }>`
    SELECT g.role, g.commands, g.ends_at FROM grants g
     WHERE ${grantRuns(actor)}
       AND (EXISTS (SELECT 1 FROM grant_stations gs WHERE gs.grant_id = g.id AND gs.station_id = ${station.id})
         OR EXISTS (SELECT 1 FROM organisations whole, organisations part
                     WHERE whole.id = g.organisation_id AND part.id = ${station.organisationId}
                       AND starts_with(part.scope_path, whole.scope_path)))`.execute(db);
  return rows;
}
