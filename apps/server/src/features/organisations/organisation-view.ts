import { LIMITS, type Organisation } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { pointInUse } from '../../platform/postgres/point-in-use.ts';
import { organisationScope } from './organisation-scope.ts';

/** Number of rows of a table that belong to the organisation itself. */
function countOf(table: 'users' | 'stations' | 'devices'): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM ${sql.table(table)} t WHERE t.organisation_id = organisations.id)`;
}

/** Organisations with how much they have themselves, without those below. */
export function organisationsWithCounts(db: Db) {
  return db
    .selectFrom('organisations')
    .selectAll('organisations')
    .select([
      countOf('users').as('members'),
      countOf('stations').as('stations'),
      countOf('devices').as('devices'),
    ]);
}

/** How much of what is limited an organisation uses. */
export const quotasOf = ({ devices, customPoints }: Record<'devices' | 'customPoints', number>) => ({
  devices: { used: devices, limit: LIMITS.devicesPerOrganisation },
  customPoints: { used: customPoints, limit: LIMITS.customPointsPerOrganisation },
});

const customPointsInUse = sql<number>`(SELECT count(*) FROM custom_points
  WHERE custom_points.organisation_id = organisations.id AND ${pointInUse})`;

/** One organisation in the actor's scope, as the API shows it. Throws AppError organisationNotFound. */
export async function viewOrganisation(db: Db, actor: Actor, id: number): Promise<Organisation> {
  const row = await organisationsWithCounts(db)
    .select(customPointsInUse.as('customPoints'))
    .where('organisations.id', '=', id)
    .where(organisationScope(actor))
    .executeTakeFirst();
  if (!row) throw new AppError('organisationNotFound');
  const { path: _path, scopePath: _scopePath, ...counted } = row;
  const { members, stations, devices, customPoints, createdAt, ...fields } = counted;
  return {
    ...fields,
    counts: { members, stations, devices },
    quotas: quotasOf({ devices, customPoints }),
    manageable: true,
    createdAt: createdAt.getTime(),
  };
}
