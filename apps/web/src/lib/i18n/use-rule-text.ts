import type { Rule } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';

/** Words of a broken rule; undefined where none is broken. */
export function useRuleText(): (rule: Rule | undefined) => string | undefined {
  const { t } = useTranslation('rules');
  return (rule) => rule && t(rule);
}
