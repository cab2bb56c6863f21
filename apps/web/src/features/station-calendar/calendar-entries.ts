import type { CalendarEvent, CalendarEventKind, StationNote } from '@sunfleet/contract';

/** Something of a calendar: what happened, or what somebody noted. */
export type CalendarEntry =
  | { key: string; from: string; to: string; event: CalendarEvent; note?: undefined }
  | { key: string; from: string; to: string; note: StationNote; event?: undefined };

/** What an entry is about, by which it is marked. */
export type EntryTone = 'milestone' | 'change' | 'device' | 'data' | 'outage' | 'note';

const TONES: Readonly<Record<CalendarEventKind, EntryTone>> = {
  created: 'milestone',
  installed: 'milestone',
  firstPowerOn: 'milestone',
  gridConnected: 'milestone',
  firstData: 'milestone',
  ended: 'milestone',
  restored: 'milestone',
  handedOver: 'milestone',
  design: 'change',
  tariff: 'change',
  edited: 'change',
  designEdited: 'change',
  tariffsEdited: 'change',
  deviceAdded: 'device',
  deviceEdited: 'device',
  deviceRemoved: 'device',
  warrantyEnd: 'device',
  imported: 'data',
  importUndone: 'data',
  energyCorrected: 'data',
  counterChosen: 'data',
  outage: 'outage',
};

export const toneOf = ({ event }: CalendarEntry): EntryTone => (event ? TONES[event.kind] : 'note');

interface Told {
  events: readonly CalendarEvent[];
  notes: readonly StationNote[];
}

/** Notes and events together, the newest days first, notes first within a day. */
export function calendarEntries({ events, notes }: Told): CalendarEntry[] {
  const entries: CalendarEntry[] = [
    ...notes.map((note) => ({ key: `note ${note.id}`, from: note.from, to: note.to, note })),
    ...events.map((event) => ({
      key: [event.kind, event.from, event.to, event.open].join(' '),
      from: event.from,
      to: event.to,
      event,
    })),
  ];
  return entries.toSorted((a, b) => b.from.localeCompare(a.from));
}

export const entriesOn = (entries: readonly CalendarEntry[], day: string): CalendarEntry[] =>
  entries.filter(({ from, to }) => from <= day && to >= day);
