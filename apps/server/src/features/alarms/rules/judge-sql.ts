import { hasMeans, pointById, type ConditionNode } from '@sunfleet/device-model';
import { column, conditionSql, readsOf, STEP_S, SUN_SQL } from './condition-sql.ts';

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
 * Episodes of some rules on some devices (`devices`, with `stations`, `groups` of peers, `lats`, `lons`, `rateds`, `shares`) out of the means
 * between `from` and `to`, one row each: `device`, `rule` (place in the list), `begin`, `raised`, `end` (0: it goes on) and `last` (newest mean),
 * seconds. `standing` holds device and place of what stands before, as `device * 1000 + rule`; its `begin` is 0.
 */
export function judgeSql(rules: readonly JudgedRule[]): string {
  const reads = readsOf(rules.flatMap(({ raise, clear }) => (clear ? [raise, clear] : [raise])));
  const ids = [...reads.points].toSorted((a, b) => a - b);
  const of = (name: string) => `transform(device, {devices:Array(UInt32)}, {${name}}, NULL)`;
  const placed = [
    reads.hasPeers ? `${of('groups:Array(UInt32)')} AS peer_group` : '',
    reads.site.has('rated') ? `nullIf(${of('rateds:Array(Float64)')}, 0) AS rated` : '',
    reads.site.has('sun') ? `${of('lats:Array(Float64)')} AS lat, ${of('lons:Array(Float64)')} AS lon` : '',
    reads.site.has('sun') ? SUN_SQL : '',
    reads.site.has('expected')
      ? `expected_of_station * nullIf(${of('shares:Array(Float64)')}, 0) AS expected`
      : '',
  ].filter(Boolean);
  const hasExpected = reads.site.has('expected');
  return `WITH cells AS (
    SELECT device, toUnixTimestamp(bucket) AS t${hasExpected ? `, ${of('stations:Array(UInt32)')} AS station` : ''},
      ${ids.flatMap(pointColumns).join(',\n      ')}
    FROM ${meansSql(ids)}
    GROUP BY device, bucket),
  placed AS (SELECT *${placed.map((each) => `, ${each}`).join('')} FROM cells ${hasExpected ? EXPECTED : ''}),
  truths AS (
    SELECT device, t, ${rules.map((rule, index) => truthsSql(rule, index)).join(', ')}
    FROM placed ${reads.hasPeers ? 'WINDOW peers AS (PARTITION BY peer_group, t)' : ''}),
  series AS (
    SELECT device, ${rules.map((_, n) => `arraySort(groupArrayIf((t, assumeNotNull(r${n}), ifNull(k${n}, 0)), isNotNull(r${n}))) AS s${n}`).join(', ')}
    FROM truths GROUP BY device)
  SELECT device, e.1 AS rule, e.2 AS begin, e.3 AS raised, e.4 AS end, e.5 AS last
  FROM (
    SELECT device, ${rules.map(episodesSql).join(',')},
      arrayConcat(${rules.map((_, n) => `found_${n}`).join(', ')}) AS episodes
    FROM series)
  ARRAY JOIN episodes AS e`;
}

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

const EXPECTED = `LEFT JOIN (
    SELECT station, toUnixTimestamp(bucket) AS t, toNullable(argMax(p50, version)) AS expected_of_station
    FROM expected_power_5m
    WHERE station IN {stations:Array(UInt32)}
      AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
    GROUP BY station, bucket) AS of_stations USING (station, t)`;

/** The newest version of each counts. */
const pointColumns = (point: number): string[] =>
  (['avg', 'min', 'max'] as const).map(
    (of) => `argMaxOrNullIf(${of}, version, point = ${point}) AS ${column(point, of)}`,
  );

function truthsSql({ raise, clear }: JudgedRule, index: number): string {
  const r = `r${index}`;
  return `${conditionSql(raise)} AS ${r}, if(${r}, 0, ${clear ? conditionSql(clear) : `NOT ${r}`}) AS k${index}`;
}

/** Of each place what stands before it. */
const before = (values: string) => `arraySlice(arrayPushFront(${values}, 0), 1, length(${values}))`;

/**
 * The machine of states over the means of one device: a streak of `raise` that is long enough lets the alarm stand, one of `clear` ends it.
 * A mean that is missing neither counts nor ends a streak, a longer silence does.
 */
function episodesSql({ consecutive, onDelay, offDelay }: JudgedRule, index: number): string {
  const [s, x] = [`s${index}`, `_${index}`];
  const streak = (values: string, name: string) => `
    arrayMap((v, p, far) -> NOT (v AND p AND NOT far), ${values}, ${before(values)}, far${x}) AS fresh_${name}${x},
    arrayFill((at, fresh) -> fresh, i${x}, fresh_${name}${x}) AS first_${name}${x},
    arrayFill((at, fresh) -> fresh, t${x}, fresh_${name}${x}) AS since_${name}${x}`;
  const long = (name: string, { count, minutes }: { count: number; minutes: number }) =>
    `arrayMap((v, i, f, at, since) -> v AND i - f + 1 >= ${count} AND at + ${STEP_S} - since >= ${minutes * 60},
      ${name}${x}, i${x}, first_${name}${x}, t${x}, since_${name}${x})`;
  return `
    arrayMap(one -> one.1, ${s}) AS t${x}, arrayMap(one -> one.2, ${s}) AS r${x}, arrayMap(one -> one.3, ${s}) AS k${x},
    arrayEnumerate(t${x}) AS i${x}, t${x}[-1] AS last${x},
    arrayMap((at, before) -> at - before > ${GAP_S}, t${x}, ${before(`t${x}`)}) AS far${x},
    ${streak(`r${x}`, 'r')}, ${streak(`k${x}`, 'k')},
    arrayMap((up, down) -> multiIf(up, 1, down, 2, 0), ${long('r', { count: consecutive, minutes: onDelay })},
      ${long('k', { count: 1, minutes: offDelay })}) AS told${x},
    has({standing:Array(UInt64)}, toUInt64(device) * 1000 + ${index}) AS stood${x},
    arrayFill(v -> v != 0, arrayPushFront(told${x}, if(stood${x}, 1, 2))) AS all${x},
    arrayPopBack(all${x}) AS was${x}, arrayPopFront(all${x}) AS is${x},
    arrayFilter((at, w, now) -> w = 2 AND now = 1, since_r${x}, was${x}, is${x}) AS ups${x},
    arrayFilter((at, w, now) -> w = 2 AND now = 1, t${x}, was${x}, is${x}) AS raises${x},
    arrayFilter((at, w, now) -> w = 1 AND now = 2, since_k${x}, was${x}, is${x}) AS downs${x},
    if(stood${x}, arrayPushFront(ups${x}, 0), ups${x}) AS begins${x},
    arrayMap((begin, raise, end) -> (toUInt16(${index}), begin, raise, end, last${x}), begins${x},
      if(stood${x}, arrayPushFront(arrayMap(at -> at + ${STEP_S}, raises${x}), 0), arrayMap(at -> at + ${STEP_S}, raises${x})),
      arrayResize(downs${x}, length(begins${x}), 0)) AS found${x}`;
}
