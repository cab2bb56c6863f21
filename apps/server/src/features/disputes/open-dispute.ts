import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { siteOf } from '../../platform/network-of.ts';
import { peopleLimits } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { takeTry } from '../../platform/tries.ts';
import { proofOfClaim, tellHolder } from '../devices/index.ts';
import { requireStation } from '../stations/index.ts';

const DAY_MS = 86_400_000;
/** Of one account. */
const A_DAY = 5;

interface Opening {
  /** Where the device would go. */
  stationId: number;
  sn: string;
  claimCode?: string | undefined;
  reason: string;
}

/**
 * Keeps that somebody claims a device which belongs to somebody else, and tells its holder. Answers the same whether anybody has the serial
 * number or not. Of a serial number that one has claimed already, the newer words count. Throws AppError: stationNotFound, tooManyRequests.
 */
export async function openDispute(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { stationId, sn, claimCode, reason }: Opening,
): Promise<void> {
  const { actor, address } = context;
  await requireStation(platform.db, actor, stationId, 'devices.create');
  const now = platform.clock.now();
  const limits = peopleLimits('disputes', context, [{ withinMs: DAY_MS, most: A_DAY }]);
  await platform.db.transaction().execute(async (trx) => {
    await takeTry(trx, limits, now);
    const held = await findHeld(trx, sn, stationId);
    const proven = held && claimCode ? await proofOfClaim(trx, held.id, claimCode) : undefined;
    const words = {
      stationId,
      reason,
      deviceId: held?.id ?? null,
      holderStationId: held?.stationId ?? null,
      proof: proven?.proof ?? ('none' as const),
      contenderId: proven?.contender?.id ?? null,
      contenderNetwork: proven?.contender?.network ?? null,
      claimantNetwork: siteOf(address ?? undefined),
      createdAt: new Date(now),
    };
    await trx
      .insertInto('disputes')
      .values({ sn, claimantId: actor.userId!, ...words })
      .onConflict((conflict) =>
        conflict.columns(['sn', 'claimantId']).where('state', '=', 'open').doUpdateSet(words),
      )
      .execute();
    await writeAudit(trx, context, {
      action: 'disputes.open',
      objectType: 'station',
      objectId: stationId,
      stationId,
      after: { sn },
    });
    if (held) await tellHolder(trx, platform, { template: 'disputeOpened', deviceId: held.id, sn });
  });
}

/** The device, wherever it is but in the claimant's station: in another one, written down by an organisation's key, or with nobody. */
async function findHeld(trx: Transaction<Tables>, sn: string, stationId: number) {
  return trx
    .selectFrom('devices')
    .select(['id', 'sn', 'stationId'])
    .where('sn', '=', sn)
    .where('stationId', 'is distinct from', stationId)
    .executeTakeFirst();
}
