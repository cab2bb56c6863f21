import type { RunState } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endRuns } from './run-rows.queries.ts';

interface Change {
  ids: readonly number[];
  state: Exclude<RunState, 'finished'>;
  now: number;
}

/** Suspends, resumes or stops runs that are open, as a part of what the caller does with whatever they belong to. */
export async function setOpenRuns(trx: Transaction<Tables>, { ids, state, now }: Change): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('runs')
    .set({ state })
    .where('id', 'in', [...ids])
    .where('endedAt', 'is', null)
    .where('state', '!=', 'stopped')
    .execute();
  await endRuns(trx, now);
  await askForJob(trx, 'runs.work');
}
