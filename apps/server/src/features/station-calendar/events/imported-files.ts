import { localDayOf } from '@sunfleet/analysis';
import type { Db } from '../../../platform/postgres/client.ts';
import { type Asked, type Happening, MOST_OF_SOURCE } from './happening.ts';

/** Files of measured data that were imported, and those that were taken back. */
export async function importedFiles(db: Db, { id, timeZone, start, end }: Asked): Promise<Happening[]> {
  const [first, last] = [new Date(start), new Date(end)];
  const rows = await db
    .selectFrom('imports')
    .select(['fileName', 'finishedAt', 'undoneAt'])
    .where('stationId', '=', id)
    .where('state', 'in', ['done', 'undoing', 'undone'])
    .where((eb) => eb.or([eb.between('finishedAt', first, last), eb.between('undoneAt', first, last)]))
    .orderBy('id', 'desc')
    .limit(MOST_OF_SOURCE)
    .execute();
  return rows.flatMap(({ fileName, finishedAt, undoneAt }) => [
    ...happening('imported', { at: finishedAt, timeZone, subject: fileName }),
    ...happening('importUndone', { at: undoneAt, timeZone, subject: fileName }),
  ]);
}

interface Finished {
  at: Date | null;
  timeZone: string;
  subject: string;
}

function happening(kind: 'imported' | 'importUndone', { at, timeZone, subject }: Finished): Happening[] {
  if (at === null) return [];
  const day = localDayOf(at.getTime(), timeZone);
  return [{ kind, from: day, to: day, at: at.getTime(), subject }];
}
