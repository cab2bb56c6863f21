import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { AppError } from '../errors.ts';
import type { HttpServer } from './server.ts';

/** Serves the built web: hashed assets for ever, the page itself always fresh. Routes of the page live behind `#`. */
export async function serveWeb(server: HttpServer): Promise<void> {
  const { app, platform } = server;
  const root = platform.config.webDir;
  if (existsSync(root)) {
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
