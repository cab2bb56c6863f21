import type { Selectable, Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TasksTable } from '../../platform/postgres/tables/tasks.ts';
import { taskScope, type TaskPermission } from './task-scope.ts';

/** A task on which the actor may do this, held until the transaction ends. Throws AppError `taskNotFound`. */
export async function requireTask(
  trx: Transaction<Tables>,
  actor: Actor,
  { id, permission }: { id: number; permission: TaskPermission },
): Promise<Selectable<TasksTable>> {
  const task = await trx
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id)
    .where(taskScope(actor, permission))
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw new AppError('taskNotFound', { id });
  return task;
}
