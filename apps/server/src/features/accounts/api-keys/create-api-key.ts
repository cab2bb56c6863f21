import { LIMITS, type OfferedPermission } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { may, type RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { holdSubjects } from '../../../platform/tries.ts';
import { API_KEY_START, mintApiKey } from '../api-key-text.ts';
import { ownUser } from '../settings/own-account.ts';
import { sendSecurityNotice } from '../security-notice.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { toApiKey, type ApiKeyView } from './list-api-keys.ts';

const DAY_MS = 86_400_000;
/** Characters of a key that are kept to know it again. */
const PREFIX_LENGTH = API_KEY_START.length + 6;

export interface NewApiKey {
  name: string;
  permissions: readonly OfferedPermission[];
  /** Null: until it is deleted. */
  expiresInDays: number | null;
}

/**
 * Makes a key that acts as the caller's account with some of its permissions. The text of the key is answered this once.
 * The holder of the account gets a message. Throws AppError `moreThanHeld` for a permission the caller does not hold, `tooManyApiKeys`.
 */
export async function createApiKey(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  input: NewApiKey,
): Promise<{ apiKey: ApiKeyView; key: string }> {
  const user = await ownUser(platform, context);
  const permissions = [...new Set(input.permissions)];
  if (!permissions.every((name) => may(context.actor, name))) throw new AppError('moreThanHeld');
  const key = mintApiKey();
  const now = platform.clock.now();
  const { expiresInDays } = input;
  const shown = {
    name: input.name.trim(),
    permissions,
    expiresAt: expiresInDays === null ? null : new Date(now + expiresInDays * DAY_MS),
  };
  const prefix = key.slice(0, PREFIX_LENGTH);
  const row = await platform.db.transaction().execute(async (trx) => {
    await holdSession(trx, context.actor);
    await requireRoom(trx, user.id);
    const made = await trx
      .insertInto('apiKeys')
      .values({ ...shown, userId: user.id, prefix, keyHash: hashToken(key), createdAt: new Date(now) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const entry = { action: 'apiKeys.create', objectType: 'apiKey', objectId: made.id } as const;
    await writeAudit(trx, context, { ...entry, after: { ...shown, prefix } });
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'apiKeyAdded', language });
    return made;
  });
  return { apiKey: toApiKey(row), key };
}

/** The lock lets requests of one account wait for each other, so that none slips past the limit. */
async function requireRoom(trx: Transaction<Tables>, userId: number): Promise<void> {
  await holdSubjects(trx, [`API keys of ${userId}`]);
  const { count } = await trx
    .selectFrom('apiKeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const limit = LIMITS.apiKeysPerAccount;
  if (count >= limit) throw new AppError('tooManyApiKeys', { limit });
}
