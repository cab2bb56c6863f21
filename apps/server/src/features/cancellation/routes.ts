import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { cancelAccount } from './cancel-account.ts';
import { exportAccount } from './export-account.ts';
import { getCancellation } from './get-cancellation.ts';
import { keepAccount } from './keep-account.ts';

/** Stations that are read for files at the same time, of all people. */
const STATIONS_AT_ONCE = 2;

export function registerCancellationRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getCancellation', (context) => getCancellation(platform, context));
  registerRoute(server, 'cancelAccount', (context, { body }) => cancelAccount(platform, context, body));
  registerRoute(server, 'keepAccount', (context) => keepAccount(platform, context));
  const turns = createTurns({ atOnce: STATIONS_AT_ONCE });
  registerRoute(server, 'exportAccount', (context, _request, { reply }) =>
    sendFile(server, { context, name: 'exportAccount', reply, isWritten: true }, async () => {
      const file = await exportAccount({ ...platform, turns }, context);
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="sunfleet-account.json"')
        .header('cache-control', 'no-store');
      return file;
    }),
  );
}
