import type { GuideLanguage, GuidePart, GuidePartName } from '../../lib/guide/guide-parts.ts';

type Loaded = Promise<{ default: GuidePart }>;
type Loaders = Readonly<Record<GuidePartName, () => Loaded>>;

const ENGLISH: Loaders = {
  'user-guide': () => import('virtual:guide/en/user-guide'),
  devices: () => import('virtual:guide/en/devices'),
  'device-api': () => import('virtual:guide/en/device-api'),
  imports: () => import('virtual:guide/en/imports'),
  settings: () => import('virtual:guide/en/settings'),
  backup: () => import('virtual:guide/en/backup'),
  security: () => import('virtual:guide/en/security'),
};

/** Each part of each language is a file of its own, fetched when it is opened. What proves the security of the software is written in English alone. */
const LOADERS: Readonly<Record<GuideLanguage, Readonly<Partial<Loaders>>>> = {
  en: ENGLISH,
  de: {
    'user-guide': () => import('virtual:guide/de/user-guide'),
    devices: () => import('virtual:guide/de/devices'),
    'device-api': () => import('virtual:guide/de/device-api'),
    imports: () => import('virtual:guide/de/imports'),
    settings: () => import('virtual:guide/de/settings'),
    backup: () => import('virtual:guide/de/backup'),
  },
  zh: {
    'user-guide': () => import('virtual:guide/zh/user-guide'),
    devices: () => import('virtual:guide/zh/devices'),
    'device-api': () => import('virtual:guide/zh/device-api'),
    imports: () => import('virtual:guide/zh/imports'),
    settings: () => import('virtual:guide/zh/settings'),
    backup: () => import('virtual:guide/zh/backup'),
  },
};

/** The language in which a reader of the guide finds a part. */
export const languageOfPart = (language: GuideLanguage, name: GuidePartName): GuideLanguage =>
  LOADERS[language][name] ? language : 'en';

export const loadPart = async (language: GuideLanguage, name: GuidePartName): Promise<GuidePart> =>
  (await (LOADERS[language][name] ?? ENGLISH[name])()).default;
