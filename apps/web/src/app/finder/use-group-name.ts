import { useTranslation } from 'react-i18next';
import type { Find } from './finds-of.ts';

/** What a group of finds is called. */
export function useGroupName(): (group: Find['group']) => string {
  const { t } = useTranslation(['common', 'search']);
  return (group) => (group === 'settings' || group === 'all' ? t(`search:${group}`) : t(`finder.${group}`));
}
