import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import type { ToldCard } from './read-card.ts';

/** Keeps what a provider told of a card. Another modem than before is marked until somebody confirms it. */
export async function keepCard(
  db: Db,
  { id, told, at }: { id: number; told: ToldCard; at: number },
): Promise<void> {
  const fields = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  await db
    .updateTable('simCards')
    .set({
      ...fields,
      askedAt: new Date(at),
      failure: null,
      ...(told.usedMb === undefined ? {} : { usedAt: new Date(at) }),
      ...(told.imei
        ? {
            imeiBefore: sql<string | null>`CASE WHEN imei IS NULL OR imei = ${told.imei} THEN imei_before
              WHEN imei_before = ${told.imei} THEN NULL ELSE coalesce(imei_before, imei) END`,
          }
        : {}),
      ...(told.expiresOn === undefined
        ? {}
        : {
            renewalAskedAt: sql<Date | null>`CASE WHEN expires_on IS NOT DISTINCT FROM ${told.expiresOn}::date THEN renewal_asked_at END`,
          }),
    })
    .where('id', '=', id)
    .execute();
}
