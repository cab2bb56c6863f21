import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { cancelAccount } from './cancel-account.ts';
import { exportAccount } from './export-account.ts';
import { getCancellation } from './get-cancellation.ts';
import { keepAccount } from './keep-account.ts';

export function registerCancellationRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getCancellation', (context) => getCancellation(platform, context));
  registerRoute(server, 'cancelAccount', (context, { body }) => cancelAccount(platform, context, body));
  registerRoute(server, 'keepAccount', (context) => keepAccount(platform, context));
  registerRoute(server, 'exportAccount', async (context, _request, { reply }) => {
    const file = await exportAccount(platform, context);
    await reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sunfleet-account.json"')
      .header('cache-control', 'no-store')
      .send(file);
    // The reply is the file; there is no envelope.
    return undefined as never;
  });
}
