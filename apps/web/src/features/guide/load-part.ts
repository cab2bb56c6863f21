import type { GuidePart, GuidePartName } from '../../lib/guide/guide-parts.ts';

type Loaded = Promise<{ default: GuidePart }>;

/** Each part is a file of its own, fetched when it is opened. */
const LOADERS: Readonly<Record<GuidePartName, () => Loaded>> = {
  'user-guide': () => import('virtual:guide/user-guide'),
  devices: () => import('virtual:guide/devices'),
  'device-api': () => import('virtual:guide/device-api'),
  imports: () => import('virtual:guide/imports'),
  settings: () => import('virtual:guide/settings'),
  backup: () => import('virtual:guide/backup'),
  security: () => import('virtual:guide/security'),
};

export const loadPart = async (name: GuidePartName): Promise<GuidePart> => (await LOADERS[name]()).default;
