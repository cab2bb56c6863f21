import {
  readDayRange,
  readRange,
  STATION_FIGURES,
  STATION_REVENUES,
  STATION_TEXTS,
  type Language,
  type StationFilter as Filter,
  type StationText,
} from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, seesMasked, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { anyOf, containing, contains, escapeLike } from '../../platform/postgres/list-query.ts';
import { carriesLabel } from '../labels/index.ts';
import { readStationScope, seesEverything, type StationCondition } from '../scope/index.ts';
import { ownFavourites } from './favourites/own-favourites.ts';
import { figureExpression, isOfStation } from './station-figures.ts';

/** What lists and the map of stations can be narrowed by. */
export interface StationFilter extends Filter {
  /** Of the places. */
  language?: Language | undefined;
}

/** Who asks, which stations that one may see, and which of them it marked. */
export interface ScopedActor {
  actor: Actor;
  scope: StationCondition;
  /** Of which stations it may see money; undefined where the filter asks for none. */
  moneyScope: StationCondition | undefined;
  favourites: readonly number[];
}

export async function readScoped(
  db: Db,
  actor: Actor,
  { currency }: Pick<StationFilter, 'currency'>,
): Promise<ScopedActor> {
  const [scope, moneyScope, favourites] = await Promise.all([
    readStationScope(db, actor),
    currency === undefined ? undefined : readStationScope(db, actor, 'tariffs.view'),
    ownFavourites(db, actor),
  ]);
  return { actor, scope, moneyScope, favourites };
}

/** Filters that the states alone answer. */
const OF_STATES = new Set<string>(['status', 'communication', 'alarm', 'favourite', 'language']);

/** Whether the filter asks for columns of the table of stations. */
export function needsStations(actor: Actor, filter: StationFilter): boolean {
  return !seesEverything(actor) || setFilters(filter).some((key) => !isOfStates(key));
}

/** Whether all stations are left: the actor sees everything, and nothing narrows it. */
export const leavesAll = (actor: Actor, filter: StationFilter): boolean =>
  seesEverything(actor) && setFilters(filter).every((key) => key === 'language');

const setFilters = (filter: StationFilter): string[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    value !== undefined && value !== '' && isFilter(key) ? [key] : [],
  );

const isOfStates = (key: string) => OF_STATES.has(key) || (isFigure(key) && !isOfStation(key));
const isFigure = (key: string) => STATION_FIGURES.some((figure) => figure === key);
const isRevenue = (key: string) => STATION_REVENUES.some((figure) => figure === key);
const isText = (key: string): key is StationText => STATION_TEXTS.some((text) => text === key);
const isFilter = (key: string) =>
  OF_STATES.has(key) ||
  isFigure(key) ||
  isRevenue(key) ||
  isText(key) ||
  ['q', 'type', 'label', 'visitors', 'design', 'gridConnectedOn', 'currency'].includes(key);

/** Whether the arrays of a station of `stations` are known. */
export const isConfigured = sql<boolean>`EXISTS (SELECT FROM station_designs AS design
  WHERE design.station_id = stations.id AND design.versions <> '[]'::jsonb)`;

/** What is read under the name `stations`: that table, or `listed_stations`, which keeps texts in small letters. */
type TextSource = 'stations' | 'listed';

/** Scope and filter of a list as one condition; the status is the caller's, because counts are taken without it. */
export function stationCondition(
  scoped: Pick<ScopedActor, 'actor' | 'scope'>,
  filter: StationFilter,
  texts: TextSource = 'stations',
): StationCondition {
  const { actor, scope } = scoped;
  return (eb) =>
    eb.and([
      scope(eb),
      ...(filter.type ? [anyOf('stations.type', filter.type)] : []),
      ...(filter.label ? [carriesLabel(actor, 'station', filter.label)] : []),
      ...(filter.visitors ? [sql<SqlBool>`stations.shared = ${filter.visitors === 'open'}`] : []),
      ...(filter.design ? [sql<SqlBool>`${isConfigured} = ${filter.design === 'set'}`] : []),
      ...STATION_TEXTS.flatMap((key) =>
        filter[key] ? [ofText(actor, key, { text: filter[key], language: filter.language, texts })] : [],
      ),
      ...(filter.gridConnectedOn ? [connectedWithin(filter.gridConnectedOn)] : []),
      ...(filter.q ? [search(actor, filter.q, texts)] : []),
    ]);
}

/** A text of a station contains another one, whatever the case. */
const textContains = (column: string, text: string, texts: TextSource): RawBuilder<SqlBool> =>
  texts === 'listed'
    ? sql<SqlBool>`${sql.ref(`stations.${column}`)} LIKE ${containing(text)}`
    : contains(`stations.${column}`, text);

/** What the filter asks of the states, over `station_states AS state` (and of figures that need it, `stations` and `money`). */
export function stateConditions(
  { actor, favourites }: Pick<ScopedActor, 'actor' | 'favourites'>,
  filter: StationFilter,
): RawBuilder<SqlBool> {
  const parts = [
    ...(filter.communication ? [anyOf('state.communication', filter.communication)] : []),
    ...(filter.alarm ? [hasAlarm(filter.alarm)] : []),
    ...(filter.favourite ? [sql<SqlBool>`state.station_id = ANY(${[...favourites]}::bigint[])`] : []),
    ...[...STATION_FIGURES, ...STATION_REVENUES].flatMap((figure) => {
      const text = filter[figure];
      if (text === undefined) return [];
      return [
        figure === 'silence' ? silentFor(text, actor.at) : within(figureExpression(figure, actor.at), text),
      ];
    }),
  ];
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` AND `)})`;
}

const hasAlarm = (levels: NonNullable<Filter['alarm']>): RawBuilder<SqlBool> =>
  levels.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        levels.map((level) => sql`${sql.ref(`state.alarms_${level}`)} > 0`),
        sql` OR `,
      )})`;

function within(expression: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const { from, to } = readRange(text) ?? {};
  const ends = [
    ...(from === undefined ? [] : [sql`${expression} >= ${from}::float8`]),
    ...(to === undefined ? [] : [sql`${expression} <= ${to}::float8`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}

/** Hours of silence, as times between which the last data came: to compute hours of every station would cost as much as all else. */
function silentFor(text: string, now: number): RawBuilder<SqlBool> {
  const { from, to } = readRange(text) ?? {};
  const ago = (hours: number) =>
    sql`${new Date(now)}::timestamptz - make_interval(secs => ${hours * 3600}::float8)`;
  const ends = [
    ...(from === undefined ? [] : [sql`(state.last_data_at IS NULL OR state.last_data_at <= ${ago(from)})`]),
    ...(to === undefined ? [] : [sql`state.last_data_at >= ${ago(to)}`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}

function connectedWithin(text: string): RawBuilder<SqlBool> {
  const { from, to } = readDayRange(text) ?? {};
  const ends = [
    ...(from === undefined ? [] : [sql`stations.grid_connected_on >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`stations.grid_connected_on <= ${to}::date`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}

interface AskedText {
  text: string;
  /** Of the places. */
  language: Language | undefined;
  texts: TextSource;
}

/** Visitors find nothing by what is hidden from them: address, owner and organisation. */
function ofText(actor: Actor, key: StationText, asked: AskedText): RawBuilder<SqlBool> {
  const { text, texts } = asked;
  if (key === 'name') return textContains('name', text, texts);
  if (key === 'place') return inPlace(asked);
  if (seesMasked(actor)) return sql<SqlBool>`false`;
  if (key === 'address') return textContains('address', text, texts);
  return key === 'owner'
    ? sql<SqlBool>`stations.owner_id IN (SELECT owner.id FROM users AS owner WHERE ${contains('owner.name', text)})`
    : sql<SqlBool>`stations.organisation_id IN (SELECT home.id FROM organisations AS home WHERE ${contains('home.name', text)})`;
}

function inPlace({ text, language, texts }: AskedText): RawBuilder<SqlBool> {
  const named = [textContains('town', text, texts), textContains('region', text, texts)];
  const own = language
    ? [
        sql<SqlBool>`lower(array_to_string(ARRAY(SELECT jsonb_array_elements_text(stations.place_names -> ${language})), ' ')
          COLLATE pg_c_utf8) LIKE ${containing(text)}`,
      ]
    : [];
  const country = /^[A-Za-z]{2}$/.test(text)
    ? [sql<SqlBool>`coalesce(stations.country, stations.town_country) = ${text.toUpperCase()}`]
    : [];
  return sql<SqlBool>`(${sql.join([...named, ...own, ...country], sql` OR `)})`;
}

/** Trigram indexes cannot find shorter texts, and half the fleet contains them, so one pass over the table is faster. */
const INDEXED_LENGTH = 3;

/**
 * Stations with the text in name, town or address, or with a device whose serial number begins with it: four questions, each of
 * which an index answers.
 */
function search(actor: Actor, text: string, texts: TextSource): RawBuilder<SqlBool> {
  const [first, ...others] = textQuestions(actor, text);
  if (others.length === 0) return anyText(actor, text, texts);
  const each = [first!, ...others].map((question) => sql`SELECT stations.id FROM stations WHERE ${question}`);
  return sql`stations.id IN (${sql.join(each, sql` UNION `)})`;
}

/**
 * What a station is asked for a text, each question answered by an index of its own; a single one where none helps. Visitors search by name and town
 * alone: addresses and serial numbers are hidden from them, and the latter from programs that may not see devices.
 */
export function textQuestions(actor: Actor, text: string): readonly RawBuilder<SqlBool>[] {
  if (seesMasked(actor) || [...text].length < INDEXED_LENGTH) return [anyText(actor, text, 'stations')];
  const questions = searchedTexts(actor).map((column) => contains(`stations.${column}`, text));
  if (!may(actor, 'devices.view')) return questions;
  const bySn = sql`SELECT devices.station_id FROM devices WHERE ${snStartsWith(text)}`;
  return [...questions, sql<SqlBool>`stations.id IN (${bySn})`];
}

const searchedTexts = (actor: Actor) => ['name', 'town', ...(seesMasked(actor) ? [] : ['address'])];

const anyText = (actor: Actor, text: string, texts: TextSource): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    searchedTexts(actor).map((column) => textContains(column, text, texts)),
    sql` OR `,
  )})`;

/** Condition on `devices`: the serial number begins with the text, whatever the case. */
export function snStartsWith(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(devices.sn) LIKE ${`${escapeLike(text.toLowerCase())}%`}`;
}
