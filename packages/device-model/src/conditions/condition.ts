import type { PointDef } from '../catalogue/points.ts';
import type { Place } from './tokens.ts';

/**
 * Numbers that are known of a device beside its points: elevation of the sun, the expected power, what it falls
 * short of on one day of ten, the rated power, what its modules give (of a hybrid
 * without its battery), and the lowest and the middle current of its strings and of its inputs.
 */
export const SITE_VALUES = {
  sun: '°',
  expected: 'W',
  leastExpected: 'W',
  rated: 'W',
  production: 'W',
  'string.low': 'A',
  'string.mid': 'A',
  'input.low': 'A',
  'input.mid': 'A',
} as const;
export type SiteValue = keyof typeof SITE_VALUES;

/** Those that are measured. */
export const MEASURED_VALUES: readonly SiteValue[] = [
  'production',
  'string.low',
  'string.mid',
  'input.low',
  'input.mid',
];

/** Truths that are known of a device: its power is limited on purpose; it is the meter of what the station makes. */
export const SITE_TRUTHS = ['curtailed', 'generationMeter'] as const;
export type SiteTruth = (typeof SITE_TRUTHS)[number];

/** Functions over other devices: the median of equal ones of the station and of those of stations nearby, the sum of the station. */
export const GROUP_FUNCTIONS = ['peers', 'near', 'total'] as const;
export type GroupFunction = (typeof GROUP_FUNCTIONS)[number];

/** Functions over the minutes before. */
export const WINDOW_FUNCTIONS = ['avg', 'min', 'max', 'change', 'rate', 'duration'] as const;
export type WindowFunction = (typeof WINDOW_FUNCTIONS)[number];

export const COMPARISONS = ['<', '<=', '>', '>=', '=', '!='] as const;
export type Comparison = (typeof COMPARISONS)[number];

interface Common extends Place {
  /** Of a number, where it is known; undefined for a truth, and for a number without one. */
  unit?: string | undefined;
}

export type ConditionNode = Common &
  (
    | { kind: 'number'; value: number }
    | { kind: 'point'; point: PointDef }
    | { kind: 'site'; name: SiteValue }
    | { kind: 'siteTruth'; name: SiteTruth }
    | { kind: 'negate' | 'not' | 'abs' | 'known' | GroupFunction; of: ConditionNode }
    | { kind: 'arithmetic'; sign: '+' | '-' | '*' | '/'; left: ConditionNode; right: ConditionNode }
    | { kind: 'compare'; sign: Comparison; left: ConditionNode; right: ConditionNode }
    | { kind: 'and' | 'or'; left: ConditionNode; right: ConditionNode }
    | { kind: 'window'; fn: WindowFunction; of: ConditionNode; minutes: number }
  );

/** Whether it is a truth and not a number. */
export const isTruth = ({ kind }: ConditionNode): boolean => TRUTHS.has(kind);

const TRUTHS: ReadonlySet<ConditionNode['kind']> = new Set([
  'compare',
  'and',
  'or',
  'not',
  'known',
  'siteTruth',
]);

/** The parts that a node is made of. */
export function partsOf(node: ConditionNode): readonly ConditionNode[] {
  if ('of' in node) return [node.of];
  return 'left' in node ? [node.left, node.right] : [];
}

/**
 * A node and everything below it, from the left. Each is handed on once: generators within each other would hand on each node of a sum of hundreds as
 * often as it is deep.
 */
export function* nodesOf(node: ConditionNode): Generator<ConditionNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...partsOf(next).toReversed());
  }
}
