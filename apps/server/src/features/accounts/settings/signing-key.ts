import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mintToken } from '../../../platform/tokens.ts';

/**
 * A new key for signed requests of this session; the one before is worth nothing from then on. The text itself, as UTF-8, is the
 * key of the HMAC on both sides. Throws AppError `unauthorised` where the session is over.
 */
export async function newSigningKey(
  platform: Pick<Platform, 'db'>,
  context: Pick<RequestContext, 'actor' | 'address'>,
): Promise<string> {
  const key = mintToken();
  const { sessionId } = context.actor;
  await platform.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('sessions')
      .set({ signingKey: Buffer.from(key, 'utf8') })
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new AppError('unauthorised');
    const entry = { action: 'accounts.createSigningKey', objectType: 'session', objectId: row.id } as const;
    await writeAudit(trx, context, entry);
  });
  return key;
}
