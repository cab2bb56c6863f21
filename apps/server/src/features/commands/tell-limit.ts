import { ADDRESSES, FALLBACK_LANGUAGE, PLATFORM_ROLES } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { noteTry, wasTried } from '../../platform/tries.ts';
import { administersIn } from '../organisations/index.ts';
import { publicLink, sendMessage, timeWords, wayTo } from '../outbox/index.ts';
import { HOUR_MS, type Reached } from './command-limits.queries.ts';
import type { CountedCommand } from './counted-command.ts';

interface Told {
  asked: CountedCommand;
  reached: Reached;
}

/**
 * Writes down that a limit was reached and tells the administrators of the platform and of the device's organisation, once an hour for
 * each person or organisation that reached it.
 */
export async function tellLimit(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { asked, reached }: Told,
): Promise<void> {
  const { actor, deviceId, organisationId } = asked;
  const { limit, most, goesOnAt } = reached;
  const now = clock.now();
  const whose =
    limit === 'writesPerOrganisation' ? `organisation #${organisationId}` : `user #${actor.userId}`;
  const subject = `told ${limit} of ${whose}`;
  if (await wasTried(trx, subject, now - HOUR_MS)) return;
  await noteTry(trx, [subject], now);
  await writeAudit(
    trx,
    { actor, address: null },
    {
      action: 'commands.limit',
      objectType: 'device',
      objectId: deviceId,
      organisationId,
      after: { limit, most, goesOnAt },
    },
  );
  const who = await nameOf(trx, actor.userId);
  const link = publicLink(config, ADDRESSES.commands);
  for (const reader of await readAdministrators(trx, organisationId)) {
    const way = wayTo(reader, FALLBACK_LANGUAGE);
    if (!way) continue;
    const values = { who, most, time: timeWords(way.language, goesOnAt), link };
    await sendMessage(trx, { ...way, template: 'requestsLimited', values, now });
  }
}

/** The platform itself has no name but the product's. */
async function nameOf(trx: Transaction<Tables>, userId: number | null): Promise<string> {
  if (userId === null) return 'Sunfleet';
  const user = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? 'Sunfleet';
}

/** Enough for every platform and organisation that has people for it, and too few to send masses. */
const MOST_TOLD = 20;

function readAdministrators(trx: Transaction<Tables>, organisationId: number | null) {
  return trx
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(['users.email', 'users.phone', 'users.language'])
    .where('users.lockedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.role', 'in', PLATFORM_ROLES),
        eb.and([sql<SqlBool>`users.organisation_id = ${organisationId}`, administersIn('users', 'roles')]),
      ]),
    )
    .orderBy('users.id')
    .limit(MOST_TOLD)
    .execute();
}
