import { ADDRESSES, type Language } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { countTries, holdSubjects, noteTry } from '../../platform/tries.ts';
import {
  gatherMessage,
  publicLink,
  sendMessage,
  timeWords,
  wayTo,
  type Reader,
  type SecurityEvent,
} from '../outbox/index.ts';

interface SecurityNotice {
  /** The account with its contacts before the event, so that the message does not go to somebody who took the account over. */
  reader: Reader & { id: number };
  what: SecurityEvent;
  /** Where the account has chosen none. */
  language: Language;
}

/** So often within an hour one thing that happens over and over is told at once; further ones are counted in a message. */
const AT_ONCE_HOURLY = 3;
const HOUR_MS = 3_600_000;

/**
 * Tells the holder of an account that something about signing in to it has changed. What is done again and again is told in one message that says how often.
 * An account without a contact gets no message.
 */
export async function sendSecurityNotice(
  trx: Transaction<Tables>,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { reader, what, language }: SecurityNotice,
): Promise<void> {
  const way = wayTo(reader, language);
  if (!way) return;
  const now = clock.now();
  const link = publicLink(config, ADDRESSES.forgetPassword);
  const values = { what, time: timeWords(way.language, now), link };
  const subject = `security notices of account #${reader.id}, ${what}`;
  await holdSubjects(trx, [subject]);
  const before = await countTries(trx, { subject, withinMs: HOUR_MS }, now);
  await noteTry(trx, [subject], now);
  if (before < AT_ONCE_HOURLY) {
    await sendMessage(trx, { ...way, template: 'securityNotice', values, now });
    return;
  }
  const countSince = (at: number) => countTries(trx, { subject, withinMs: now - at + 1 }, now);
  await gatherMessage(trx, { ...way, template: 'securityNotices', values, now, countSince });
}
