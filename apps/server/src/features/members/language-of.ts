import { LANGUAGES, type Language } from '@sunfleet/contract';

/** The language somebody chose, or the one that is used where they chose none. */
export function languageOf(chosen: string | null, otherwise: Language): Language {
  return LANGUAGES.find((language) => language === chosen) ?? otherwise;
}
