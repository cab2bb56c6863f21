import type { DEFAULT_THEME_COLOR, Theme } from '@sunfleet/contract';

const DEFAULT_COLOR: typeof DEFAULT_THEME_COLOR = '#CA0B0F';

/** Look of a host: colour of the brand, and its icon where it has one. */
export interface HostTheme {
  color: string;
  iconUrl: string | null;
}

export const DEFAULT_THEME: HostTheme = { color: DEFAULT_COLOR, iconUrl: null };

/** The largest number of hosts that are asked after the page's own one. */
const FALLBACK_HOSTS = 2;

interface FindOptions {
  location: Pick<Location, 'hostname' | 'host' | 'pathname'>;
  /** Hosts asked in turn when the page's own does not answer. */
  fallbackHosts: readonly string[];
  /** Theme entries of a host, `''` for the page's own; rejects when there is no answer. */
  load: (host: string) => Promise<readonly Theme[]>;
}

/** The theme of the page's host: its entry in the theme configuration, else the default. Never fails. */
export async function findHostTheme({ location, fallbackHosts, load }: FindOptions): Promise<HostTheme> {
  if (isLocal(location)) return DEFAULT_THEME;
  for (const host of ['', ...fallbackHosts.slice(0, FALLBACK_HOSTS)]) {
    try {
      return matchTheme(await load(host), location.host);
    } catch {
      // This host did not answer. The next one may know the theme.
    }
  }
  return DEFAULT_THEME;
}

/** Development and trial installations keep the default look. */
function isLocal({ hostname, pathname }: Pick<Location, 'hostname' | 'pathname'>): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || pathname.split('/').includes('dist-v2');
}

function matchTheme(themes: readonly Theme[], host: string): HostTheme {
  const entry = themes.find(({ url }) => hostOf(url) === host.toLowerCase());
  if (!entry) return DEFAULT_THEME;
  const color = /^#[0-9a-f]{6}$/i.test(entry.themeColor) ? entry.themeColor : DEFAULT_COLOR;
  return { color, iconUrl: entry.iconUrl };
}

const hostOf = (url: string): string => (URL.parse(url)?.host || url.replace(/\/.*$/, '')).toLowerCase();
