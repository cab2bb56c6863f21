import { FALLBACK_LANGUAGE } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { sendMessage, timeWords, wayTo } from '../outbox/index.ts';
import type { DisputeRow } from './require-open.ts';

interface Told {
  dispute: Pick<DisputeRow, 'sn' | 'claimantId'>;
  template: 'disputeKept' | 'disputeWon';
}

/** Tells who opened a dispute how it ended. */
export async function tellClaimant(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  { dispute, template }: Told,
): Promise<void> {
  const claimant = await trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', dispute.claimantId)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  const way = claimant && wayTo(claimant, FALLBACK_LANGUAGE);
  if (!way) return;
  const now = clock.now();
  const values = { sn: dispute.sn, time: timeWords(way.language, now) };
  await sendMessage(trx, { ...way, template, values, now });
}
