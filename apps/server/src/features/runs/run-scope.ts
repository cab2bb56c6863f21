import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { ofOrganisations } from '../organisations/index.ts';

/** Condition on `runs`: the actor's own, and those of its organisations for who looks after these. */
export const runScope = (actor: Actor): RawBuilder<SqlBool> =>
  may(actor, 'parameters.dangerous')
    ? sql<SqlBool>`(runs.user_id = ${actor.userId} OR ${ofOrganisations(actor, 'runs')})`
    : sql<SqlBool>`(runs.user_id = ${actor.userId})`;

/** Column on `runs`: whether the actor may stop it and try again. A run of an upgrade goes with its upgrade. */
export const mayDirect = (actor: Actor): RawBuilder<boolean> =>
  may(actor, 'parameters.write')
    ? sql<boolean>`(runs.kind <> 'firmware' AND ${runScope(actor)})`
    : sql<boolean>`false`;

/** Throws AppError `runNotFound` for a run that is not there or not the actor's to see. */
export async function requireRun(db: Db, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM runs WHERE id = ${id} AND ${runScope(actor)}`.execute(db);
  if (rows.length === 0) throw new AppError('runNotFound', { id });
}
