import multipart from '@fastify/multipart';
import { LIMITS } from '@sunfleet/contract';
import { registerRoute } from '../../platform/http/register-route.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { importPoints } from '../telemetry/index.ts';
import { cancelImport } from './cancel-import.ts';
import type { Imports } from './create-imports.ts';
import { getImport, listImports } from './import-view.ts';
import { quotaOf } from './limits/file-quota.ts';
import { receiveUpload } from './receive-upload.ts';
import { previewUndo, undoImport } from './undo/undo-import.ts';
import { startImport } from './start-import.ts';

export function registerImportsRoutes(server: HttpServer, platform: Platform, imports: Imports): void {
  void server.app.register(multipart, {
    limits: { files: 1, fields: 0, headerPairs: 20, fileSize: LIMITS.importBytes },
  });
  registerRoute(server, 'previewImport', (context, _, exchange) =>
    receiveUpload(platform, imports, {
      actor: context.actor,
      ...exchange,
      inTurn: (work) => server.people.lookUp(senderOf(context), 'previewImport', work),
    }),
  );
  registerRoute(server, 'startImport', (context, { body }) =>
    startImport(platform, imports, { context, input: body }),
  );
  registerRoute(server, 'listImportPoints', async ({ actor }, { params }) => {
    const { organisationId } = await requireStation(platform.db, actor, params.id, 'imports.run');
    return importPoints(platform.db, actor, organisationId);
  });
  registerRoute(server, 'getImportQuota', ({ actor }) => quotaOf(platform, actor));
  registerRoute(server, 'getImport', ({ actor }, { params }) => getImport(platform, actor, params.id));
  registerRoute(server, 'listImports', ({ actor }) => listImports(platform, actor));
  registerRoute(server, 'getImportUndo', ({ actor }, { params }) => previewUndo(platform, actor, params.id));
  registerRoute(server, 'undoImport', (context, { params }) => undoImport(platform, context, params.id));
  registerRoute(server, 'cancelImport', (context, { params }) => cancelImport(platform, context, params.id));
}
