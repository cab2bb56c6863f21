import type { routes, RouteOutput } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireKeyOrganisation } from './require-key-organisation.ts';

/** The ingest keys of an organisation, newest first, never their text. Throws AppError `noDataPermission`. */
export async function listIngestKeys(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  organisationId: number | undefined,
): Promise<RouteOutput<(typeof routes)['listIngestKeys']>> {
  const { id, name } = await requireKeyOrganisation(db, actor, organisationId);
  const rows = await db
    .selectFrom('ingestKeys')
    .leftJoin('users', 'users.id', 'ingestKeys.createdBy')
    .select([
      'ingestKeys.id',
      'ingestKeys.name',
      'ingestKeys.prefix',
      'ingestKeys.createdAt',
      'ingestKeys.lastUsedAt',
      'ingestKeys.endsAt',
      'users.name as createdBy',
    ])
    .where('ingestKeys.organisationId', '=', id)
    .orderBy('ingestKeys.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    organisation: { id, name },
    createdAt: row.createdAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
    endsAt: row.endsAt?.getTime() ?? null,
  }));
}
