import type { Selectable, Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { ComponentsTable } from '../../platform/postgres/tables/components.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { componentScope, ownComponents } from './component-scope.ts';

/**
 * A component that the actor may change, held until the transaction ends. Throws AppError: componentNotFound, and noDataPermission for one
 * of the library for all.
 */
export async function requireComponent(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
): Promise<Selectable<ComponentsTable>> {
  const found = trx.selectFrom('components').selectAll().where('id', '=', id);
  const component = await found.where(ownComponents(actor)).forUpdate().executeTakeFirst();
  if (component) return component;
  const seen = await found.where(componentScope(actor)).executeTakeFirst();
  throw seen ? new AppError('noDataPermission') : new AppError('componentNotFound', { id });
}
