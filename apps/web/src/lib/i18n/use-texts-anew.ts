import { useTranslation } from 'react-i18next';
import { forgetOwnTexts } from './own-texts.ts';

/** Shows the texts of a language as the installation has them now, on this page. */
export function useTextsAnew(language: string): () => Promise<void> {
  const { i18n } = useTranslation('common');
  return async () => {
    forgetOwnTexts(language);
    await i18n.reloadResources(language);
    await i18n.changeLanguage(i18n.language);
  };
}
