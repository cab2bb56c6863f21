import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCorrection } from './create-correction.ts';
import { listCorrections } from './list-corrections.ts';
import { removeCorrection } from './remove-correction.ts';
import { updateCorrection } from './update-correction.ts';

export function registerEnergyCorrectionsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listEnergyCorrections', ({ actor }, { params }) =>
    listCorrections(platform.db, actor, params.id),
  );
  registerRoute(server, 'createEnergyCorrection', (context, { params, body }) =>
    createCorrection(platform, context, { stationId: params.id, fields: body }),
  );
  registerRoute(server, 'updateEnergyCorrection', (context, { params, body: { revision, ...fields } }) =>
    updateCorrection(platform, context, {
      stationId: params.id,
      id: params.correctionId,
      revision,
      fields,
    }),
  );
  registerRoute(server, 'removeEnergyCorrection', (context, { params, query }) =>
    removeCorrection(platform, context, {
      stationId: params.id,
      id: params.correctionId,
      revision: query.revision,
    }),
  );
}
