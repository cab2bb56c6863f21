import { FALLBACK_LANGUAGE, LANGUAGES } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { sendMessage, type GrantMessage } from './send-message.ts';

type Stores = Pick<Platform, 'clock' | 'text'>;

interface GrantTold {
  grantId: number;
  template: 'grantOffered' | 'grantEnding';
}

interface Reader {
  email: string | null;
  phone: string | null;
  language: string | null;
}

/** Writes to the person a grant is to, or to the administrators of the organisation it is to. */
export async function tellGrantee(
  trx: Transaction<Tables>,
  platform: Stores,
  { grantId, template }: GrantTold,
): Promise<void> {
  const readers = readersWhere(sql`users.id = g.to_user_id
    OR (users.organisation_id = g.to_organisation_id AND users.role = 'organisationAdmin')`);
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
  const message = toMessage(reader, { template: 'handOverOffered', values: { from, station } });
  if (message) await sendMessage(trx, platform.text, { ...message, now: platform.clock.now() });
}

const readersWhere = (who: RawBuilder<SqlBool>) => sql`(${who}) AND users.locked_at IS NULL`;

async function tell(
  trx: Transaction<Tables>,
  { clock, text }: Stores,
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
    const date = new Intl.DateTimeFormat(languageOf(reader), { dateStyle: 'long', timeZone: 'UTC' }).format(
      endsAt,
    );
    const values: Record<string, string> =
      template === 'grantOffered' ? { from: from ?? '' } : { to: to ?? '', date };
    const message = toMessage(reader, { template, values });
    if (message) await sendMessage(trx, text, { ...message, now: clock.now() });
  }
}

/** By e-mail where there is an address, by text message otherwise; nothing to who has neither. */
function toMessage(
  reader: Reader,
  content: Pick<GrantMessage, 'template' | 'values'>,
): Omit<GrantMessage, 'now'> | undefined {
  const to = reader.email ?? reader.phone;
  if (to === null) return undefined;
  return { ...content, channel: reader.email === null ? 'sms' : 'mail', to, language: languageOf(reader) };
}

function languageOf({ language }: Reader) {
  return LANGUAGES.find((known) => known === language) ?? FALLBACK_LANGUAGE;
}
