import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { readAction } from './read-action.ts';

/** An action in plain words: `Authorisation: revoked`; its own name made readable where nobody wrote a text. */
export function useActionText(): (action: string) => string {
  const { t } = useTranslation('audit');
  return useCallback(
    (action) => {
      const { domain, verb, plain } = readAction(action);
      if (!domain || !verb) return plain;
      return t('action', { domain: t(`domain.${domain}`), verb: t(`verb.${verb}`) });
    },
    [t],
  );
}
