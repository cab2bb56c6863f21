import type { Theme } from '@sunfleet/contract';

/** A host's look while it is edited; `key` stays the same while the host is typed. */
export interface ThemeDraft extends Theme {
  key: number;
}

export type ThemeProblem = 'host' | 'twice' | 'color';

/** Largest picture that is kept, bytes. */
export const ICON_BYTES = 64 * 1024;

/** Pictures that a browser shows as an icon. */
export const ICON_TYPES = ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp', 'image/x-icon'] as const;

/** A host name in the form in which names are compared: without scheme, path and capitals. */
export const hostOf = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');

const HOST = /^(\[[0-9a-f:]+\]|[\p{L}\d]([\p{L}\d.-]*[\p{L}\d])?)(:\d{1,5})?$/u;

/** What is wrong with a host's row; undefined where nothing is. */
export function themeProblem(theme: Theme, all: readonly Theme[]): ThemeProblem | undefined {
  const host = hostOf(theme.url);
  if (!HOST.test(host)) return 'host';
  if (all.filter((other) => hostOf(other.url) === host).length > 1) return 'twice';
  return /^#[0-9A-F]{6}$/i.test(theme.themeColor) ? undefined : 'color';
}

/** The rows as the server takes them. */
export const themesBody = (themes: readonly ThemeDraft[]): Theme[] =>
  themes.map(({ url, themeColor, iconUrl }) => ({
    url: hostOf(url),
    themeColor: themeColor.toUpperCase(),
    iconUrl: iconUrl?.trim() || null,
  }));

/** Why a file cannot be an icon; undefined where it can. */
export function iconProblem(file: { type: string; size: number }): 'type' | 'size' | undefined {
  const type = file.type === 'image/vnd.microsoft.icon' ? 'image/x-icon' : file.type;
  if (!ICON_TYPES.some((known) => known === type)) return 'type';
  return file.size > ICON_BYTES ? 'size' : undefined;
}

/** A picture as an address of its own. */
export function readIcon(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}
