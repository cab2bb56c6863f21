import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { judgeTexts } from './judge-texts.ts';
import { listTexts } from './list-texts.ts';
import { ownTextsOf } from './read-own-texts.ts';
import { restoreTexts, saveTexts } from './save-texts.ts';

const CACHED_SECONDS = 60;

export function registerOwnTextsRoutes(
  server: HttpServer,
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
): void {
  const { db } = platform;
  registerRoute(server, 'ownTexts', (_context, { params }, { reply }) => {
    reply.header('cache-control', `public, max-age=${CACHED_SECONDS}`);
    return ownTextsOf(db, params.language);
  });
  registerRoute(server, 'listTexts', (_context, { params }) => listTexts(platform, params.language));
  registerRoute(server, 'checkTexts', async (_context, { params, body }) => {
    const { changes, faults } = await judgeTexts(
      params.language,
      body.rows,
      await ownTextsOf(db, params.language),
    );
    return { changes: changes.length, faults };
  });
  registerRoute(server, 'saveTexts', (context, { params, body }) =>
    saveTexts(platform, context, { ...params, ...body }),
  );
  registerRoute(server, 'restoreTexts', (context, { params }) =>
    restoreTexts(platform, context, params.language),
  );
}
