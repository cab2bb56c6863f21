import type { Platform } from '../../platform/platform.ts';
import { deliverNext } from './deliver.ts';
import { redactLapsed } from './redact-secrets.ts';
import { configuredSenders } from './senders.ts';

const DAY_MS = 86_400_000;
/** Messages older than this are deleted, whatever became of them. */
const KEPT_MS = 30 * DAY_MS;
/** Messages sent at the same moment by one server. */
const AT_ONCE = 3;

type Parts = Pick<Platform, 'db' | 'clock' | 'log' | 'config'>;

/**
 * Sends every message that is due, takes out secrets that are over, and forgets old messages. Any number of servers may do so at the
 * same time. `signal`: nothing more is begun once it is aborted.
 */
export async function deliverDue(platform: Parts, signal?: AbortSignal): Promise<void> {
  const senders = configuredSenders(platform.config);
  await dropOld(platform);
  await redactLapsed(platform);
  const sendAll = async () => {
    let found = true;
    while (found && !signal?.aborted) found = await deliverNext(platform, senders);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
}

async function dropOld({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('createdAt', '<', new Date(clock.now() - KEPT_MS))
    .execute();
}
