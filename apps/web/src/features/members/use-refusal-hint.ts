import type { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';

/** What the person can do after a refusal, where there is something to do. */
export function useRefusalHint(error: CallError | null): string | undefined {
  const { t } = useTranslation('members');
  return error?.error === 'lastAdministrator' ? t('lastAdministratorHint') : undefined;
}
