import type { OutputOf } from '@sunfleet/api-client';
import type { AddressService } from '../../platform/address-service.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { agentOf, reasonOf } from '../../platform/ask-outside.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeTry } from '../../platform/tries.ts';
import { askService } from './ask-service.ts';
import { keepAddresses, keptAddresses, keyOfSearch } from './kept-addresses.ts';

type Parts = Pick<Platform, 'config' | 'db' | 'clock' | 'log'>;

const DAY_MS = 86_400_000;

/**
 * Addresses by what somebody typed: of what is kept, otherwise of the service. Throws AppError `notFound` without a service,
 * `tooManyAddressSearches` beyond the limit of the person or of all, `addressSourceFailed` where the service does not answer as it should.
 */
export async function findAddresses(
  { config, db, clock, log }: Parts,
  { actor, language }: Pick<RequestContext, 'actor' | 'language'>,
  q: string,
): Promise<OutputOf<'findStationAddresses'>> {
  const service = config.addresses;
  if (!service) throw new AppError('notFound');
  const query = q.trim().replaceAll(/\s+/g, ' ');
  const now = clock.now();
  const since = now - service.keepDays * DAY_MS;
  const key = keyOfSearch({ url: service.url, layout: service.layout, query, language });
  const kept = await keptAddresses(db, key, since);
  if (kept) return kept;
  await countSearch(db, service, { userId: actor.userId, now });
  const asked = { query, language, agent: agentOf(config) };
  const places = await askService(service, asked).catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, 'the service that finds addresses did not answer as it should');
    throw new AppError('addressSourceFailed', { source: service.name });
  });
  await keepAddresses(db, key, { places, askedAt: now, since });
  return { places, askedAt: now };
}

async function countSearch(
  db: Platform['db'],
  { perPersonDaily, inAllDaily }: AddressService,
  { userId, now }: { userId: number | null; now: number },
): Promise<void> {
  const limits = [
    { subject: `address searches, account ${userId}`, withinMs: DAY_MS, most: perPersonDaily },
    { subject: 'address searches', withinMs: DAY_MS, most: inAllDaily },
  ];
  try {
    await db.transaction().execute((trx) => takeTry(trx, limits, now));
  } catch (error) {
    if (error instanceof AppError) throw new AppError('tooManyAddressSearches');
    throw error;
  }
}
