import { DEFAULT_THEME_COLOR, type Theme } from '@sunfleet/contract';

/**
 * Themes of `SUNFLEET_THEMES` (`host=#rrggbb|iconUrl,...`); icon and colour may be left out. An entry without a host is left
 * out, a colour that is none becomes the default one, an icon that is no http(s) URL or path of this host is dropped.
 */
export function themesOfSetting(setting: string): Theme[] {
  return setting
    .split(',')
    .map(readTheme)
    .filter((theme) => theme !== undefined);
}

function readTheme(entry: string): Theme | undefined {
  const separator = entry.indexOf('=');
  const url = entry.slice(0, separator).trim();
  if (separator < 1 || url === '') return undefined;
  const [color = '', icon = ''] = entry.slice(separator + 1).split('|');
  return {
    url,
    themeColor: /^#[0-9a-f]{6}$/i.test(color.trim()) ? color.trim() : DEFAULT_THEME_COLOR,
    iconUrl: /^(https?:\/\/|\/(?!\/))\S+$/i.test(icon.trim()) ? icon.trim() : null,
  };
}
