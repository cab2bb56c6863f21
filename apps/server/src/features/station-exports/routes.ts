import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
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
  registerRoute(server, 'getStationExport', (context, { params }, { reply }) =>
    sendFile(server, { context, name: 'getStationExport', reply }, async () => {
      const { name, type, content } = await readExport(platform, context.actor, params.id);
      reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store');
      return content;
    }),
  );
}
