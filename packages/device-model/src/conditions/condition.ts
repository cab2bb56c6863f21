import type { PointDef } from '../catalogue/points.ts';
import type { Place } from './tokens.ts';

/** What is known of a device beside its points: elevation of the sun, the expected and the rated power. */
export const SITE_VALUES = { sun: '°', expected: 'W', rated: 'W' } as const;
export type SiteValue = keyof typeof SITE_VALUES;

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
    | { kind: 'negate' | 'not' | 'abs' | 'peers'; of: ConditionNode }
    | { kind: 'arithmetic'; sign: '+' | '-' | '*' | '/'; left: ConditionNode; right: ConditionNode }
    | { kind: 'compare'; sign: Comparison; left: ConditionNode; right: ConditionNode }
    | { kind: 'and' | 'or'; left: ConditionNode; right: ConditionNode }
    | { kind: 'window'; fn: WindowFunction; of: ConditionNode; minutes: number }
  );

/** Whether it is a truth and not a number. */
export const isTruth = ({ kind }: ConditionNode): boolean =>
  kind === 'compare' || kind === 'and' || kind === 'or' || kind === 'not';

/** The parts that a node is made of. */
export function partsOf(node: ConditionNode): readonly ConditionNode[] {
  if ('of' in node) return [node.of];
  return 'left' in node ? [node.left, node.right] : [];
}

/** A node and everything below it. */
export function* nodesOf(node: ConditionNode): Generator<ConditionNode> {
  yield node;
  for (const part of partsOf(node)) yield* nodesOf(part);
}
