import { ROLE_MATRIX } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Whether an organisation exists and is the actor's own or one below it; every one for who works on the whole platform. */
export async function mayUseOrganisation(db: Db, actor: Actor, organisationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organisations')
    .select('path')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (!row) return false;
  const { scope } = ROLE_MATRIX[actor.role];
  if (scope === 'all') return true;
  return (
    scope === 'organisation' && actor.organisationPath !== null && row.path.startsWith(actor.organisationPath)
  );
}
