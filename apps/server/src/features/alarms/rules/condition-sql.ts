import { nodesOf, type ConditionNode, type SiteValue, type WindowFunction } from '@sunfleet/device-model';

/** Seconds of a mean. */
export const STEP_S = 300;

/** What a condition reads. */
interface ConditionReads {
  /** Ids of points. */
  points: ReadonlySet<number>;
  site: ReadonlySet<SiteValue>;
  hasPeers: boolean;
  /** Minutes of the longest window. */
  window: number;
}

export function readsOf(conditions: readonly ConditionNode[]): ConditionReads {
  const points = new Set<number>();
  const site = new Set<SiteValue>();
  let hasPeers = false;
  let window = 0;
  for (const condition of conditions) {
    for (const node of nodesOf(condition)) {
      if (node.kind === 'point') points.add(node.point.id);
      if (node.kind === 'site') site.add(node.name);
      if (node.kind === 'peers') hasPeers = true;
      if (node.kind === 'window') window = Math.max(window, node.minutes);
    }
  }
  return { points, site, hasPeers, window };
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
      return node.name;
    case 'negate':
      return `(-${conditionSql(node.of)})`;
    case 'not':
      return `(NOT ${conditionSql(node.of)})`;
    case 'abs':
      return `abs(${conditionSql(node.of)})`;
    case 'peers':
      return peersSql(conditionSql(node.of));
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

/** Fewer devices of one kind on a station say nothing of one of them. */
const FEWEST_PEERS = 3;

const peersSql = (of: string): string =>
  `if(count(${of}) OVER peers >= ${FEWEST_PEERS}, quantileExact(0.5)(${of}) OVER peers, NULL)`;

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
  const enough = Math.ceil((minutes * 60) / STEP_S / 2);
  return `if(count(${value}) ${over} >= ${enough}, ${results[fn]}, NULL)`;
}

/** Elevation of the sun in the middle of the five minutes, degrees, within a tenth of one; the place is in `lat` and `lon`. */
export const SUN_SQL = `
  (t + ${STEP_S / 2} - 946728000) / 86400 AS sun_d,
  radians(357.529 + 0.98560028 * sun_d) AS sun_g,
  radians(280.459 + 0.98564736 * sun_d + 1.915 * sin(sun_g) + 0.02 * sin(2 * sun_g)) AS sun_l,
  radians(23.439 - 0.00000036 * sun_d) AS sun_e,
  asin(sin(sun_e) * sin(sun_l)) AS sun_dec,
  radians(15 * (18.697374558 + 24.06570982441908 * sun_d) + lon) - atan2(cos(sun_e) * sin(sun_l), cos(sun_l)) AS sun_h,
  degrees(asin(sin(radians(lat)) * sin(sun_dec) + cos(radians(lat)) * cos(sun_dec) * cos(sun_h))) AS sun`;
