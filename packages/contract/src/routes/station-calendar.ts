import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledObject } from '../ruled.ts';
import { measuredDayRule, noteDaysRule, noteRule } from '../rules.ts';
import { dayQuery, id, idParam, isoDay, time } from '../vocabulary.ts';

const tag = 'stationCalendar';

/**
 * What the platform knows of a station's days: days that its form names, its first measured day, days from which designs, tariffs and counters hold, what
 * was changed and by whom, devices that came, were edited and went, ends of warranties, files that were imported, silences of a day and longer, and energies that people corrected.
 */
export const CALENDAR_EVENTS = [
  'created',
  'installed',
  'firstPowerOn',
  'gridConnected',
  'firstData',
  'design',
  'tariff',
  'edited',
  'designEdited',
  'tariffsEdited',
  'ended',
  'restored',
  'handedOver',
  'deviceAdded',
  'deviceEdited',
  'deviceRemoved',
  'warrantyEnd',
  'imported',
  'importUndone',
  'outage',
  'energyCorrected',
  'counterChosen',
] as const;
export type CalendarEventKind = (typeof CALENDAR_EVENTS)[number];

/** One thing that happened, or several of a kind on the same days. */
export const calendarEvent = z.object({
  kind: z.enum(CALENDAR_EVENTS),
  /** First and last local day of the station. */
  from: isoDay,
  to: isoDay,
  /** It goes on. */
  open: z.boolean(),
  /** When it began, where more than the day is known. */
  at: time.nullable(),
  /** How many of its kind. */
  count: z.number().int(),
  /** What it is about, the first three: serial numbers or names of devices, files, tariffs. */
  subjects: z.array(z.string()),
  /** Who did it, where one person did all of it and the caller reads the log. */
  by: z.string().nullable(),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

const done = z.object({ at: time, by: z.string().nullable() });

export const stationNote = z.object({
  id,
  from: isoDay,
  to: isoDay,
  text: z.string(),
  /** Grows with every change; a change names the one that it began with. */
  revision: z.number().int(),
  created: done,
  changed: done.nullable(),
});
export type StationNote = z.infer<typeof stationNote>;

const noteFields = z.object({
  /** First and last local day. */
  from: ruled(measuredDayRule),
  to: ruled(measuredDayRule),
  text: ruled(noteRule),
});
export type NoteFields = z.infer<typeof noteFields>;

export const stationCalendar = route({
  method: 'GET',
  path: '/stations/:id/calendar',
  summary: `What happened at a station in the days from \`from\` to \`to\` (${LIMITS.calendarDays} at most), as far as the caller may see it, and what people noted`,
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  params: idParam,
  query: z.object({
    from: dayQuery,
    to: dayQuery,
    /** False: only what people noted, which is read much sooner. */
    events: z.stringbool().default(true),
  }),
  output: z.object({
    timeZone: z.string(),
    events: z.array(calendarEvent),
    /** None for visitors. */
    notes: z.array(stationNote),
  }),
});

export const createStationNote = route({
  method: 'POST',
  path: '/stations/:id/notes',
  summary: 'Note something of a day or several in the calendar of a station',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: idParam,
  body: ruledObject(noteFields, noteDaysRule),
  output: z.object({ id }),
});

const noteParams = idParam.extend({ noteId: z.coerce.number().int().positive() });

export const updateStationNote = route({
  method: 'PUT',
  path: '/stations/:id/notes/:noteId',
  summary: 'Change a note in the calendar of a station',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: noteParams,
  body: ruledObject(noteFields.extend({ revision: z.number().int() }), noteDaysRule),
  output: z.null(),
});

export const removeStationNote = route({
  method: 'DELETE',
  path: '/stations/:id/notes/:noteId',
  summary: 'Delete a note in the calendar of a station',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: noteParams,
  query: z.object({ revision: z.coerce.number().int() }),
  output: z.null(),
});
