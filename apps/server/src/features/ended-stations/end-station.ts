import { LIMITS } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { mayBeOne } from '../proposals/index.ts';
import { stationScope } from '../scope/index.ts';
import { holdStation } from '../stations/index.ts';
import { needsTwo } from './needs-two.ts';
import { readObstacles } from './read-obstacles.ts';

/**
 * Ends a station: from then on nothing finds it but the list of ended ones, from which it can come back with all its data for a while. Its devices
 * stay bound to it, and what they send is stored. Where two people have to, the first call only asks, and answers false.
 * Throws AppError: stationNotFound, invalidInput (another name was typed), stationInUse, proposalOwn (an account that the first person may have taken over).
 */
export async function endStation(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { id, name }: { id: number; name: string },
): Promise<{ ended: boolean }> {
  const { actor, language } = context;
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const station = await holdStation(trx, actor, id, { permission: 'stations.delete', changes: 'station' });
    if (name.trim() !== station.name)
      throw brokenRule({ language, text: platform.text }, 'body.name', 'nameDiffers');
    const open = await readObstacles(trx, { stationId: id, now });
    if (open.length > 0)
      throw new AppError('stationInUse', { open: [...new Set(open.map((one) => one.name))].join(', ') });
    if ((await needsTwo(trx, { id, now })) && !(await isSecond(trx, context, { id, now }))) {
      await ask(trx, context, { id, now });
      return { ended: false };
    }
    await trx
      .updateTable('stations')
      .set({ endedAt: new Date(now), endedBy: actor.userId, endingAskedAt: null, endingAskedBy: null })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      ...aboutStation(id),
      action: 'stations.end',
      before: { name: station.name },
    });
    // Streams ask again what they may carry; what servers hold of its devices is the same as before.
    await announceChange(trx, { stations: [id], access: true });
    return { ended: true };
  });
}

const aboutStation = (id: number) => ({ objectType: 'station', objectId: id, stationId: id }) as const;

/** Whether somebody else has asked for it who still could, and not long ago. */
async function isSecond(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  { id, now }: { id: number; now: number },
): Promise<boolean> {
  const question = await trx
    .selectFrom('stations')
    .select(['endingAskedBy', 'endingAskedAt'])
    .where('id', '=', id)
    .where('endingAskedAt', '>', new Date(now - LIMITS.endingAskedMs))
    .executeTakeFirst();
  const first = question?.endingAskedBy ?? null;
  if (first === null || actor.userId === null || first === actor.userId) return false;
  // Who has left the station or the organisation since then asks nothing there.
  const asker = await findUserActor(trx, { userId: first, at: now });
  const still =
    asker &&
    (await trx
      .selectFrom('stations')
      .select('id')
      .where('id', '=', id)
      .where(stationScope(asker, 'stations.delete'))
      .executeTakeFirst());
  if (!still) return false;
  // A question is open for days: since a day before it.
  if (await mayBeOne(trx, [first, actor.userId], question!.endingAskedAt!.getTime()))
    throw new AppError('proposalOwn');
  return true;
}

async function ask(
  trx: Transaction<Tables>,
  context: RequestContext,
  { id, now }: { id: number; now: number },
): Promise<void> {
  await trx
    .updateTable('stations')
    .set({ endingAskedAt: new Date(now), endingAskedBy: context.actor.userId })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, context, { ...aboutStation(id), action: 'stations.askEnd' });
  await announceChange(trx, { stations: [id] });
}
