import { deviceAddress, FALLBACK_LANGUAGE } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { publicLink, sendMessage, timeWords, wayTo } from '../outbox/index.ts';

interface DoubtedLogger {
  loggerId: number;
  sn: string;
  station: string;
  ownerId: number | null;
}

/** Tells the owner of a station that the connection of a logger of it is doubted. */
export async function tellOwner(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { loggerId, sn, station, ownerId }: DoubtedLogger,
): Promise<void> {
  if (ownerId === null) return;
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', ownerId)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  const way = owner && wayTo(owner, FALLBACK_LANGUAGE);
  if (!way) return;
  const now = clock.now();
  const link = publicLink(config, deviceAddress(loggerId));
  const values = { sn, station, time: timeWords(way.language, now), link };
  await sendMessage(trx, { ...way, template: 'loggerDoubted', values, now });
}
