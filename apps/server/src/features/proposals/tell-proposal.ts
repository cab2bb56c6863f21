import { ADDRESSES, deviceAddress, FALLBACK_LANGUAGE } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { mayTake } from '../../platform/tries.ts';
import { publicLink, sendMessage, timeWords, wayTo, workLimits } from '../outbox/index.ts';
import { approversOf } from './alone.queries.ts';
import { openProposals, permissionOf } from './open-proposals.queries.ts';

/**
 * Tells those who could approve that something waits. Where there is nobody else, the proposer gets the message: whoever uses a stolen
 * session has to wait, and its owner learns of it. Once, however often the job is done.
 */
export async function tellProposal(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  id: number,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const row = await openProposals(trx, now)
      .innerJoin('users', 'users.id', 'proposals.proposedBy')
      .select(['proposals.route', 'proposals.input', 'proposals.proposedBy', 'proposals.expiresAt'])
      .select(['users.name', 'users.email', 'users.phone', 'users.language'])
      .where('proposals.id', '=', id)
      .executeTakeFirst();
    const permission = row && permissionOf(row.route);
    if (!permission || !(await isFirst(trx, id, now))) return;
    const others = await approversOf(trx, permission, row.proposedBy);
    for (const reader of others.length > 0 ? others : [row]) {
      const way = wayTo(reader, FALLBACK_LANGUAGE);
      if (!way || !(await mayTake(trx, workLimits(way.to, row.proposedBy), now))) continue;
      const time = timeWords(way.language, row.expiresAt.getTime());
      const values = { who: row.name, time, link: publicLink(config, addressOf(row)) };
      await sendMessage(trx, { ...way, template: 'approvalAsked', values, now });
    }
  });
}

/** Whether nobody was told of it. The job may be done twice, as where its server is killed before it counts as done. */
async function isFirst(trx: Transaction<Tables>, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('proposals')
    .set({ toldAt: new Date(now) })
    .where('id', '=', id)
    .where('toldAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The page on which it can be approved. */
function addressOf({ route, input }: { route: string; input: string }): string {
  if (route === 'runDangerousSet') return ADDRESSES.instructionSets;
  if (route !== 'setDangerousParameters') return ADDRESSES.commands;
  const { params } = JSON.parse(input) as { params: { id: number } };
  return deviceAddress(params.id, 'parameters');
}
