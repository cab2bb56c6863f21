import { ADDRESSES } from '@sunfleet/contract';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { dayWords, publicLink, sendMessage } from '../../outbox/index.ts';
import { waysToAdministrators } from '../administrators.ts';

/** As long as a secret of a device that somebody knew who had it before: agents are on sites, and what they measure meanwhile is not lost. */
const STILL_GOOD_MS = 7 * 86_400_000;

interface Leaving {
  /** Organisations that left, as a query. */
  homes: RawBuilder<unknown>;
  /** Accounts that managed them and do so no longer, as a query. */
  makers: RawBuilder<unknown>;
  at: Date;
}

/**
 * Lets ingest keys end in some days that people of a superior made for an organisation which left it: they kept their texts, and would write into its
 * devices for ever. Its administrators are told, so that agents get new ones before.
 */
export async function endKeysOfSuperior(
  trx: Transaction<Tables>,
  { config }: Pick<Platform, 'config'>,
  { homes, makers, at }: Leaving,
): Promise<void> {
  const endsAt = at.getTime() + STILL_GOOD_MS;
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    WITH ending AS (
      UPDATE ingest_keys SET ends_at = least(ends_at, ${new Date(endsAt)}::timestamptz)
       WHERE organisation_id IN (${homes}) AND created_by IN (${makers}) RETURNING organisation_id)
    SELECT organisations.id, organisations.name, count(*) FROM ending JOIN organisations ON organisations.id = ending.organisation_id
     GROUP BY organisations.id ORDER BY organisations.id`.execute(trx);
  const link = publicLink(config, `${ADDRESSES.organisations}?tab=keys`);
  for (const { id, name, count } of rows) {
    for (const way of await waysToAdministrators(trx, id)) {
      const values = { organisation: name, count, date: dayWords(way.language, endsAt), link };
      await sendMessage(trx, { ...way, template: 'ingestKeysEnding', values, now: at.getTime() });
    }
  }
}
