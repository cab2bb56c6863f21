import type { StationNote } from '@sunfleet/contract';
import type { Db } from '../../../platform/postgres/client.ts';

/** Notes that touch the days, the newest first. */
export async function listNotes(
  db: Db,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<StationNote[]> {
  const rows = await db
    .selectFrom('stationNotes as note')
    .leftJoin('users as author', 'author.id', 'note.createdBy')
    .leftJoin('users as editor', 'editor.id', 'note.changedBy')
    .selectAll('note')
    .select(['author.name as author', 'editor.name as editor'])
    .where('note.stationId', '=', id)
    .where('note.fromDay', '<=', to)
    .where('note.toDay', '>=', from)
    .orderBy('note.fromDay', 'desc')
    .orderBy('note.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    from: row.fromDay,
    to: row.toDay,
    text: row.text,
    revision: row.revision,
    created: { at: row.createdAt.getTime(), by: row.author },
    changed: row.changedAt && { at: row.changedAt.getTime(), by: row.editor },
  }));
}
