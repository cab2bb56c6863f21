import { convertUnit, unitConversion } from '../catalogue/unit-conversion.ts';
import { isTruth, type ConditionNode } from './condition.ts';
import type { ConditionError, ConditionFault } from './tokens.ts';

type Fail = (fault: ConditionFault, node: { from: number; to: number }) => ConditionError;

export interface Combiner {
  truth(node: ConditionNode): ConditionNode;
  number(node: ConditionNode): ConditionNode;
  arithmetic(sign: '+' | '-' | '*' | '/', left: ConditionNode, right: ConditionNode): ConditionNode;
  /** Both sides in one unit. */
  alike(left: ConditionNode, right: ConditionNode): readonly [ConditionNode, ConditionNode];
}

/** Puts parts together and looks that they fit: truths to truths, numbers to numbers, units to units. */
export function combiner(fail: Fail): Combiner {
  const truth = (node: ConditionNode) => {
    if (!isTruth(node)) throw fail('needsTruth', node);
    return node;
  };
  const number = (node: ConditionNode) => {
    if (isTruth(node)) throw fail('needsNumber', node);
    return node;
  };
  /** A number that somebody typed takes the unit of the other side. */
  const inUnit = (node: ConditionNode, unit: string | undefined): ConditionNode | undefined => {
    if (unit === undefined || node.unit === undefined || node.unit === unit) return node;
    const conversion = node.kind === 'number' ? unitConversion(node.unit, unit) : undefined;
    if (node.kind !== 'number' || !conversion) return undefined;
    return { ...node, value: convertUnit(node.value, conversion), unit };
  };
  const alike: Combiner['alike'] = (one, other) => {
    const [left, right] = [number(one), number(other)];
    const fitting = inUnit(right, left.unit);
    if (fitting) return [left, fitting];
    const turned = inUnit(left, right.unit);
    if (turned) return [turned, right];
    throw fail('unitMismatch', right);
  };
  return {
    truth,
    number,
    alike,
    arithmetic(sign, one, other) {
      const place = { from: one.from, to: other.to };
      if (sign === '+' || sign === '-') {
        const [left, right] = alike(one, other);
        return { kind: 'arithmetic', sign, left, right, unit: left.unit ?? right.unit, ...place };
      }
      const [left, right] = [number(one), number(other)];
      if (sign === '/' && right.kind === 'number' && right.value === 0) throw fail('divisionByZero', right);
      return { kind: 'arithmetic', sign, left, right, unit: productUnit(sign, left, right), ...place };
    },
  };
}

/** A factor without unit keeps the other one's; of two units nothing is known but that a share has none. */
function productUnit(sign: '*' | '/', left: ConditionNode, right: ConditionNode): string | undefined {
  if (right.unit === undefined || right.unit === '') return left.unit;
  if (sign === '*' && (left.unit === undefined || left.unit === '')) return right.unit;
  return undefined;
}
