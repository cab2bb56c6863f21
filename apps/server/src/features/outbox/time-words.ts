import type { Language } from '@sunfleet/contract';

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
