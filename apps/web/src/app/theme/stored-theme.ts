import { createStored } from '../../lib/stored.ts';
import { DEFAULT_THEME, type HostTheme } from './host-theme.ts';

/** The host's look as last seen, so that a page begins in its colour. */
export const storedTheme = createStored<HostTheme>({
  key: 'sunfleet.theme',
  parse: (value) => {
    const { color, iconUrl } = (value ?? {}) as Partial<HostTheme>;
    return typeof color === 'string' ? { color, iconUrl: iconUrl ?? null } : undefined;
  },
  fallback: DEFAULT_THEME,
});
