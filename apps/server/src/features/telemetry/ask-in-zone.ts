import { zoneOffset } from '@sunfleet/analysis';
import { messageOf } from '../../platform/errors.ts';

const HOUR_MS = 3_600_000;

/**
 * Asks ClickHouse something that is cut by local hours or days. It takes one spelling of a zone only, and fewer names than the runtime, so an old name
 * stands for the zone that it means. Where it knows none, because the zone is newer than itself or a very old one, the clock of a moment is taken for all of it.
 */
export async function askInZone<T>(zone: string, at: number, ask: (known: string) => Promise<T>): Promise<T> {
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
  try {
    return await ask(timeZone);
  } catch (error) {
    if (!messageOf(error).includes('Cannot load time zone')) throw error;
    const behind = Math.round(-zoneOffset(at, zone) / HOUR_MS);
    return ask(`Etc/GMT${behind < 0 ? '-' : '+'}${Math.abs(behind)}`);
  }
}
