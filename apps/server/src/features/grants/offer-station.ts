import { type HandOver, LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { maskTyped } from '../../platform/mask-contact.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Addressee } from './find-party.ts';
import { toInstaller, viewHandOvers } from './hand-over-view.ts';
import { takeOffer } from './take-offer.ts';

interface NewOffer {
  stationId: number;
  to: Addressee;
  now: number;
}

/**
 * Offers a station, in the transaction of the caller, who has judged that the actor may. It waits a week for an answer and changes
 * nothing until then; a new offer takes the place of the same kind of offer that was not answered. A job tells whoever it is to.
 * Throws AppError `tooManyRequests` (offers of a day).
 */
export async function offerStation(
  trx: Transaction<Tables>,
  context: RequestContext,
  { stationId, to, now }: NewOffer,
): Promise<HandOver> {
  const { actor } = context;
  // The station before the count of offers, as everywhere, so that two who offer the same one do not wait in a circle.
  await trx.selectFrom('stations').select('id').where('id', '=', stationId).forUpdate().execute();
  await takeOffer(trx, actor, now);
  const at = new Date(now);
  const { toAccount, toCode } = to;
  await trx
    .updateTable('handOvers')
    .set({ state: 'withdrawn', answeredAt: at })
    .where('stationId', '=', stationId)
    .where('state', '=', 'pending')
    .where(sql<boolean>`${toInstaller} = ${toCode !== null}`)
    .execute();
  const { id } = await trx
    .insertInto('handOvers')
    .values({
      ...to,
      stationId,
      fromUserId: actor.userId,
      createdAt: at,
      expiresAt: new Date(now + LIMITS.handOverMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(trx, context, {
    action: 'stations.handOver',
    objectType: 'station',
    objectId: stationId,
    stationId,
    // Not who it is: the giver reads the log. Nor the whole contact: the log outlives the account.
    after: toCode === null ? { account: maskTyped(toAccount ?? '') } : { code: toCode },
  });
  await addJob(trx, 'offers.tell', { handOverId: id });
  return (await viewHandOvers(trx, { where: sql`hand_overs.id = ${id}`, now }))[0]!;
}
