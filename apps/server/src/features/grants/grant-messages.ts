import { ADDRESSES, ADMINISTRATOR_ROLE, FALLBACK_LANGUAGE } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { dayWords, publicLink, sendMessage, wayTo, type Reader } from '../outbox/index.ts';

type Stores = Pick<Platform, 'clock' | 'config'>;

/** Where grants and offered stations are answered. */
const PAGE = ADDRESSES.authorizations;

interface GrantTold {
  grantId: number;
  template: 'grantOffered' | 'grantEnding';
}

/** Writes to the person a grant is to, or to the administrators of the organisation it is to. */
export async function tellGrantee(
  trx: Transaction<Tables>,
  platform: Stores,
  { grantId, template }: GrantTold,
): Promise<void> {
  const readers = readersWhere(sql`users.id = g.to_user_id
    OR (users.organisation_id = g.to_organisation_id AND users.role = ${ADMINISTRATOR_ROLE})`);
  await tell(trx, platform, { grantId, template, readers });
}

/** Writes to the person who gave a grant. */
export async function tellGiver(
  trx: Transaction<Tables>,
  platform: Stores,
  { grantId, template }: GrantTold,
): Promise<void> {
  await tell(trx, platform, { grantId, template, readers: readersWhere(sql`users.id = g.created_by`) });
}

/** Writes to the person a station was offered to. */
export async function tellNewOwner(
  trx: Transaction<Tables>,
  platform: Stores,
  { userId, from, station }: { userId: number; from: string; station: string },
): Promise<void> {
  const reader = await trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const way = wayTo(reader, FALLBACK_LANGUAGE);
  if (!way) return;
  const values = { from, station, link: publicLink(platform.config, PAGE) };
  const now = platform.clock.now();
  await sendMessage(trx, { ...way, template: 'handOverOffered', values, now });
}

const readersWhere = (who: RawBuilder<SqlBool>) => sql`(${who}) AND users.locked_at IS NULL`;

async function tell(
  trx: Transaction<Tables>,
  { clock, config }: Stores,
  { grantId, template, readers }: GrantTold & { readers: RawBuilder<unknown> },
): Promise<void> {
  const { rows } = await sql<Reader & { from: string | null; to: string | null; endsAt: Date }>`
    SELECT users.email, users.phone, users.language, g.ends_at,
           coalesce((SELECT name FROM users giver WHERE giver.id = g.created_by),
                    (SELECT name FROM organisations WHERE organisations.id = g.organisation_id)) AS from,
           coalesce((SELECT name FROM users grantee WHERE grantee.id = g.to_user_id),
                    (SELECT name FROM organisations WHERE organisations.id = g.to_organisation_id)) AS to
      FROM grants g JOIN users ON ${readers} WHERE g.id = ${grantId}`.execute(trx);
  for (const { from, to, endsAt, ...reader } of rows) {
    const way = wayTo(reader, FALLBACK_LANGUAGE);
    if (!way) continue;
    const message = { ...way, now: clock.now() };
    if (template === 'grantOffered') {
      await sendMessage(trx, {
        ...message,
        template,
        values: { from: from ?? '', link: publicLink(config, PAGE) },
      });
      continue;
    }
    const date = dayWords(way.language, endsAt.getTime());
    await sendMessage(trx, { ...message, template, values: { to: to ?? '', date } });
  }
}
