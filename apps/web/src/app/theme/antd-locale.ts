import type { Language } from '@sunfleet/contract';
import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { use } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';

interface Words {
  default: Locale;
}

interface Calendar {
  default: { name: string };
}

/** Words of the component library and of its calendar, each language a chunk of its own. */
const LOADERS: Readonly<Record<Language, () => Promise<[Words, Calendar]>>> = {
  'zh-CN': () => Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]),
  'en-US': () => Promise.all([import('antd/es/locale/en_US'), import('dayjs/locale/en')]),
  'pt-BR': () => Promise.all([import('antd/es/locale/pt_BR'), import('dayjs/locale/pt-br')]),
  'ko-KR': () => Promise.all([import('antd/es/locale/ko_KR'), import('dayjs/locale/ko')]),
  'es-ES': () => Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')]),
  'ja-JP': () => Promise.all([import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')]),
  'it-IT': () => Promise.all([import('antd/es/locale/it_IT'), import('dayjs/locale/it')]),
  'nl-NL': () => Promise.all([import('antd/es/locale/nl_NL'), import('dayjs/locale/nl')]),
  'pl-PL': () => Promise.all([import('antd/es/locale/pl_PL'), import('dayjs/locale/pl')]),
  'de-DE': () => Promise.all([import('antd/es/locale/de_DE'), import('dayjs/locale/de')]),
};

const loading = new Map<Language, Promise<[Words, Calendar]>>();

/** Fetches the component library's words in a language, once. */
export function fetchWords(language: Language): Promise<[Words, Calendar]> {
  let promise = loading.get(language);
  if (!promise) {
    promise = loadChunk(LOADERS[language]);
    loading.set(language, promise);
  }
  return promise;
}

/** The component library's words in a language; suspends until they are there. */
export function useAntdLocale(language: Language): Locale {
  const [words, calendar] = use(fetchWords(language));
  dayjs.locale(calendar.default.name);
  return words.default;
}
