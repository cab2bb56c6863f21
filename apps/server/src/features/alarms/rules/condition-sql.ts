import { createHash } from 'node:crypto';
import {
  GROUP_FUNCTIONS,
  nodesOf,
  pointByKey,
  type ConditionNode,
  type GroupFunction,
  type SiteTruth,
  type SiteValue,
  type WindowFunction,
} from '@sunfleet/device-model';

/** Seconds of a mean. */
export const STEP_S = 300;

/** What a condition reads. */
interface ConditionReads {
  /** Ids of points. */
  points: ReadonlySet<number>;
  site: ReadonlySet<SiteValue | SiteTruth>;
  /** Functions over other devices, each once. */
  groups: readonly GroupNode[];
  /** Points of which the lowest and the highest value count too. */
  extremes: ReadonlySet<number>;
  /** Minutes of the longest window. */
  window: number;
}

type GroupNode = ConditionNode & { kind: GroupFunction; of: ConditionNode };

const isGroup = (node: ConditionNode): node is GroupNode =>
  (GROUP_FUNCTIONS as readonly string[]).includes(node.kind);

const idOf = (key: string) => pointByKey(key)!.id;
const LIMIT = idOf('limit.power');
const [AC, DC] = [idOf('ac.power'), idOf('dc.power')];

export function readsOf(conditions: readonly ConditionNode[]): ConditionReads {
  const points = new Set<number>();
  const site = new Set<SiteValue | SiteTruth>();
  const groups = new Map<string, GroupNode>();
  const extremes = new Set<number>();
  let window = 0;
  for (const condition of conditions) {
    for (const node of nodesOf(condition)) {
      if (node.kind === 'point') points.add(node.point.id);
      if (node.kind === 'site' || node.kind === 'siteTruth') site.add(node.name);
      if (isGroup(node)) groups.set(groupName(node), node);
      if (node.kind !== 'window') continue;
      window = Math.max(window, node.minutes);
      if (node.of.kind === 'point' && (node.fn === 'min' || node.fn === 'max'))
        extremes.add(node.of.point.id);
    }
  }
  if (site.has('curtailed')) points.add(LIMIT);
  if (site.has('production')) points.add(AC).add(DC);
  return { points, site, groups: [...groups.values()], extremes, window };
}

/** Columns of a point in a row of five minutes: mean, lowest, highest. NULL where nothing was measured. */
export const column = (point: number, of: 'avg' | 'min' | 'max' = 'avg'): string =>
  `${{ avg: 'p', min: 'l', max: 'h' }[of]}${point}`;

/**
 * A condition as an expression of ClickHouse over a row of five minutes; NULL where it cannot be said. It holds nothing of what somebody typed but
 * numbers and ids of points.
 */
export function conditionSql(node: ConditionNode): string {
  switch (node.kind) {
    case 'number':
      return `toFloat64(${node.value})`;
    case 'point':
      return column(node.point.id);
    case 'site':
      return SITE_COLUMNS[node.name];
    case 'siteTruth':
      return TRUTH_SQL[node.name];
    case 'known':
      return `isNotNull(${conditionSql(node.of)})`;
    case 'negate':
      return `(-${conditionSql(node.of)})`;
    case 'not':
      return `(NOT ${conditionSql(node.of)})`;
    case 'abs':
      return `abs(${conditionSql(node.of)})`;
    case 'peers':
    case 'near':
    case 'total':
      return groupName(node as GroupNode);
    case 'window':
      return windowSql(node);
    case 'arithmetic':
      return arithmeticSql(node.sign, conditionSql(node.left), conditionSql(node.right));
    case 'compare':
      return `(${conditionSql(node.left)} ${node.sign} ${conditionSql(node.right)})`;
    case 'and':
    case 'or':
      return `(${conditionSql(node.left)} ${node.kind.toUpperCase()} ${conditionSql(node.right)})`;
    default:
      return node satisfies never;
  }
}

/** Division by nothing says nothing. */
const arithmeticSql = (sign: string, left: string, right: string): string =>
  sign === '/' ? `(${left} / nullIf(${right}, 0))` : `(${left} ${sign} ${right})`;

const SITE_COLUMNS: Readonly<Record<SiteValue, string>> = {
  sun: 'sun',
  expected: 'expected',
  leastExpected: 'least_expected',
  rated: 'rated',
  production: 'production',
  'string.low': 'string_low',
  'string.mid': 'string_mid',
  'input.low': 'input_low',
  'input.mid': 'input_mid',
};

/** What modules give: of a hybrid what flows from them, of any other device what it gives. */
export const PRODUCTION_SQL = `if(stores, coalesce(${column(DC)}, of_inputs), ${column(AC)}) AS production`;
/** A device that tells no limit is not limited. */
export const CURTAILED_SQL = `(held OR ifNull(${column(LIMIT)} < 99.5, 0)) AS curtailed`;

const TRUTH_SQL: Readonly<Record<SiteTruth, string>> = {
  curtailed: 'curtailed',
  generationMeter: 'generation',
};

/** The column of what other devices measure, made of all that makes it another one. */
const groupName = (node: GroupNode): string =>
  `${node.kind}_${createHash('sha256').update(conditionSql(node.of)).digest('hex').slice(0, 12)}`;

/** Fewer devices of one kind on a station, or stations in an area, say nothing of one of them. */
const FEWEST_PEERS = 3;
const FEWEST_NEAR = 4;

/** What a station says of its area, once for all of its devices, each of which might be many: `groupSql` asks for it. */
export function ofStationSql(node: GroupNode): string {
  const of = conditionSql(node.of);
  const name = groupName(node);
  return `quantileExact(0.5)(${of}) OVER of_station AS middle_${name}, minIf(device, isNotNull(${of})) OVER of_station = device AS speaks_${name}`;
}

/** What other devices measure, as a column of its own, so that windows may run over it. */
export function groupSql(node: GroupNode): string {
  const of = conditionSql(node.of);
  const name = groupName(node);
  if (node.kind === 'total') return `sum(${of}) OVER of_station AS ${name}`;
  if (node.kind === 'peers')
    return `if(count(${of}) OVER peers >= ${FEWEST_PEERS}, quantileExact(0.5)(${of}) OVER peers, NULL) AS ${name}`;
  // Of an even number of stations it is the upper one of the two in the middle, so that one with less than the others does not agree with itself.
  return `if(countIf(speaks_${name}) OVER area >= ${FEWEST_NEAR}, quantileExactIf(0.5)(middle_${name}, speaks_${name}) OVER area, NULL) AS ${name}`;
}

function windowSql({ fn, of, minutes }: { fn: WindowFunction; of: ConditionNode; minutes: number }): string {
  const over = `OVER (PARTITION BY device ORDER BY t RANGE BETWEEN ${minutes * 60 - STEP_S} PRECEDING AND CURRENT ROW)`;
  const value = conditionSql(of);
  const extreme = (name: 'min' | 'max') =>
    `${name}(${of.kind === 'point' ? column(of.point.id, name) : value}) ${over}`;
  const first = `first_value(${value}) ${over}`;
  const spanHours = `nullIf(t - min(if(isNull(${value}), NULL, t)) ${over}, 0) / 3600`;
  const results: Record<WindowFunction, string> = {
    avg: `avg(${value}) ${over}`,
    min: extreme('min'),
    max: extreme('max'),
    change: `(${value} - ${first})`,
    rate: `((${value} - ${first}) / (${spanHours}))`,
    duration: `(sum(if(${value}, ${STEP_S / 60}, 0)) ${over})`,
  };
  // Of a window of which less than half was measured nothing is said.
  const part = partOfWindow(minutes);
  const enough = Math.ceil((minutes * 60) / part / 2);
  const measured = `groupBitOr(if(isNull(${value}), 0, bitShiftLeft(toUInt64(1), intDiv(t, ${part}) % 64))) ${over}`;
  return `if(bitCount(${measured}) >= ${enough}, ${results[fn]}, NULL)`;
}

/**
 * Seconds of the parts of a window that count as measured where anything is known of them: quarters of an hour in long ones, because some devices
 * report no more often. There are 60 of them at most, a bit for each.
 */
function partOfWindow(minutes: number): number {
  if (minutes < 60) return STEP_S;
  return Math.max(3 * STEP_S, STEP_S * Math.ceil(minutes / 60 / (STEP_S / 60)));
}

/**
 * Elevation of the sun in the middle of the five minutes, degrees, within a tenth of one; the place is in `lat` and `lon`. What depends on the time
 * alone is `SUN_OF_TIME`, once for all devices.
 */
export const SUN_SQL =
  'degrees(asin(least(1, greatest(-1, sin(radians(lat)) * sun_sin + cos(radians(lat)) * sun_cos * cos(sun_h + radians(lon)))))) AS sun';

export const SUN_OF_TIME = `LEFT JOIN (
    SELECT toUInt32(arrayJoin(range(intDiv({from:UInt32}, ${STEP_S}) * ${STEP_S}, {to:UInt32}, ${STEP_S}))) AS t,
      (t + ${STEP_S / 2} - 946728000) / 86400 AS d,
      radians(357.529 + 0.98560028 * d) AS g,
      radians(280.459 + 0.98564736 * d + 1.915 * sin(g) + 0.02 * sin(2 * g)) AS l,
      radians(23.439 - 0.00000036 * d) AS e,
      asin(sin(e) * sin(l)) AS dec,
      sin(dec) AS sun_sin, cos(dec) AS sun_cos,
      radians(15 * (18.697374558 + 24.06570982441908 * d)) - atan2(cos(e) * sin(l), cos(l)) AS sun_h) AS of_time USING (t)`;
