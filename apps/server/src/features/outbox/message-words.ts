import type { Language } from '@sunfleet/contract';
import type { Config } from '../../config.ts';

/** A day for a message, in words of its language. It is a day in UTC, because the zone of the reader is not known. */
export function dayWords(language: Language, at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** Day and time for a message, with the zone named. */
export function timeWords(language: Language, at: number): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** Address of a page (`registerAddress(code)`) for a message; empty where the settings do not tell how people reach this server. */
export function publicLink({ publicUrl }: Pick<Config, 'publicUrl'>, page: string): string {
  return publicUrl ? `${publicUrl}/#${page}` : '';
}
