import { ADDRESSES, type Language } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import {
  publicLink,
  sendMessage,
  timeWords,
  wayTo,
  type Reader,
  type SecurityEvent,
} from '../outbox/index.ts';

interface SecurityNotice {
  /** The account with its contacts before the event, so that the message does not go to somebody who took the account over. */
  reader: Reader;
  what: SecurityEvent;
  /** Where the account has chosen none. */
  language: Language;
}

/** Tells the holder of an account that something about signing in to it has changed. An account without a contact gets no message. */
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
  await sendMessage(trx, { ...way, template: 'securityNotice', values, now });
}
