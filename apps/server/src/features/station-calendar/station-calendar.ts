import { dayRange } from '@sunfleet/analysis';
import { LIMITS, type Permission, type RouteOutput, type routes } from '@sunfleet/contract';
import { expressionBuilder, sql } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { stationScope } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';
import { chosenCounters } from './events/chosen-counters.ts';
import { correctedDays } from './events/corrected-days.ts';
import { daysOfStation } from './events/days-of-station.ts';
import { designs } from './events/designs.ts';
import { groupHappenings } from './events/group-happenings.ts';
import type { Asked, Happening } from './events/happening.ts';
import { importedFiles } from './events/imported-files.ts';
import { loggedChanges } from './events/logged-changes.ts';
import { outages } from './events/outages.ts';
import { tariffs } from './events/tariffs.ts';
import { warrantyEnds } from './events/warranty-ends.ts';
import { listNotes } from './notes/list-notes.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'>;
type Calendar = RouteOutput<(typeof routes)['stationCalendar']>;

/**
 * What happened at a station in some days, each part for who may see it elsewhere too, and what people noted. Throws AppError: stationNotFound,
 * rangeTooLong, and invalidInput for days in the wrong order.
 */
export async function stationCalendar(
  parts: Parts,
  { actor }: Pick<RequestContext, 'actor'>,
  { id, from, to, events = true }: { id: number; from: string; to: string; events?: boolean },
): Promise<Calendar> {
  const { timeZone } = await requireStation(parts.db, actor, id);
  const asked = { id, timeZone, from, to, ...spanOf({ from, to, timeZone }) };
  const isVisitor = maskFor(actor).active;
  const [happenings, notes] = await Promise.all([
    events ? happeningsOf(parts, actor, asked) : [],
    isVisitor ? [] : listNotes(parts.db, asked),
  ]);
  const touching = happenings.filter((one) => one.from <= to && one.to >= from);
  return { timeZone, events: groupHappenings(touching), notes };
}

function spanOf({ from, to, timeZone }: { from: string; to: string; timeZone: string }) {
  if (from > to) throw new AppError('invalidInput', { fields: 'query.from, query.to' });
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > LIMITS.calendarDays) throw new AppError('rangeTooLong', { days: LIMITS.calendarDays });
  return { start: dayRange(from, timeZone).start, end: dayRange(to, timeZone).end };
}

const PARTS = [
  'devices.view',
  'tariffs.view',
  'telemetry.view',
  'imports.run',
  'alarms.view',
  'audit.view',
] as const;

async function happeningsOf(parts: Parts, actor: Actor, asked: Asked): Promise<Happening[]> {
  const { db, clock } = parts;
  const may = await permissionsAt(db, actor, { id: asked.id, among: PARTS });
  const now = clock.now();
  const found = await Promise.all([
    daysOfStation(parts, asked),
    designs(db, asked),
    may.has('devices.view') ? warrantyEnds(db, asked, maskFor(actor)) : [],
    may.has('tariffs.view') ? tariffs(db, asked) : [],
    may.has('telemetry.view') ? correctedDays(db, asked) : [],
    may.has('telemetry.view') ? chosenCounters(db, asked) : [],
    may.has('imports.run') ? importedFiles(db, asked) : [],
    may.has('alarms.view') ? outages(db, asked, { now, mask: maskFor(actor) }) : [],
    may.has('audit.view') ? loggedChanges(db, actor, asked) : [],
  ]);
  return found.flat();
}

const stations = expressionBuilder<Tables, 'stations'>();

/** Those of some permissions that the actor holds at the station, in whichever way. */
async function permissionsAt<P extends Permission>(
  db: Db,
  actor: Actor,
  { id, among }: { id: number; among: readonly P[] },
): Promise<ReadonlySet<P>> {
  const held = sql.join(among.map((one) => sql<boolean>`(${stationScope(actor, one)(stations)})`));
  const { rows } = await sql<{ held: boolean[] }>`
    SELECT ARRAY[${held}] AS held FROM stations WHERE id = ${id}`.execute(db);
  return new Set(among.filter((_, place) => rows[0]?.held[place]));
}
