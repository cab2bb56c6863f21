import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';

type Hosts = Pick<Config, 'nodes' | 'themeHosts' | 'webDir' | 'mapTiles'>;

/**
 * What a browser may do with pages of this server: scripts come only from this server, and none stand in the page itself. Styles
 * are written by components as they go, pictures come as map tiles and icons of themes, and the page asks the hosts of the settings.
 */
function contentPolicy(config: Hosts): string {
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    // The reader of labels is WebAssembly. Its bytes come from this server as scripts do; `eval` stays forbidden.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...askedOrigins(config)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Other servers that the page asks: nodes and theme hosts of the settings, theme hosts of the build, and providers of maps. */
function askedOrigins({ nodes, themeHosts, webDir, mapTiles }: Hosts): string[] {
  const built = /<meta name="sunfleet-theme-hosts" content="([^"]*)"/.exec(textOf(webDir, 'index.html'))?.[1];
  const maps = mapTiles?.url ?? textOf(webDir, 'map-providers.json');
  const urls = [nodes, ...themeHosts, built, maps].join(' ').match(/https?:\/\/[^\s,;"{}|\\]+/g) ?? [];
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.origin ?? []))];
}

/** A file of the built web; empty where there is none. */
function textOf(webDir: string, name: string): string {
  try {
    return readFileSync(path.join(webDir, name), 'utf8');
  } catch {
    return '';
  }
}

/** Headers of every answer. */
export function securityHeaders(config: Hosts): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(config),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    // A page of somebody else that opened this one, or that it leads to, has no hold on its window.
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** A year: whoever came over TLS once does not come without it. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * Headers that depend on the request: TLS is kept to where it is spoken, and what says nothing else is not kept by anybody. How an address is written does not
 * count: `/%61pi/` and `http://host/api/` lead to the API as well.
 */
export function headersOf(
  { protocol }: { protocol: string },
  has: (name: string) => boolean,
): Readonly<Record<string, string>> {
  return {
    ...(protocol === 'https' ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
    ...(has('cache-control') ? {} : { 'cache-control': 'no-store' }),
  };
}
