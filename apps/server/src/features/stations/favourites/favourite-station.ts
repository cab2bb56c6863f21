import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { notEndedId, stationScope } from '../../scope/index.ts';
import { requireStation } from '../require-station.ts';

/**
 * Marks a station as a favourite of the person who asks, or takes the mark away; answers whether that changed anything. The log shows it to
 * the person's own organisation, and not to the owner of the station.
 * Throws AppError: stationNotFound, noDataPermission (nobody in person), tooManyFavourites.
 */
export async function favouriteStation(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id: stationId, favourite }: { id: number; favourite: boolean },
): Promise<boolean> {
  const { actor } = context;
  const { userId } = actor;
  return db.transaction().execute(async (trx) => {
    await requireStation(trx, actor, stationId);
    if (userId === null) throw new AppError('noDataPermission');
    const changed = favourite
      ? await mark(trx, actor, { userId, stationId })
      : await unmark(trx, { userId, stationId });
    if (!changed) return false;
    await writeAudit(trx, context, {
      action: 'stations.favourite',
      objectType: 'station',
      objectId: stationId,
      before: { favourite: !favourite },
      after: { favourite },
    });
    return true;
  });
}

interface Mark {
  userId: number;
  stationId: number;
}

async function mark(trx: Transaction<Tables>, actor: Actor, values: Mark): Promise<boolean> {
  // Of two marks at the same time one waits, so that both together keep the limit.
  await trx.selectFrom('users').select('id').where('id', '=', values.userId).forNoKeyUpdate().execute();
  const added = await trx
    .insertInto('favourites')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('stationId')
    .executeTakeFirst();
  if (!added) return false;
  if ((await count(trx, values.userId)) <= LIMITS.favourites) return true;
  await forgetLost(trx, actor, values.userId);
  if ((await count(trx, values.userId)) > LIMITS.favourites)
    throw new AppError('tooManyFavourites', { most: LIMITS.favourites });
  return true;
}

async function unmark(trx: Transaction<Tables>, { userId, stationId }: Mark): Promise<boolean> {
  const gone = await trx
    .deleteFrom('favourites')
    .where('userId', '=', userId)
    .where('stationId', '=', stationId)
    .returning('stationId')
    .executeTakeFirst();
  return gone !== undefined;
}

async function count(trx: Transaction<Tables>, userId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('favourites')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Marks of stations that the person can no longer see count towards no limit; stations that were ended may come back. */
async function forgetLost(trx: Transaction<Tables>, actor: Actor, userId: number): Promise<void> {
  if (actor.apiKeyId !== null) return;
  await trx
    .deleteFrom('favourites')
    .where('userId', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stations')
            .select('stations.id')
            .whereRef('stations.id', '=', 'favourites.stationId')
            .where(stationScope(actor)),
        ),
      ),
    )
    .where(notEndedId(sql`favourites.station_id`))
    .execute();
}
