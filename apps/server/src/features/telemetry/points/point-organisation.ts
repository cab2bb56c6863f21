import { accessOf, type Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { findPersonalOrganisation, mayUseOrganisation } from '../../organisations/index.ts';

/**
 * The organisation whose custom points are meant: the named one, else the actor's own; of an owner of stations the one that belongs to nobody
 * else. Undefined where none is named and the actor has none. Throws AppError `noDataPermission` for one outside of its scope, as for
 * one that is not there.
 */
export async function pointOrganisation(
  db: Db,
  actor: Actor,
  named: number | undefined,
): Promise<number | undefined> {
  if (accessOf(actor).scope === 'own') {
    const own = await findPersonalOrganisation(db, actor.userId);
    if (named !== undefined && named !== own) throw new AppError('noDataPermission');
    return own;
  }
  const id = named ?? actor.organisationId ?? undefined;
  if (id !== undefined && (await mayUseOrganisation(db, actor, id))) return id;
  if (named !== undefined) throw new AppError('noDataPermission');
  return undefined;
}
