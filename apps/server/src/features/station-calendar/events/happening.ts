import type { CalendarEventKind } from '@sunfleet/contract';

/** One thing that happened, as a source knows it. */
export interface Happening {
  kind: CalendarEventKind;
  /** First and last local day of the station. */
  from: string;
  to: string;
  /** It goes on. */
  open?: boolean;
  /** Epoch milliseconds; null where the day alone is known. */
  at: number | null;
  subject?: string | null;
  by?: string | null;
}

/** The station and days that happenings are looked for. */
export interface Asked {
  id: number;
  timeZone: string;
  /** First and last local day. */
  from: string;
  to: string;
  /** The same as UTC times, epoch milliseconds, half open. */
  start: number;
  end: number;
}

/** Happenings of one source that are read at most, the newest ones. */
export const MOST_OF_SOURCE = 5000;
