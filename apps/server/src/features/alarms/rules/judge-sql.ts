import { sourceCode } from '@sunfleet/analysis';
import { hasMeans, pointById, type ConditionNode } from '@sunfleet/device-model';
import {
  column,
  conditionSql,
  CURTAILED_SQL,
  groupSql,
  ofStationSql,
  PRODUCTION_SQL,
  readsOf,
  STEP_S,
  SUN_OF_TIME,
  SUN_SQL,
} from './condition-sql.ts';
import { familiesOf, familyColumns } from './point-families.ts';

/** When an alarm begins and ends, of a rule whose conditions were read. */
export interface JudgedRule {
  raise: ConditionNode;
  /** What ends it; null: the opposite of `raise`. */
  clear: ConditionNode | null;
  /** Means of five minutes in a row. */
  consecutive: number;
  /** Minutes that it has to last, and to be over. */
  onDelay: number;
  offDelay: number;
}

/** Longest silence between two means of one streak. */
const GAP_S = 4 * STEP_S;

/**
 * Episodes of some rules on some devices (`devices`, with `stations`, `groups` of peers, `areas`, `lats`, `lons`, `rateds`, `shares` and what they are) out of the means
 * between `from` and `to`, one row each: `device`, `rule` (place in the list), `begin`, `raised`, `end` (0: it goes on) and `last` (newest mean),
 * seconds. `standing` holds device and place of what stands before, as `device * 1000 + rule`; its `begin` is 0.
 */
export function judgeSql(rules: readonly JudgedRule[]): string {
  const reads = readsOf(rules.flatMap(({ raise, clear }) => (clear ? [raise, clear] : [raise])));
  const { site, groups, extremes } = reads;
  const ids = [...reads.points].toSorted((a, b) => a - b);
  const of = (name: string) => `transform(device, {devices:Array(UInt32)}, {${name}}, NULL)`;
  const has = (kind: string) => groups.some((node) => node.kind === kind);
  const hasExpected = site.has('expected') || site.has('leastExpected');
  const share = `nullIf(${of('shares:Array(Float64)')}, 0)`;
  const flag = (name: string) => `ifNull(${of(`${name}:Array(UInt8)`)}, 0) AS ${name}`;
  const placed = [
    has('peers') ? `${of('groups:Array(UInt32)')} AS peer_group` : '',
    has('near') ? `${of('areas:Array(UInt32)')} AS area_group` : '',
    site.has('rated') ? `nullIf(${of('rateds:Array(Float64)')}, 0) AS rated` : '',
    site.has('sun') ? `${of('lats:Array(Float64)')} AS lat, ${of('lons:Array(Float64)')} AS lon` : '',
    site.has('sun') ? SUN_SQL : '',
    site.has('production') ? `${flag('stores')}, ${PRODUCTION_SQL}` : '',
    site.has('curtailed') ? `${flag('held')}, ${CURTAILED_SQL}` : '',
    site.has('generationMeter') ? flag('generation') : '',
    hasExpected
      ? `expected_of_station * ${share} AS expected, low_of_station * ${share} AS least_expected`
      : '',
  ].filter(Boolean);
  const near = groups.filter(({ kind }) => kind === 'near');
  const ofStation = 'of_station AS (PARTITION BY station, t)';
  const windows = [
    has('peers') ? 'peers AS (PARTITION BY peer_group, t)' : '',
    has('near') ? 'area AS (PARTITION BY area_group, t)' : '',
    has('total') ? ofStation : '',
  ].filter(Boolean);
  const hasStation = hasExpected || has('near') || has('total');
  const families = familiesOf(site);
  const cells = [
    ...ids.flatMap((id) => pointColumns(id, extremes.has(id))),
    ...families.flatMap(familyColumns),
  ];
  return `WITH cells AS (
    SELECT device, toUnixTimestamp(bucket) AS t${hasStation ? `, ${of('stations:Array(UInt32)')} AS station` : ''},
      ${cells.join(',\n      ')}
    FROM ${meansSql([...new Set([...ids, ...families.flatMap(({ points }) => points)])])}
    GROUP BY device, bucket),
  placed AS (SELECT *${placed.map((each) => `, ${each}`).join('')} FROM cells
    ${site.has('sun') ? SUN_OF_TIME : ''} ${hasExpected ? EXPECTED : ''}),
  stationed AS (SELECT *${near.map((node) => `, ${ofStationSql(node)}`).join('')} FROM placed
    ${near.length > 0 ? `WINDOW ${ofStation}` : ''}),
  grouped AS (SELECT *${groups.map((node) => `, ${groupSql(node)}`).join('')} FROM stationed
    ${windows.length > 0 ? `WINDOW ${windows.join(', ')}` : ''}),
  truths AS (
    SELECT device, t, ${rules.map((rule, index) => truthsSql(rule, index)).join(', ')}
    FROM grouped),
  series AS (
    SELECT device, ${rules.map((rule, n) => `arraySort(groupArrayIf((t, toUInt8(assumeNotNull(r${n})), toUInt8(ifNull(k${n}, 0))), isNotNull(r${n}) AND t >= {from:UInt32} + ${windowOf(rule)})) AS s${n}`).join(', ')}
    FROM truths GROUP BY device),
  courses AS (
    SELECT device, one.1 AS rule, one.2 AS means FROM series
    ARRAY JOIN [${rules.map((_, n) => `(toUInt16(${n}), s${n})`).join(', ')}] AS one),
  courses_of_rules AS (
    SELECT device, rule, means, ${ofRule(rules, ({ consecutive }) => consecutive)} AS needed,
      ${ofRule(rules, ({ onDelay }) => onDelay * 60)} AS on_delay, ${ofRule(rules, ({ offDelay }) => offDelay * 60)} AS off_delay,
      has({standing:Array(UInt64)}, toUInt64(device) * 1000 + rule) AS stood
    FROM courses),
  ${EPISODES}`;
}

/** Seconds of its longest window: a window that begins before what is read would be one of later hours alone. */
const windowOf = ({ raise, clear }: JudgedRule): number =>
  60 * readsOf(clear ? [raise, clear] : [raise]).window;

/** What each rule says, by its place. */
const ofRule = (rules: readonly JudgedRule[], of: (rule: JudgedRule) => number): string =>
  `[${rules.map((rule) => `toUInt32(${of(rule)})`).join(', ')}][rule + 1]`;

/** Means of five minutes: kept ones, and of points without kept ones those of their samples. */
function meansSql(ids: readonly number[]): string {
  const kept = ids.filter((id) => hasMeans(pointById(id)!));
  const others = ids.filter((id) => !kept.includes(id));
  const parts = [
    kept.length === 0
      ? ''
      : `SELECT device, point, bucket, avg, min, max, version FROM rollup_5m
    WHERE point IN (${kept.join(', ')}) AND device IN {devices:Array(UInt32)}
      AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')`,
    others.length === 0
      ? ''
      : `SELECT device, point, toStartOfFiveMinutes(time) AS bucket, toFloat32(avg(value)) AS avg,
      toFloat32(min(value)) AS min, toFloat32(max(value)) AS max, toUInt64(1) AS version FROM samples
    WHERE point IN (${others.join(', ')}) AND device IN {devices:Array(UInt32)}
      AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC')
    GROUP BY device, point, bucket`,
  ];
  return `(${parts.filter(Boolean).join(' UNION ALL ')})`;
}

/** Of what only a clear sky tells nothing is expected: clouds would be a fault. */
const UNSURE = [sourceCode('none'), sourceCode('clearSky')];

const EXPECTED = `LEFT JOIN (
    SELECT station, toUnixTimestamp(bucket) AS t,
      argMax(source, version) IN (${UNSURE.join(', ')}) AS unsure,
      if(unsure, NULL, argMax(p50, version)) AS expected_of_station, if(unsure, NULL, argMax(p10, version)) AS low_of_station
    FROM expected_power_5m
    WHERE station IN {stations:Array(UInt32)}
      AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
    GROUP BY station, bucket) AS of_stations USING (station, t)`;

/** The newest version of each counts. */
const pointColumns = (point: number, hasExtremes: boolean): string[] =>
  (hasExtremes ? (['avg', 'min', 'max'] as const) : (['avg'] as const)).map(
    (of) => `argMaxOrNullIf(${of}, version, point = ${point}) AS ${column(point, of)}`,
  );

function truthsSql({ raise, clear }: JudgedRule, index: number): string {
  const r = `r${index}`;
  return `${conditionSql(raise)} AS ${r}, if(${r}, 0, ${clear ? conditionSql(clear) : `NOT ${r}`}) AS k${index}`;
}

/** Of each place what stands before it. */
const before = (values: string) => `arraySlice(arrayPushFront(${values}, 0), 1, length(${values}))`;

/** Where streaks begin. */
const beginsOf = (values: string) =>
  `arrayMap((here, there, gap) -> NOT (here AND there AND NOT gap), ${values}, ${before(values)}, far)`;
/** Where streaks are long enough. */
const longOf = (values: string, { count, delay }: { count: string; delay: string }) =>
  `arrayMap((here, nth, first, at, since) -> here AND nth - first + 1 >= ${count} AND at + ${STEP_S} - since >= ${delay},
        ${values}, places, first_${values}, times, since_${values})`;

/**
 * The machine of states over the means of one device by one rule: a streak of `raise` that is long enough lets the alarm stand, one of `clear` ends it.
 * A mean that is missing neither counts nor ends a streak, a longer silence does. Each step is a query of its own and the same for all rules, because the
 * store puts the whole of a name in place of each use of it, and refuses what becomes too large.
 */
const EPISODES = `seen AS (
    SELECT device, rule, needed, on_delay, off_delay, stood, arrayMap(one -> one.1, means) AS times,
      arrayMap(one -> one.2, means) AS raising, arrayMap(one -> one.3, means) AS clearing
    FROM courses_of_rules),
  spaced AS (
    SELECT *, arrayEnumerate(times) AS places, arrayMap((at, there) -> at - there > ${GAP_S}, times, ${before('times')}) AS far FROM seen),
  begun AS (SELECT *, ${beginsOf('raising')} AS fresh_raising, ${beginsOf('clearing')} AS fresh_clearing FROM spaced),
  streaks AS (
    SELECT *, ${['raising', 'clearing']
      .map(
        (of) =>
          `arrayFill((nth, fresh) -> fresh, places, fresh_${of}) AS first_${of}, arrayFill((at, fresh) -> fresh, times, fresh_${of}) AS since_${of}`,
      )
      .join(', ')}
    FROM begun),
  told AS (
    SELECT *, arrayMap((up, down) -> multiIf(up, 1, down, 2, 0),
      ${longOf('raising', { count: 'needed', delay: 'on_delay' })},
      ${longOf('clearing', { count: '1', delay: 'off_delay' })}) AS said
    FROM streaks),
  states AS (SELECT *, arrayFill(v -> v != 0, arrayPushFront(said, if(stood, 1, 2))) AS standing_at FROM told),
  steps AS (SELECT *, arrayPopBack(standing_at) AS was, arrayPopFront(standing_at) AS now_is FROM states),
  changes AS (
    SELECT device, rule, stood, times[-1] AS newest,
      arrayFilter((at, w, n) -> w = 2 AND n = 1, since_raising, was, now_is) AS ups,
      arrayFilter((at, w, n) -> w = 2 AND n = 1, times, was, now_is) AS raises,
      arrayFilter((at, w, n) -> w = 1 AND n = 2, since_clearing, was, now_is) AS downs
    FROM steps)
  SELECT device, rule, e.1 AS begin, e.2 AS raised, e.3 AS end, newest AS last
  FROM changes
  ARRAY JOIN arrayZip(
    if(stood, arrayPushFront(ups, 0), ups),
    if(stood, arrayPushFront(arrayMap(at -> at + ${STEP_S}, raises), 0), arrayMap(at -> at + ${STEP_S}, raises)),
    arrayResize(downs, length(ups) + stood, 0)) AS e`;
