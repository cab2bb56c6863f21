import { setImmediate as nextRound } from 'node:timers/promises';
import {
  type ComponentInput,
  LIMITS,
  type RouteOutput,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { customerOf, requireCustomerRoom } from '../organisations/index.ts';
import { libraryOf } from './component-scope.ts';
import { requirePossible } from './require-possible.ts';
import { withDiode } from './with-diode.ts';

type Route = (typeof routes)['createComponents'];

/**
 * Adds modules and inverters to a library; those that are there under their name stay. Throws AppError: noDataPermission, invalidInput,
 * tooManyComponents, tooManyOfOrganisation.
 */
export async function createComponents(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { components, everybody }: RouteRequest<Route>['body'],
): Promise<RouteOutput<Route>> {
  const organisationId = libraryOf(context.actor, everybody);
  requirePossible(
    platform,
    context,
    components.map((component, at) => ({ component, path: `body.components.${at}` })),
  );
  const customerId = await customerOf(platform.db, context.actor, organisationId);
  const rows = (await fitted(components)).map((component) => ({
    ...component,
    organisationId,
    customerId,
    sheet: JSON.stringify(component.sheet),
  }));
  return platform.db.transaction().execute(async (trx) => {
    // Whoever adds at the same moment is counted as well.
    await holdSubjects(trx, [`components of ${organisationId ?? 'all'}`]);
    const added = await trx
      .insertInto('components')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'kind', 'manufacturer', 'model'])
      .execute();
    const { rows: counted } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM components WHERE organisation_id IS NOT DISTINCT FROM ${organisationId}`.execute(
      trx,
    );
    if (counted[0]!.n > LIMITS.componentsOfOne)
      throw new AppError('tooManyComponents', { most: LIMITS.componentsOfOne });
    const most = LIMITS.componentsOfOne;
    await requireCustomerRoom(trx, { table: 'components', organisationId, customerId, most });
    for (const { id, ...after } of added)
      await writeAudit(trx, context, {
        action: 'components.create',
        objectType: 'component',
        objectId: id,
        organisationId,
        after: { name: nameOf(after), kind: after.kind },
      });
    const there = new Set(added.map((row) => keyOf(row)));
    return {
      added: added.length,
      kept: rows.filter((row) => !there.delete(keyOf(row))).map(nameOf),
    };
  });
}

/** Fitting one takes some milliseconds; others have their turn in between. */
async function fitted(components: readonly ComponentInput[]): Promise<ComponentInput[]> {
  const all: ComponentInput[] = [];
  for (const component of components) {
    if (all.length > 0) await nextRound();
    all.push(withDiode(component));
  }
  return all;
}

interface Named {
  kind: string;
  manufacturer: string;
  model: string;
}

const nameOf = ({ manufacturer, model }: Named) => `${manufacturer} ${model}`;
const keyOf = ({ kind, manufacturer, model }: Named) => JSON.stringify([kind, manufacturer, model]);
