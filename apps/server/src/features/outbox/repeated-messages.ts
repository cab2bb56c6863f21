import { LIMITS } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';
import { countTries, noteTry } from '../../platform/tries.ts';
import type { MessageTemplate } from './templates.ts';
import { repeatedSubjectOf } from './unasked-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What people cause as often as they like by what is theirs, as by the end of a SIM card that they set again and again, and strangers by serial numbers of
 * others: many accounts claim the same device, and whoever connects as each of a thousand loggers has each doubted.
 */
const REPEATED: ReadonlySet<MessageTemplate> = new Set<MessageTemplate>([
  'disputeOpened',
  'grantEnding',
  'handOverAccepted',
  'handOverDeclined',
  'handOverExpired',
  'ingestKeysEnding',
  'loggerDoubted',
  'simEnding',
  'simRenewalAsked',
  'simVolume',
]);

interface Repeated {
  to: string;
  template: MessageTemplate;
  now: number;
}

/**
 * Counts a message and answers whether it goes out. Each is a mail that its recipient has to read, or an SMS that somebody pays for, so beyond a limit of the
 * hour and of the day the pages alone tell of it. Who tells at the same moment waits for nobody: some messages more do no harm, and transactions that tell several
 * people would wait for each other.
 */
export async function mayTellAgain(db: Db, { to, template, now }: Repeated): Promise<boolean> {
  if (!REPEATED.has(template)) return true;
  const subject = `${repeatedSubjectOf(to)}, ${template}`;
  const { repeatedMessagesHourly, repeatedMessagesDaily } = LIMITS;
  if ((await countTries(db, { subject, withinMs: HOUR_MS }, now)) >= repeatedMessagesHourly) return false;
  if ((await countTries(db, { subject, withinMs: DAY_MS }, now)) >= repeatedMessagesDaily) return false;
  await noteTry(db, [subject], now);
  return true;
}
