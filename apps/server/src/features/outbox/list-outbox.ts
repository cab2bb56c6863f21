import type { routes, RouteOutput, RouteRequest } from '@sunfleet/contract';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { onPage, toPage } from '../../platform/postgres/list-query.ts';
import type { OutboxTable } from '../../platform/postgres/tables/outbox.ts';

type OutboxPage = RouteOutput<(typeof routes)['listOutbox']>;
export type OutboxMessage = OutboxPage['rows'][number];

/** One page of the messages, newest first; `q` is looked for in recipient and subject. */
export async function listOutbox(
  { db }: Pick<Platform, 'db'>,
  query: RouteRequest<(typeof routes)['listOutbox']>['query'],
): Promise<OutboxPage> {
  const { state, q } = query;
  let found = db.selectFrom('outbox');
  if (state) found = found.where('state', '=', state);
  if (q) {
    const wanted = q.toLowerCase();
    found = found.where(sql<SqlBool>`strpos(lower(recipient || ' ' || subject), ${wanted}) > 0`);
  }
  const [rows, counted] = await Promise.all([
    found.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').$call(onPage(query)).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return toPage(query, Number(counted.total), rows.map(toMessage));
}

export function toMessage(row: Selectable<OutboxTable>): OutboxMessage {
  const { id, channel, template, language, subject, redacted, state, tries, error } = row;
  return {
    id,
    channel,
    to: row.recipient,
    template,
    language,
    subject,
    text: row.body,
    redacted,
    state,
    tries,
    error,
    createdAt: row.createdAt.getTime(),
    nextTryAt: row.nextTryAt?.getTime() ?? null,
    sentAt: row.sentAt?.getTime() ?? null,
  };
}
