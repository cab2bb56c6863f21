import type { CustomRole } from '@sunfleet/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Name and description of a role: a custom one's own, a built-in one's in the reader's language. */
export function useRoleWords(): (role: Pick<CustomRole, 'id' | 'name' | 'description' | 'basedOn'>) => {
  name: string;
  description: string;
} {
  const { t } = useTranslation(['access', 'common']);
  return useCallback(
    ({ id, name, description, basedOn }) =>
      id === null
        ? { name: t(`common:account.role.${basedOn}`), description: t(`access:role.${basedOn}`) }
        : { name, description },
    [t],
  );
}
