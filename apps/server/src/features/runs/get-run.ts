import type { Run } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { runScope } from './run-scope.ts';
import { viewRuns } from './run-view.ts';

/** A run that the actor may see. Throws AppError `runNotFound`. */
export async function getRun({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<Run> {
  const where = sql<SqlBool>`runs.id = ${id} AND ${runScope(actor)}`;
  const [run] = await viewRuns(db, actor, { where, end: sql`LIMIT 1` });
  if (!run) throw new AppError('runNotFound', { id });
  return run;
}
