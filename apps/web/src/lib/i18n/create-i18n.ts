import { FALLBACK_LANGUAGE, withOwnTexts } from '@sunfleet/contract';
import { createInstance, type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadChunk } from '../load-chunk.ts';
import { ownTextsOf } from './own-texts.ts';
import { textFile } from './text-files.ts';

/** Reads the texts of one domain in one language. */
export type LoadTexts = (language: string, domain: string) => Promise<object>;

/** Each domain of each language is a file of its own, fetched when a page first needs it. Texts of the installation stand in place of others. */
export const loadTexts: LoadTexts = async (language, domain) => {
  const file = textFile(language, domain);
  if (!file) throw new Error(`no texts ${language}/${domain}`);
  const [texts, own] = await Promise.all([loadChunk(file), ownTextsOf(language)]);
  return withOwnTexts(texts, own[domain]);
};

/**
 * Texts by domain (`useTranslation('stations')`), loaded lazily; components wait under the nearest Suspense.
 * Resolves when the language's `common` texts are there.
 */
export async function createI18n(language: string, load: LoadTexts = loadTexts): Promise<i18n> {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    read: (wanted, domain, done) => {
      load(wanted, domain).then(
        (texts) => done(null, texts as Record<string, string>),
        (error: Error) => done(error, null),
      );
    },
  };
  const instance = createInstance().use(backend).use(initReactI18next);
  await instance.init({
    lng: language,
    fallbackLng: language === FALLBACK_LANGUAGE ? false : FALLBACK_LANGUAGE,
    load: 'currentOnly',
    ns: ['common'],
    defaultNS: 'common',
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  });
  return instance;
}
