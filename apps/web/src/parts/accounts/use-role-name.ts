import type { Role } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What somebody's role is called: a custom role by its own name, a built-in one in the reader's language. */
export function useRoleName(): (holder: { role: Role; roleName: string | null }) => string {
  const { t } = useTranslation('common');
  return useCallback(({ role, roleName }) => roleName ?? t(`account.role.${role}`), [t]);
}
