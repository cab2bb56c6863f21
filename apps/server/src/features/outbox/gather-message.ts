import type { Db } from '../../platform/postgres/client.ts';
import { renderMessage } from './render-message.ts';
import { sendMessage, type NewMessage } from './send-message.ts';

/** So long after the first of them a message goes out that says how many there were. */
const GATHERED_MS = 30 * 60_000;

type Template = 'securityNotices';

interface Gathered extends Omit<NewMessage<Template>, 'values' | 'sendAt' | 'secret' | 'template'> {
  template: Template;
  values: Omit<NewMessage<Template>['values'], 'count'>;
  /** How many there were since a time. */
  countSince: (at: number) => Promise<number>;
}

/**
 * Has a message that waits say how many there were by now, or writes one that waits for more. Messages tell the same where they begin with the same line.
 * Callers of one recipient and kind wait for each other.
 */
export async function gatherMessage(trx: Db, { countSince, values, ...message }: Gathered): Promise<void> {
  const { to, template, language, now } = message;
  const contentOf = (count: number) =>
    renderMessage({ template, language, values: { link: '', ...values, count } });
  const begin = firstLine((await contentOf(1)).body);
  const waiting = await trx
    .selectFrom('outbox')
    .select(['id', 'body', 'createdAt'])
    .where('recipient', '=', to)
    .where('template', '=', template)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)
    .where('nextTryAt', '>', new Date(now))
    .forUpdate()
    .execute();
  const same = waiting.find(({ body }) => firstLine(body) === begin);
  if (!same) {
    await sendMessage(trx, { ...message, values: { ...values, count: 1 }, sendAt: now + GATHERED_MS });
    return;
  }
  const content = await contentOf(await countSince(same.createdAt.getTime()));
  await trx.updateTable('outbox').set(content).where('id', '=', same.id).execute();
}

const firstLine = (body: string): string => body.split('\n', 1)[0]!;
