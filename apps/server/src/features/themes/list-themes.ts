import type { Theme } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { themesOfSetting } from './theme-setting.ts';

/** Themes of every host: those of the settings, and over them those that were saved. */
export async function listThemes({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Theme[]> {
  const stored = await db
    .selectFrom('themes')
    .select(['url', 'themeColor', 'iconUrl'])
    .orderBy('url')
    .execute();
  const themes = new Map([...themesOfSetting(config.themes), ...stored].map((theme) => [theme.url, theme]));
  return [...themes.values()];
}
