import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { AskedCommand } from '../../platform/links/command-book.ts';
import type { Refusal } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdingSubject } from '../../platform/tries.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findReached } from './command-limits.queries.ts';
import { insertCommand, writesTo, type CommandedDevice } from './command-rows.queries.ts';
import { organisationLimits, platformLimits } from './command-rules.queries.ts';
import { readTurn } from './command-turn.queries.ts';
import { tellLimit } from './tell-limit.ts';

type Parts = Pick<Platform, 'clock' | 'config'>;

/**
 * Columns of the statement that reads the device of a command: those who ask at the same moment wait there for each other, on whichever server, so
 * that none slips past a limit.
 */
export const holdingRequests = (userId: number | null, organisationId: RawBuilder<unknown>) =>
  [
    holdingSubject(sql`${`requests of user #${userId ?? 0}`}`).as('heldPerson'),
    holdingSubject(sql`'requests to organisation #' || coalesce(${organisationId}, 0)`).as(
      'heldOrganisation',
    ),
  ] as const;

/**
 * Counts and keeps a command in the transaction that decides over it, before anything is sent; the statement before it held those back who ask at
 * the same moment. `refusal`: why a new one may not be sent as the device is. Answers the command that its key has already, or why it may not be sent:
 * everything is stopped, or a limit is reached, of which the administrators get a message.
 */
export async function takeCommand(
  trx: Transaction<Tables>,
  { clock, config }: Parts,
  {
    asked,
    device,
    refusal,
  }: { asked: AskedCommand; device: CommandedDevice; refusal?: 'upgrading' | 'noAddress' | undefined },
): Promise<{ id: number } | { known: number } | Refusal> {
  const { actor, deviceId } = asked.to;
  const { organisationId } = device;
  const { known, isStopped, levels } = await readTurn(trx, asked, organisationId);
  if (known) return known.same ? { known: known.id } : { failure: 'keyTaken' };
  if (isStopped) return { failure: 'stopped' };
  if (refusal) return { failure: refusal };
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
