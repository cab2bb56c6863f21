import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { mayUseOrganisation } from '../organisation-scope.ts';

/**
 * The organisation whose ingest keys are meant, the actor's own where none is named. Throws AppError `noDataPermission` for one
 * outside of its scope, as for one that is not there, or where it has none.
 */
export async function requireKeyOrganisation(
  db: Db,
  actor: Actor,
  organisationId: number | undefined,
): Promise<{ id: number; code: string; name: string }> {
  const id = organisationId ?? actor.organisationId;
  if (id === null || !(await mayUseOrganisation(db, actor, id))) throw new AppError('noDataPermission');
  return db
    .selectFrom('organisations')
    .select(['id', 'code', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
