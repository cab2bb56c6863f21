import type { GuideLanguage, GuidePart, GuidePartName } from '../../lib/guide/guide-parts.ts';

type Loaded = Promise<{ default: GuidePart }>;
type Loaders = Readonly<Record<GuidePartName, () => Loaded>>;

/** Each part of each language is a file of its own, fetched when it is opened. */
const LOADERS: Readonly<Record<GuideLanguage, Loaders>> = {
  en: {
    'user-guide': () => import('virtual:guide/en/user-guide'),
    devices: () => import('virtual:guide/en/devices'),
    'device-api': () => import('virtual:guide/en/device-api'),
    imports: () => import('virtual:guide/en/imports'),
    settings: () => import('virtual:guide/en/settings'),
    backup: () => import('virtual:guide/en/backup'),
    security: () => import('virtual:guide/en/security'),
  },
  de: {
    'user-guide': () => import('virtual:guide/de/user-guide'),
    devices: () => import('virtual:guide/de/devices'),
    'device-api': () => import('virtual:guide/de/device-api'),
    imports: () => import('virtual:guide/de/imports'),
    settings: () => import('virtual:guide/de/settings'),
    backup: () => import('virtual:guide/de/backup'),
    security: () => import('virtual:guide/de/security'),
  },
  zh: {
    'user-guide': () => import('virtual:guide/zh/user-guide'),
    devices: () => import('virtual:guide/zh/devices'),
    'device-api': () => import('virtual:guide/zh/device-api'),
    imports: () => import('virtual:guide/zh/imports'),
    settings: () => import('virtual:guide/zh/settings'),
    backup: () => import('virtual:guide/zh/backup'),
    security: () => import('virtual:guide/zh/security'),
  },
};

export const loadPart = async (language: GuideLanguage, name: GuidePartName): Promise<GuidePart> =>
  (await LOADERS[language][name]()).default;
