import { FALLBACK_LANGUAGE, LANGUAGES, type Language, type OwnTexts, withOwnTexts } from '@sunfleet/contract';
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

type Resources = Record<string, Record<string, Record<string, unknown>>>;

interface Texts {
  text: Text;
  /** From now on these stand in the places of others, by language; those of before do not. */
  use(own: ReadonlyMap<string, OwnTexts>): void;
}

/** Loads the server's texts of every language once. */
export const loadTexts = async (): Promise<Text> => (await openTexts()).text;

/** The same for an installation that has texts of its own. */
export async function openTexts(): Promise<Texts> {
  const resources: Resources = {};
  for (const language of LANGUAGES) {
    resources[language] = {};
    for (const domain of DOMAINS) resources[language][domain] = await loadDomain(language, domain);
  }
  const i18n = createInstance();
  // It keeps what it is given and changes that.
  const shown = Object.entries(resources).map(([language, domains]) => [language, { ...domains }]);
  await i18n.init({
    resources: Object.fromEntries(shown) as never,
    lng: FALLBACK_LANGUAGE,
    fallbackLng: FALLBACK_LANGUAGE,
    ns: [...DOMAINS],
    interpolation: { escapeValue: false },
  });
  const put = (language: string, domain: string, own: OwnTexts[string] | undefined) => {
    i18n.removeResourceBundle(language, domain);
    i18n.addResourceBundle(language, domain, withOwnTexts(resources[language]![domain]!, own));
  };
  const placed = new Map<string, OwnTexts>();
  return {
    text(language, key, values) {
      const dot = key.indexOf('.');
      return i18n.t(key.slice(dot + 1), { ...values, lng: language, ns: key.slice(0, dot) });
    },
    use(own) {
      for (const language of LANGUAGES)
        for (const domain of DOMAINS)
          if (placed.get(language)?.[domain] || own.get(language)?.[domain])
            put(language, domain, own.get(language)?.[domain]);
      placed.clear();
      for (const [language, texts] of own) placed.set(language, texts);
    },
  };
}

/** So much of an `Accept-Language` header is looked at: browsers name a handful, and 16 kB can name eight thousand. */
const LOOKED_AT = 256;

/** Languages by their tags in small letters, and by the first part of these: the first one that has it. */
const BY_TAG = new Map<string, Language>(LANGUAGES.map((language) => [language.toLowerCase(), language]));
const BY_FAMILY = new Map<string, Language>(
  LANGUAGES.toReversed().map((language) => [familyOf(language), language]),
);

/** The first language of an `Accept-Language` header that the platform speaks. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, LOOKED_AT)
    .split(',')
    .map((part) => part.split(';')[0]!.trim().toLowerCase());
  for (const tag of wanted) {
    const found = BY_TAG.get(tag) ?? BY_FAMILY.get(familyOf(tag));
    if (found) return found;
  }
  return FALLBACK_LANGUAGE;
}

function familyOf(tag: string): string {
  return tag.split('-')[0]!;
}

/** The language somebody chose, or `otherwise` where they chose none that the platform speaks. */
export function languageOf<T>(chosen: string | null, otherwise: T): Language | T {
  return LANGUAGES.find((language) => language === chosen) ?? otherwise;
}
