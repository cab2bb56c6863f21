import { useTranslation } from 'react-i18next';

/** The page's language, `de-DE`. */
export function useLanguage(): string {
  return useTranslation('common').i18n.language;
}
