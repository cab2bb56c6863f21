import type { Config } from '../../config.ts';

/**
 * What a browser may do with pages of this server: scripts come only from this server, and none stand in the page itself. Styles
 * are written by components as they go, pictures come as map tiles and icons of themes, and the page asks other nodes.
 */
function contentPolicy({ nodes, themeHosts }: Pick<Config, 'nodes' | 'themeHosts'>): string {
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", 'https:', ...plainOrigins([nodes, ...themeHosts].join(' '))],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Origins in the settings that speak HTTP without TLS. */
function plainOrigins(settings: string): string[] {
  const urls = settings.match(/http:\/\/[^\s,;]+/g) ?? [];
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.origin ?? []))];
}

/** Headers of every answer. */
export function securityHeaders(
  config: Pick<Config, 'nodes' | 'themeHosts'>,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(config),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
  };
}
