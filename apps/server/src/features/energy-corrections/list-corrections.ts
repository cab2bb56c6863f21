import type { EnergyCorrectionRow } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { maskFor } from '../accounts/index.ts';
import { requireStation } from '../stations/index.ts';

/** What people added to the energy of a station, those that count first, the newest first. Throws AppError `stationNotFound`. */
export async function listCorrections(
  db: Db,
  actor: Actor,
  stationId: number,
): Promise<EnergyCorrectionRow[]> {
  await requireStation(db, actor, stationId, 'telemetry.view');
  const rows = await db
    .selectFrom('energyCorrections as one')
    .leftJoin('users as author', 'author.id', 'one.createdBy')
    .leftJoin('users as editor', 'editor.id', 'one.changedBy')
    .leftJoin('users as remover', 'remover.id', 'one.removedBy')
    .selectAll('one')
    .select(['author.name as author', 'editor.name as editor', 'remover.name as remover'])
    .where('one.stationId', '=', stationId)
    .orderBy('one.removedAt', (order) => order.desc().nullsFirst())
    .orderBy('one.id', 'desc')
    .execute();
  const mask = maskFor(actor);
  const done = (at: Date | null, by: string | null) => at && { at: at.getTime(), by: mask.person(by) };
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    from: row.fromDay,
    to: row.toDay,
    kwh: row.kwh,
    inTotal: row.inTotal,
    reason: mask.active ? null : row.reason,
    revision: row.revision,
    created: { at: row.createdAt.getTime(), by: mask.person(row.author) },
    changed: done(row.changedAt, row.editor),
    removed: done(row.removedAt, row.remover),
  }));
}
