import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteExport } from './delete-exports.ts';
import { listExports } from './list-exports.ts';
import { readExport } from './read-export.ts';
import { startExport } from './start-export.ts';

export function registerStationExportsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'exportStations', (context, { body }) => startExport(platform, context, body));
  registerRoute(server, 'listStationExports', ({ actor }) => listExports(platform.db, actor));
  registerRoute(server, 'deleteStationExport', (context, { params }) =>
    deleteExport(platform, context, params.id),
  );
  registerRoute(server, 'getStationExport', async ({ actor }, { params }, { reply }) => {
    const { name, type, content } = await readExport(platform, actor, params.id);
    await reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(content);
    // The reply is the file; there is no envelope.
    return undefined as never;
  });
}
