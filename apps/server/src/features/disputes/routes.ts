import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideDispute } from './decide-dispute.ts';
import { listDeviceDisputes, replyToDispute } from './device-disputes.ts';
import { listDisputes, listOwnDisputes } from './list-disputes.ts';
import { openDispute } from './open-dispute.ts';
import { releaseDispute } from './release-dispute.ts';

export function registerDisputesRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'openDispute', async (context, { params, body }) => {
    await openDispute(platform, context, { stationId: params.id, ...body });
    return null;
  });
  registerRoute(server, 'listOwnDisputes', ({ actor }, { query }) => listOwnDisputes(platform, actor, query));
  registerRoute(server, 'listDeviceDisputes', ({ actor }, { params }) =>
    listDeviceDisputes(platform, actor, params.id),
  );
  registerRoute(server, 'replyToDispute', async (context, { params, body }) => {
    await replyToDispute(platform, context, { deviceId: params.id, ...body });
    return null;
  });
  registerRoute(server, 'releaseDispute', async (context, { params, body }) => {
    await releaseDispute(platform, context, { deviceId: params.id, ...body });
    return null;
  });
  registerRoute(server, 'listDisputes', (_context, { query }) => listDisputes(platform, query));
  registerRoute(server, 'decideDispute', async (context, { params, body }) => {
    await decideDispute(platform, context, { id: params.id, ...body });
    return null;
  });
}
