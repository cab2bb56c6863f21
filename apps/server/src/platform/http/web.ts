import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';
import { heldRoute, holdFile, sendHeld, type HeldFile } from './held-file.ts';
import type { HttpServer } from './server.ts';
import { readWebFiles } from './web-files.ts';

/** Serves the built web: hashed assets for ever, the page itself always fresh. Routes of the page live behind `#`. A server without pages serves none. */
export async function serveWeb({ app, platform }: HttpServer): Promise<void> {
  const { roles, webDir, themeHosts, mapTiles } = platform.config;
  if (roles.has('api') && existsSync(webDir)) {
    const files = await readWebFiles(webDir);
    const page = files.get('index.html');
    if (page && themeHosts.length > 0) files.set('index.html', nameThemeHosts(page, themeHosts));
    if (mapTiles) files.set('map-providers.json', mapFile(mapTiles));
    app.get<{ Params: { '*': string } }>('/*', heldRoute, (request, reply) => {
      const file = files.get(request.params['*'] || 'index.html');
      return file ? sendHeld(request, reply, file) : reply.callNotFound();
    });
  }
  app.setNotFoundHandler((_request, reply) => {
    reply.code(404);
    throw new AppError('notFound');
  });
}

/** The file of map providers as the settings say it, for every host. */
function mapFile({ url, credit }: NonNullable<Config['mapTiles']>): HeldFile {
  const source = url.endsWith('.json') ? { style: url } : { tiles: url };
  const text = JSON.stringify([{ host: '*', ...source, datum: 'WGS-84', credit }]);
  return holdFile({ type: 'application/json', cacheControl: 'no-cache', bytes: Buffer.from(text) });
}

const THEME_HOSTS = /(<meta name="sunfleet-theme-hosts" content=")[^"]*(")/;

/** The page with the theme hosts of the settings in place of those it was built with. */
function nameThemeHosts({ type, cacheControl, bytes }: HeldFile, themeHosts: readonly string[]): HeldFile {
  const page = bytes.toString().replace(THEME_HOSTS, `$1${themeHosts.join(' ')}$2`);
  return holdFile({ type, cacheControl, bytes: Buffer.from(page) });
}
