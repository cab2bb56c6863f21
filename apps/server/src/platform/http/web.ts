import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '../errors.ts';
import type { HttpServer } from './server.ts';

/** Serves the built web: hashed assets for ever, the page itself always fresh. Routes of the page live behind `#`. */
export async function serveWeb(server: HttpServer): Promise<void> {
  const { app, platform } = server;
  const { webDir: root, themeHosts } = platform.config;
  if (existsSync(root)) {
    if (themeHosts.length > 0) await servePage(server);
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      setHeaders(reply, file) {
        const hashed = file.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((_request, reply) => {
    reply.code(404);
    throw new AppError('notFound');
  });
}

const THEME_HOSTS = /(<meta name="sunfleet-theme-hosts" content=")[^"]*(")/;

/** Serves the page with the theme hosts of the settings in place of those it was built with. */
async function servePage({ app, platform }: HttpServer): Promise<void> {
  const { webDir, themeHosts } = platform.config;
  const built = await readFile(path.join(webDir, 'index.html'), 'utf8');
  const page = built.replace(THEME_HOSTS, `$1${themeHosts.join(' ')}$2`);
  for (const url of ['/', '/index.html']) {
    app.get(url, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    );
  }
}
