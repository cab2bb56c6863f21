import { FALLBACK_LANGUAGE, type Language, LANGUAGES } from '@sunfleet/contract';
import { createStored } from '../stored.ts';

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  'zh-CN': '简体中文',
  'en-US': 'English',
  'pt-BR': 'Português',
  'ko-KR': '한국어',
  'es-ES': 'Español',
  'ja-JP': '日本語',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'de-DE': 'Deutsch',
};

/** The first of the browser's languages that the product speaks, by tag or by its first part; else the fallback. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const exact = LANGUAGES.find((language) => language.toLowerCase() === tag.toLowerCase());
    const related = LANGUAGES.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
    const found = exact ?? related;
    if (found) return found;
  }
  return FALLBACK_LANGUAGE;
}

/** The language of this browser: the chosen one, else the browser's. */
export const storedLanguage = createStored<Language>({
  key: 'sunfleet.language',
  parse: (value) => LANGUAGES.find((language) => language === value),
  fallback: chooseLanguage(navigator.languages),
});

/** Whether somebody chose a language on this device; else it is the browser's. */
export const languageIsChosen = (): boolean => localStorage.getItem('sunfleet.language') !== null;
