import type { RouteOutput, routes } from '@sunfleet/contract';
import { isUnit, pointByKey } from '@sunfleet/device-model';
import { expressionBuilder, sql, type Transaction } from 'kysely';
import { accessOf, type Actor, type RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { readDeviceScope } from '../../scope/index.ts';
import { pointOrganisation } from './point-organisation.ts';

/** Custom points that are offered for the columns of a file. */
const MOST = 1000;

/** What is said of a column that becomes a custom point. */
interface NamedColumn {
  point: string;
  name?: string | undefined;
  unit?: string | undefined;
}

type Points = RouteOutput<(typeof routes)['listImportPoints']>;

const devices = expressionBuilder<Tables, 'devices'>();

/**
 * Custom points that devices of an organisation use, with what is said of them; `actor` may import into a station of it. Its owner is one of many customers: what
 * measures at others is not told.
 */
export async function importPoints(db: Db, actor: Actor, organisationId: number): Promise<Points> {
  const scope = await readDeviceScope(db, actor, 'imports.run');
  const { rows } = await sql<Points['points'][number]>`
    SELECT used.key, said.name, coalesce(said.unit, '') AS unit, said.key IS NOT NULL AS described
    FROM (SELECT DISTINCT points.key FROM devices
        JOIN device_custom_points uses ON uses.device_id = devices.id
        JOIN custom_points points ON points.id = uses.point_id
      WHERE devices.organisation_id = ${organisationId} AND ${scope(devices)}) AS used
    LEFT JOIN point_descriptions said ON said.organisation_id = ${organisationId} AND said.key = used.key
    ORDER BY used.key LIMIT ${MOST}`.execute(db);
  return { points: rows, mayDescribe: await mayDescribe(db, actor, organisationId) };
}

/** Who may describe custom points on their page may do so while importing. */
async function mayDescribe(db: Db, actor: Actor, organisationId: number): Promise<boolean> {
  if (!accessOf(actor).permissions.has('devices.create')) return false;
  try {
    return (await pointOrganisation(db, actor, organisationId)) === organisationId;
  } catch (error) {
    if (error instanceof AppError && error.key === 'noDataPermission') return false;
    throw error;
  }
}

/**
 * Says name and unit of custom points of an organisation of which nothing is said yet, as an import names them. In the transaction that begins
 * the import. Throws AppError: noDataPermission, invalidInput for a unit that is none.
 */
export async function describeImported(
  trx: Transaction<Tables>,
  context: RequestContext,
  { organisationId, columns }: { organisationId: number; columns: readonly NamedColumn[] },
): Promise<void> {
  const named = columns.filter(({ point, name, unit }) => !pointByKey(point) && (name || unit));
  if (named.length === 0) return;
  if (!(await mayDescribe(trx, context.actor, organisationId))) throw new AppError('noDataPermission');
  for (const { point: key, name = null, unit = '' } of named) {
    if (!isUnit(unit)) throw new AppError('invalidInput', { fields: 'body.mapping.columns' });
    const written = await trx
      .insertInto('pointDescriptions')
      .values({ organisationId, key, name, unit, kind: 'gauge', decimals: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst();
    if (!written) continue;
    await writeAudit(trx, context, {
      action: 'customPoints.edit',
      objectType: 'organisation',
      objectId: organisationId,
      organisationId,
      after: { key, name, unit, kind: 'gauge', decimals: null },
    });
  }
}
