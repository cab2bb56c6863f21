import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { addToBatch, removeFromBatch } from './batch-devices.ts';
import { createBatch, deleteBatch, updateBatch } from './edit-batches.ts';
import { getBatch, listBatches } from './list-batches.ts';

export function registerDeviceBatchesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listDeviceBatches', ({ actor }, { query }) => listBatches(platform, actor, query));
  registerRoute(server, 'getDeviceBatch', ({ actor }, { params }) => getBatch(platform.db, actor, params.id));
  registerRoute(server, 'createDeviceBatch', (context, { body }) => createBatch(platform, context, body));
  registerRoute(server, 'updateDeviceBatch', (context, { params, body }) =>
    updateBatch(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'addToDeviceBatch', (context, { params, body }) =>
    addToBatch(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'removeFromDeviceBatch', (context, { params, body }) =>
    removeFromBatch(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'deleteDeviceBatch', (context, { params }) =>
    deleteBatch(platform, context, params.id),
  );
}
