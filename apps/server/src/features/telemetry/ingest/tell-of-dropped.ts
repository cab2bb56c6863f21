import { ADDRESSES } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { waysToAdministrators } from '../../organisations/index.ts';
import { publicLink, sendMessage } from '../../outbox/index.ts';
import { noteTold } from '../quota/quota.queries.ts';
import type { Payer } from '../quota/sample-account.ts';

/** Whose messages are not kept any more on a day, and under which name the day counts them. */
interface Dropped {
  payer: Payer;
  share: string;
  day: number;
  /** What is kept of a day, in MB. */
  limit: number;
}

/** Tells the administrators of an organisation, once a day and from one server, that messages of its devices are not kept as they came. */
export async function tellOfDropped(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { payer: { organisationId }, share, day, limit }: Dropped,
): Promise<void> {
  // A network has nobody to be told; the log has a line.
  if (organisationId === null || !(await noteTold(trx, { share, day }, 100))) return;
  const row = await trx
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (!row) return;
  const link = publicLink(config, `${ADDRESSES.organisations}?id=${organisationId}&tab=details`);
  const values = { organisation: row.name, limit, link };
  for (const way of await waysToAdministrators(trx, organisationId))
    await sendMessage(trx, { ...way, template: 'archiveFull', values, now: clock.now() });
}
