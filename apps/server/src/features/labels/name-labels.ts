import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { labelsByObject } from './label-tags.ts';

/** Names of labels that the actor works with, in one line. Throws AppError `labelNotFound` for the first that is none of these. */
export async function nameLabels(db: Db, actor: Actor, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '';
  const rows = await db
    .selectFrom('labels')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .$if(!labelsByObject(actor), (query) => query.where('organisationId', '=', actor.organisationId))
    .orderBy('name')
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('labelNotFound', { id: missing });
  return rows.map(({ name }) => name).join(', ');
}
