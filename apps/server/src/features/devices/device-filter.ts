import {
  DEVICE_DAYS,
  DEVICE_FIGURES,
  DEVICE_TEXTS,
  readDayRange,
  readRange,
  type DeviceFigure,
  type DeviceFilter as Filter,
  type Range,
} from '@sunfleet/contract';
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { seesMasked, type Actor } from '../../platform/actor.ts';
import { anyOf, containing, contains } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { inBatches } from '../device-batches/index.ts';
import { carriesLabel } from '../labels/index.ts';
import type { DeviceCondition } from '../scope/index.ts';
import { snStartsWith } from '../stations/index.ts';

/** What a list of devices is narrowed by. */
export type DeviceFilter = Filter & {
  /** These alone. */
  ids?: readonly number[] | undefined;
};

/** Whether a list is narrowed by anything but who may see its devices and whether they have a station. */
export function isNarrowed(filter: DeviceFilter): boolean {
  return NARROWING.some((key) => filter[key] !== undefined);
}

/** Who asks, and which devices that one may see. */
export interface ScopedActor {
  actor: Actor;
  scope: DeviceCondition;
}

const NARROWING: readonly (keyof DeviceFilter)[] = [
  ...DEVICE_TEXTS,
  ...DEVICE_FIGURES,
  ...DEVICE_DAYS,
  ...([
    'status',
    'stationId',
    'ids',
    'blocked',
    'kind',
    'connection',
    'batch',
    'product',
    'label',
    'q',
  ] as const),
];

const FIGURES: Readonly<Record<Exclude<DeviceFigure, 'silence'>, string>> = {
  power: 'state.power',
  ratedPower: 'state.listed_rated_power',
  energyToday: 'state.energy_today',
  soc: 'state.soc',
  signal: 'state.signal',
  alarms: 'state.open_alarms',
};

const DAYS = {
  productionDate: 'state.listed_production_date',
  warrantyEnd: 'state.listed_warranty_end',
  firstPowerOn: 'state.listed_first_power_on',
  soldOn: 'state.listed_sold_on',
} as const;

/** Scope and filter of a list over `devices` and `device_states AS state`; the status is the caller's, because counts are taken without it. */
export function deviceCondition({ actor, scope }: ScopedActor, filter: DeviceFilter): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'devices'>();
  return eb.and([
    scope(eb),
    eb('devices.stationId', filter.bound ? 'is not' : 'is', null),
    ...(filter.stationId === undefined ? [] : [eb('devices.stationId', '=', filter.stationId)]),
    ...(filter.ids ? [sql<SqlBool>`devices.id = ANY(${[...filter.ids]}::bigint[])`] : []),
    ...(filter.kind ? [anyOf('devices.kind', filter.kind)] : []),
    ...(filter.connection ? [anyOf('state.connection', filter.connection)] : []),
    ...ofDevices(actor, filter),
    ...WORDS.flatMap((key) => (filter[key] ? [worded(key, filter[key])] : [])),
    ...(filter.station ? [atStation(filter.station)] : []),
    ...DEVICE_FIGURES.flatMap((key) =>
      filter[key] === undefined ? [] : [ofFigure(key, readRange(filter[key]), actor.at)],
    ),
    ...DEVICE_DAYS.flatMap((key) =>
      filter[key] === undefined ? [] : [within(sql.raw(DAYS[key]), readDayRange(filter[key]), 'date')],
    ),
    ...(filter.q ? [search(actor, filter.q)] : []),
  ]);
}

/** Filters of what the table of states does not know. */
export const OF_DEVICES = ['blocked', 'batch', 'product', 'label', 'sn', 'parent'] as const;

/** Conditions on `devices` alone. */
export const ofDevices = (actor: Actor, filter: DeviceFilter): Expression<SqlBool>[] => [
  ...(filter.blocked === undefined ? [] : [isBlocked(filter.blocked)]),
  ...(filter.batch ? [inBatches(actor, filter.batch)] : []),
  ...(filter.product ? [among(sql`devices.product_id = ANY(${[...filter.product]}::bigint[])`)] : []),
  ...(filter.label ? [carriesLabel(actor, 'device', filter.label)] : []),
  ...(filter.sn ? [named(actor, 'sn', filter.sn)] : []),
  ...(filter.parent ? [named(actor, 'parent', filter.parent)] : []),
];

const HOUR_MS = 3_600_000;
/** Silence is told to the minute, so that whoever pages through a list asks the same question again. */
const MINUTE_MS = 60_000;

const ofFigure = (key: DeviceFigure, range: Range<number> | undefined, now: number): RawBuilder<SqlBool> =>
  key === 'silence' ? silentFor(range ?? {}, now) : within(sql.raw(FIGURES[key]), range, 'float8');

/** Hours of silence end now: the last data is from `since` until `until`, epoch milliseconds. */
export function silenceTimes(
  { from, to }: Partial<Range<number>>,
  now: number,
): { since?: number; until?: number } {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const before = (hours: number) => Math.min(Math.max(minute - hours * HOUR_MS, 0), 2 * minute);
  return {
    ...(from === undefined ? {} : { until: before(from) }),
    ...(to === undefined ? {} : { since: before(to) }),
  };
}

/** Who never sent anything was silent for ever. The time itself is compared, which costs a tenth of computing hours of each. */
function silentFor(range: Partial<Range<number>>, now: number): RawBuilder<SqlBool> {
  const { since, until } = silenceTimes(range, now);
  const time = (at: number) => sql`${new Date(at)}::timestamptz`;
  const ends = [
    ...(until === undefined
      ? []
      : [sql`(state.last_data_at <= ${time(until)} OR state.last_data_at IS NULL)`]),
    ...(since === undefined ? [] : [sql`state.last_data_at >= ${time(since)}`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}

function within(
  expression: RawBuilder<unknown>,
  range: Range<number> | Range<string> | undefined,
  type: 'float8' | 'date',
): RawBuilder<SqlBool> {
  const { from, to } = range ?? {};
  const as = sql.raw(type);
  const ends = [
    ...(from === undefined ? [] : [sql`${expression} >= ${from}::${as}`]),
    ...(to === undefined ? [] : [sql`${expression} <= ${to}::${as}`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}

/** Condition on `devices`, of which the table of states knows the id alone: it is one of those. */
const among = (those: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`devices.id IN (SELECT devices.id FROM devices WHERE ${those})`;

const isBlocked = (blocked: boolean): RawBuilder<SqlBool> =>
  blocked
    ? among(sql`devices.blocked_at IS NOT NULL`)
    : sql<SqlBool>`NOT ${among(sql`devices.blocked_at IS NOT NULL`)}`;

const WORDS = ['name', 'model', 'manufacturer', 'firmware'] as const;

/** The word that a device is listed with contains the text. */
const worded = (column: (typeof WORDS)[number], text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`state.listed_${column}`)} IN (SELECT listed_words.id FROM listed_words WHERE listed_words.word LIKE ${containing(text)})`;

const atStation = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`devices.station_id IN (SELECT named.id FROM listed_stations AS named WHERE named.name LIKE ${containing(text)})`;

/** Visitors, who see serial numbers masked, find nothing by them. */
function named(actor: Actor, key: 'sn' | 'parent', text: string): RawBuilder<SqlBool> {
  if (seesMasked(actor)) return sql<SqlBool>`false`;
  const bySerial = contains('devices.sn', text);
  return among(
    key === 'sn' ? bySerial : sql`devices.parent_id IN (SELECT devices.id FROM devices WHERE ${bySerial})`,
  );
}

/** Visitors search by name and model alone. */
function search(actor: Actor, text: string): RawBuilder<SqlBool> {
  const byWord = sql<SqlBool>`(${worded('name', text)} OR ${worded('model', text)})`;
  return seesMasked(actor) ? byWord : sql<SqlBool>`(${among(snStartsWith(text))} OR ${byWord})`;
}
