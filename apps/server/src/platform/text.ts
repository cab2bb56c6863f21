import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { createInstance } from 'i18next';

/** Text of a key (`errors.notFound`: the domain before the first dot) in a language, with `{{placeholders}}` filled. */
export type Text = (
  language: Language,
  key: string,
  values?: Readonly<Record<string, string | number>>,
) => string;

const DOMAINS = [
  'errors',
  'common',
  'devices',
  'alarms',
  'faults',
  'import-problems',
  'rules',
  'runs',
  'messages',
  'profiles',
  'sims',
  'stations',
] as const;

/** Loads the server's texts of every language once. */
export async function loadTexts(): Promise<Text> {
  const resources: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const language of LANGUAGES) {
    resources[language] = {};
    for (const domain of DOMAINS) resources[language][domain] = await loadDomain(language, domain);
  }
  const i18n = createInstance();
  await i18n.init({
    resources: resources as never,
    lng: FALLBACK_LANGUAGE,
    fallbackLng: FALLBACK_LANGUAGE,
    ns: [...DOMAINS],
    interpolation: { escapeValue: false },
  });
  return (language, key, values) => {
    const dot = key.indexOf('.');
    return i18n.t(key.slice(dot + 1), { ...values, lng: language, ns: key.slice(0, dot) });
  };
}

/** The first language of an `Accept-Language` header that the platform speaks. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim().toLowerCase())
    .filter(Boolean);
  for (const tag of wanted) {
    const exact = LANGUAGES.find((language) => language.toLowerCase() === tag);
    const related = LANGUAGES.find((language) => language.split('-')[0] === tag.split('-')[0]);
    const found = exact ?? related;
    if (found) return found;
  }
  return FALLBACK_LANGUAGE;
}

/** The language somebody chose, or `otherwise` where they chose none that the platform speaks. */
export function languageOf<T>(chosen: string | null, otherwise: T): Language | T {
  return LANGUAGES.find((language) => language === chosen) ?? otherwise;
}
