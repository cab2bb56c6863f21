import { LIMITS, type RouteRequest, type routes, type StationExport } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { may } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { turnOfPerson } from '../../platform/jobs/turn-of-person.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { requireZone } from '../stations/index.ts';
import { exportRoom } from './export-room.ts';
import { SHOWN, toExport } from './list-exports.ts';

type Body = RouteRequest<(typeof routes)['exportStations']>['body'];

/** Has a file of the list written. Throws AppError: noDataPermission, exportsTooMany, exportsFull, newcomersFull, invalidInput (zone). */
export async function startExport(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'files'>,
  context: RequestContext,
  { format, columns, filters, ids, sort, order, timeZone }: Body,
): Promise<StationExport> {
  const { actor, language } = context;
  const { userId } = actor;
  if (userId === null || !may(actor, 'stations.view')) throw new AppError('noDataPermission');
  if (filters['currency'] !== undefined && !may(actor, 'tariffs.view'))
    throw new AppError('noDataPermission');
  await exportRoom(platform, userId);
  const zone = await requireZone(platform.db, { language, text: platform.text }, timeZone);
  const createdAt = new Date(platform.clock.now());
  return platform.db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`exports of ${userId}`]);
    const { n } = await trx
      .selectFrom('stationExports')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (n >= LIMITS.exportsOpen) throw new AppError('exportsTooMany', { most: LIMITS.exportsOpen });
    const waiting = { table: 'station_exports', states: ['waiting', 'running'] } as const;
    const priority = await turnOfPerson(trx, actor, waiting);
    const query = { filters, ids: ids ?? null, sort, order, columns, language, zone };
    const row = await trx
      .insertInto('stationExports')
      .values({ userId, format, createdAt, query: JSON.stringify(query) })
      .returning(SHOWN)
      .executeTakeFirstOrThrow();
    await addJob(trx, 'stations.export', { exportId: row.id }, { priority });
    await writeAudit(trx, context, {
      action: 'stations.export',
      objectType: 'user',
      objectId: userId,
      after: { format },
    });
    return toExport(row);
  });
}
