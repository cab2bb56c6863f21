import type { Component, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { viewComponents } from './component-view.ts';
import { requireComponent } from './require-component.ts';
import { requirePossible } from './require-possible.ts';
import { withDiode } from './with-diode.ts';

type Input = RouteRequest<(typeof routes)['updateComponent']>['body'];

/**
 * Changes a component over the revision that was read; it stays of its kind. Throws AppError: componentNotFound, noDataPermission,
 * componentChanged, componentNameTaken, invalidInput.
 */
export async function updateComponent(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { id, component, revision }: Input & { id: number },
): Promise<Component> {
  requirePossible(platform, context, [{ component, path: 'body.component' }]);
  const { kind, manufacturer, model, sheet } = withDiode(component);
  const made = platform.db.transaction().execute(async (trx) => {
    const before = await requireComponent(trx, context.actor, id);
    if (before.kind !== kind) throw new AppError('invalidInput', { fields: 'body.component.kind' });
    if (before.revision !== revision) throw new AppError('componentChanged', { id });
    await trx
      .updateTable('components')
      .set({ manufacturer, model, sheet: JSON.stringify(sheet), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'components.edit',
      objectType: 'component',
      objectId: id,
      organisationId: before.organisationId,
      before: { name: `${before.manufacturer} ${before.model}`, ...before.sheet },
      after: { name: `${manufacturer} ${model}`, ...sheet },
    });
    const where = sql<SqlBool>`components.id = ${id}`;
    return (await viewComponents(trx, context.actor, { where, end: sql`` }))[0]!;
  });
  return made.catch((error: unknown) => {
    throw violatedConstraint(error) === 'components__name' ? new AppError('componentNameTaken') : error;
  });
}
