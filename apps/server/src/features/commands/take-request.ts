import type { Transaction } from 'kysely';
import type { Refusal } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { AskedRequest } from './asked-request.ts';
import { organisationLimits, platformLimits, readLevels } from './command-rules.queries.ts';
import { findReached, noteRequest } from './device-requests.queries.ts';
import { tellLimit } from './tell-limit.ts';

type Parts = Pick<Platform, 'clock' | 'config'>;

/** Whether requests to devices of an organisation are stopped, by the platform, by it, or by one that manages it. */
export async function isStopped(db: Db, organisationId: number | null): Promise<boolean> {
  return (await readLevels(db, organisationId)).some(({ stopped }) => stopped !== null);
}

/**
 * Counts a request in the transaction that decides over it, before anything is sent. Those who ask at the same moment wait for each other,
 * on whichever server, so that none slips past a limit. Answers why it may not be sent: everything is stopped, or a limit is reached, of
 * which the administrators get a message.
 */
export async function takeRequest(
  trx: Transaction<Tables>,
  { clock, config }: Parts,
  asked: AskedRequest,
): Promise<Refusal | undefined> {
  const { actor, organisationId } = asked;
  await holdSubjects(trx, [
    `requests of user #${actor.userId ?? 0}`,
    `requests to organisation #${organisationId ?? 0}`,
  ]);
  const levels = await readLevels(trx, organisationId);
  if (levels.some(({ stopped }) => stopped !== null)) return { failure: 'stopped' };
  const platform = platformLimits(config, levels);
  const now = clock.now();
  const limits = { platform, organisation: organisationLimits(platform, levels) };
  const reached = await findReached(trx, asked, { limits, now });
  if (reached) {
    await tellLimit(trx, { clock, config }, { asked, reached });
    return { failure: 'limited', goesOnAt: reached.goesOnAt };
  }
  await noteRequest(trx, asked, now);
  return undefined;
}
