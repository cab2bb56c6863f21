import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';

/** What to do about a refusal that has a way out. */
export function useRefusalHint(error: CallError | null): string | undefined {
  const { t } = useTranslation('members');
  return error?.error === 'lastAdministrator' ? t('lastAdministratorHint') : undefined;
}
