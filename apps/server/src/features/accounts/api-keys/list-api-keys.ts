import { isOffered, type routes, type RouteOutput } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiKeysTable } from '../../../platform/postgres/tables/accounts.ts';
import { ownUserId } from '../settings/own-account.ts';

export type ApiKeyView = RouteOutput<(typeof routes)['listApiKeys']>[number];

/** Own API keys, newest first; those that are over stay until they are deleted. */
export async function listApiKeys(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
): Promise<ApiKeyView[]> {
  const rows = await db
    .selectFrom('apiKeys')
    .selectAll()
    .where('userId', '=', ownUserId(context))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toApiKey);
}

export function toApiKey(row: Selectable<ApiKeysTable>): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions.filter(isOffered),
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
    lastUsedAt: row.lastUsedAt?.getTime() ?? null,
  };
}
