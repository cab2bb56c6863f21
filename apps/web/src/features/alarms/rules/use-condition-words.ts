import type { ConditionNode } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';

const SIGNS = {
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  '=': '=',
  '!=': '≠',
  '*': '×',
  '/': '÷',
  '+': '+',
  '-': '−',
} as const;

/** A condition in words of the page's language. */
export function useConditionWords(): (node: ConditionNode) => string {
  const { t } = useTranslation('alarm-rules');
  const pointName = usePointName();
  const format = useFormat();
  const words = (node: ConditionNode): string => {
    switch (node.kind) {
      case 'number':
        return [format.number(node.value), node.unit].filter(Boolean).join(' ');
      case 'point':
        return pointName(node.point.key);
      case 'site':
      case 'siteTruth':
        return t(`preview.${node.name}`);
      case 'negate':
        return `−${words(node.of)}`;
      case 'not':
      case 'abs':
      case 'peers':
      case 'near':
      case 'total':
      case 'known':
        return t(`preview.${node.kind}`, { of: words(node.of) });
      case 'window':
        return t(`preview.${node.fn}`, { of: words(node.of), span: format.number(node.minutes) });
      case 'and':
      case 'or':
        return t(`preview.${node.kind}`, { left: words(node.left), right: words(node.right) });
      default:
        return `${words(node.left)} ${SIGNS[node.sign]} ${words(node.right)}`;
    }
  };
  return words;
}
