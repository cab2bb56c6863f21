import type { DesignVersion } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { componentScope } from './component-scope.ts';

/**
 * Keeps which components the design of a station names, so that none of them is removed. Throws AppError `componentNotFound` for one that
 * the actor does not find, unless the design named it before.
 */
export async function nameComponents(
  trx: Transaction<Tables>,
  actor: Actor,
  { stationId, versions }: { stationId: number; versions: readonly DesignVersion[] },
): Promise<void> {
  const named = namedBy(versions);
  const rows = await trx
    .selectFrom('designComponents')
    .select('componentId')
    .where('stationId', '=', stationId)
    .execute();
  const before = new Set(rows.map(({ componentId }) => componentId));
  const added = [...named].filter((id) => !before.has(id));
  if (added.length > 0) {
    const found = await trx
      .selectFrom('components')
      .select('id')
      .where('id', 'in', added)
      .where(componentScope(actor))
      .forKeyShare()
      .execute();
    const missing = added.find((id) => !found.some((row) => row.id === id));
    if (missing !== undefined) throw new AppError('componentNotFound', { id: missing });
    await trx
      .insertInto('designComponents')
      .values(added.map((componentId) => ({ stationId, componentId })))
      .execute();
  }
  const gone = [...before].filter((id) => !named.has(id));
  if (gone.length > 0)
    await trx
      .deleteFrom('designComponents')
      .where('stationId', '=', stationId)
      .where('componentId', 'in', gone)
      .execute();
}

/** Components that a design names. */
export function namedBy(versions: readonly DesignVersion[]): ReadonlySet<number> {
  const ids = versions.flatMap(({ arrays, inverters }) => [
    ...arrays.map(({ module }) => module?.componentId),
    ...inverters.map(({ type }) => type?.componentId),
  ]);
  return new Set(ids.filter((id) => typeof id === 'number'));
}
