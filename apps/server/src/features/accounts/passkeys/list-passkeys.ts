import type { routes, RouteOutput } from '@sunfleet/contract';
import type { Db } from '../../../platform/postgres/client.ts';

export type PasskeyView = RouteOutput<(typeof routes)['addPasskey']>;

/** Passkeys of an account, oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<PasskeyView[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  }));
}
