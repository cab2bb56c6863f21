import type { AlarmRule } from '@sunfleet/contract';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';

/** The name of a rule: its own, or that of the shipped one. */
export function useRuleName(): (rule: Pick<AlarmRule, 'name' | 'pack'>) => string {
  const textOf = useFaultText();
  return ({ name, pack }) => name || textOf(`faults.rules.${pack}`, pack ?? '').name;
}
