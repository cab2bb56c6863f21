import type { Transaction } from 'kysely';
import type { AskedCommand } from '../../platform/links/command-book.ts';
import type { Refusal } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findReached } from './command-limits.queries.ts';
import { findCommand, insertCommand, writesTo, type CommandedDevice } from './command-rows.queries.ts';
import { organisationLimits, platformLimits, readLevels } from './command-rules.queries.ts';
import { tellLimit } from './tell-limit.ts';

type Parts = Pick<Platform, 'clock' | 'config'>;

/** Whether requests to devices of an organisation are stopped, by the platform, by it, or by one that manages it. */
export async function isStopped(db: Db, organisationId: number | null): Promise<boolean> {
  return (await readLevels(db, organisationId)).some(({ stopped }) => stopped !== null);
}

/**
 * Counts and keeps a command in the transaction that decides over it, before anything is sent. Those who ask at the same moment wait for each
 * other, on whichever server, so that none slips past a limit. Answers the command that its key has already, or why it may not be sent:
 * everything is stopped, or a limit is reached, of which the administrators get a message.
 */
export async function takeCommand(
  trx: Transaction<Tables>,
  { clock, config }: Parts,
  { asked, device }: { asked: AskedCommand; device: CommandedDevice },
): Promise<{ id: number } | { known: number } | Refusal> {
  const { actor, deviceId } = asked.to;
  const { organisationId } = device;
  await holdSubjects(trx, [
    `requests of user #${actor.userId ?? 0}`,
    `requests to organisation #${organisationId ?? 0}`,
  ]);
  const known = await findCommand(trx, asked);
  if (known) return known.same ? { known: known.id } : { failure: 'keyTaken' };
  const levels = await readLevels(trx, organisationId);
  if (levels.some(({ stopped }) => stopped !== null)) return { failure: 'stopped' };
  const platform = platformLimits(config, levels);
  const now = clock.now();
  const limits = { platform, organisation: organisationLimits(platform, levels) };
  const counted = { actor, deviceId, organisationId, writes: writesTo(asked.request) };
  const reached = await findReached(trx, counted, { limits, now });
  if (reached) {
    await tellLimit(trx, { clock, config }, { asked: counted, reached });
    return { failure: 'limited', goesOnAt: reached.goesOnAt };
  }
  const id = await insertCommand(trx, asked, { ...device, now });
  // Whoever else uses this key waits for the same lock.
  if (id === undefined) throw new Error('a command of this key came in between');
  return { id };
}
