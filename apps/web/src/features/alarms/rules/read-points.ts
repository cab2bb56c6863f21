import { LIMITS } from '@sunfleet/contract';
import { nodesOf, type SiteValue } from '@sunfleet/device-model';
import { readCondition } from './rule-draft.ts';

/** What is looked at where a condition asks for something that is made of points. */
const MADE_OF: Readonly<Partial<Record<SiteValue, readonly string[]>>> = {
  production: ['ac.power', 'dc.power'],
  'string.low': ['str1.current', 'str2.current', 'str3.current', 'str4.current'],
  'input.low': ['pv1.current', 'pv2.current', 'pv3.current', 'pv4.current'],
};

/** Points that conditions read, as many as a curve shows. */
export function readPoints(...texts: readonly string[]): string[] {
  const keys = texts.flatMap((text) => {
    const read = readCondition(text);
    if (!read || !('node' in read)) return [];
    return [...nodesOf(read.node)].flatMap((node) => {
      if (node.kind === 'point') return [node.point.key];
      return node.kind === 'site' ? (MADE_OF[node.name] ?? []) : [];
    });
  });
  return [...new Set(keys)].slice(0, LIMITS.historyPoints);
}
