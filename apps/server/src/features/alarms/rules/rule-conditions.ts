import { ConditionError, parseCondition, type ConditionNode } from '@sunfleet/device-model';
import { AppError } from '../../../platform/errors.ts';
import type { JudgedRule } from './judge-sql.ts';

/** What says when alarms begin and end, as it is kept. */
interface RuleText extends Omit<JudgedRule, 'raise' | 'clear'> {
  raise: string;
  clear: string;
}

/** Throws ConditionError. */
export const readRule = ({ raise, clear, consecutive, onDelay, offDelay }: RuleText): JudgedRule => ({
  raise: parseCondition(raise),
  clear: clear === '' ? null : parseCondition(clear),
  consecutive,
  onDelay,
  offDelay,
});

/** Throws AppError `alarmRuleCondition` with what is wrong and where. */
export function requireRule(rule: RuleText): JudgedRule {
  const read = (field: 'raise' | 'clear'): ConditionNode => {
    try {
      return parseCondition(rule[field]);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      const { fault, place, text } = error;
      throw new AppError('alarmRuleCondition', { field, fault, from: place.from, to: place.to, text });
    }
  };
  const { consecutive, onDelay, offDelay } = rule;
  return {
    raise: read('raise'),
    clear: rule.clear === '' ? null : read('clear'),
    consecutive,
    onDelay,
    offDelay,
  };
}
