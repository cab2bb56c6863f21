import type { Delivery, Language } from '@sunfleet/contract';
import type { Config } from '../../config.ts';
import { languageOf } from '../../platform/text.ts';

/** Somebody who gets a message. */
export interface Reader {
  email: string | null;
  phone: string | null;
  language: string | null;
}

export interface Way {
  channel: 'mail' | 'sms';
  to: string;
  language: Language;
}

/** The way is e-mail where there is an address, otherwise SMS. It is undefined for a reader who has neither. */
export function wayTo({ email, phone, language }: Reader, otherwise: Language): Way | undefined {
  const to = email ?? phone;
  if (to === null) return undefined;
  return { channel: email === null ? 'sms' : 'mail', to, language: languageOf(language, otherwise) };
}

/** How messages of a channel go on this server, whoever they are for. */
export function deliveryBy(config: Pick<Config, 'mail' | 'sms'>, channel: Way['channel']): Delivery {
  return config[channel] ? 'sent' : 'outbox';
}
