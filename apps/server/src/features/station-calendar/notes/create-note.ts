import { LIMITS, type NoteFields } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdStation } from '../../stations/index.ts';
import { logged, noteValues } from './note-values.ts';

/** Notes something of some days of a station. Throws AppError: stationNotFound, tooManyStationNotes. */
export function createNote(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { stationId, fields }: { stationId: number; fields: NoteFields },
): Promise<{ id: number }> {
  const { actor } = context;
  return db.transaction().execute(async (trx) => {
    await holdStation(trx, actor, stationId, { permission: 'stations.edit', changes: 'station' });
    const { n } = await trx
      .selectFrom('stationNotes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('stationId', '=', stationId)
      .executeTakeFirstOrThrow();
    const most = LIMITS.stationNotes;
    if (Number(n) >= most) throw new AppError('tooManyStationNotes', { most });
    const values = noteValues(fields);
    const row = await trx
      .insertInto('stationNotes')
      .values({ ...values, stationId, createdBy: actor.userId, createdAt: new Date(clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'stations.addNote',
      objectType: 'station',
      objectId: stationId,
      stationId,
      after: logged(values),
    });
    return row;
  });
}
