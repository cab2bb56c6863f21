import type { Language } from '@sunfleet/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../use-stored.ts';
import { storedLanguage } from './languages.ts';

/** The language of this browser and the way to change it. */
export function useLanguageChoice(): [Language, (language: Language) => void] {
  return [useStored(storedLanguage), storedLanguage.set];
}

/** Keeps texts and the document's language in step with the choice. Stands once, at the root. */
export function useLanguageInStep(): void {
  const language = useStored(storedLanguage);
  const { i18n } = useTranslation('common');
  useEffect(() => {
    document.documentElement.lang = language;
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [language, i18n]);
}
