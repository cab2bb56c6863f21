import type { Selectable, Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { SavedViewTable } from '../../platform/postgres/tables/saved-views.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { mayEditView, viewScope } from './view-scope.ts';

/**
 * A view that the actor sees, held until the transaction ends. Throws AppError: savedViewNotFound, noDataPermission (seen, but not the actor's to
 * change).
 */
export async function requireView(
  trx: Transaction<Tables>,
  actor: Actor,
  { id, toEdit }: { id: number; toEdit: boolean },
): Promise<Selectable<SavedViewTable>> {
  const view = await trx
    .selectFrom('savedViews')
    .selectAll()
    .where('id', '=', id)
    .where(viewScope(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!view) throw new AppError('savedViewNotFound', { id });
  if (toEdit && !mayEditView(actor, view)) throw new AppError('noDataPermission');
  return view;
}
