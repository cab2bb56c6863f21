import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptGrant, declineGrant } from './answer-grant.ts';
import { acceptHandOver } from './accept-hand-over.ts';
import { accessLog } from './access-log.ts';
import { changeInstaller } from './change-installer.ts';
import { createGrant } from './create-grant.ts';
import { declineHandOver } from './decline-hand-over.ts';
import { handOverStation } from './hand-over-station.ts';
import { listHandOvers } from './list-hand-overs.ts';
import { plantAuthority } from './plant-authority.ts';
import { queryGrants } from './query-grants.ts';
import { revokeGrant } from './revoke-grant.ts';
import { shareStation } from './share-station.ts';
import { withdrawHandOver } from './withdraw-hand-over.ts';

export function registerGrantsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'queryGrants', ({ actor }, { body }) => queryGrants(platform, actor, body));
  registerRoute(server, 'createGrant', (context, { body }) => createGrant(platform, context, body));
  registerRoute(server, 'acceptGrant', (context, { params }) => acceptGrant(platform, context, params.id));
  registerRoute(server, 'declineGrant', (context, { params }) => declineGrant(platform, context, params.id));
  registerRoute(server, 'revokeGrant', (context, { params }) => revokeGrant(platform, context, params.id));
  registerRoute(server, 'plantAuthority', ({ actor }, { query }) => plantAuthority(platform, actor, query));
  registerRoute(server, 'accessLog', ({ actor }, { params, query }) =>
    accessLog(platform, actor, { stationId: params.id, ...query }),
  );
  registerRoute(server, 'shareStation', (context, { params, body }) =>
    shareStation(platform, context, { stationId: params.id, shared: body.shared }),
  );
  registerHandOverRoutes(server, platform);
}

function registerHandOverRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'handOverStation', (context, { params, body }) =>
    handOverStation(platform, context, { stationId: params.id, account: body.account }),
  );
  registerRoute(server, 'listHandOvers', ({ actor }, { query }) => listHandOvers(platform, actor, query));
  registerRoute(server, 'acceptHandOver', (context, { params }) =>
    acceptHandOver(platform, context, params.id),
  );
  registerRoute(server, 'declineHandOver', (context, { params }) =>
    declineHandOver(platform, context, params.id),
  );
  registerRoute(server, 'withdrawHandOver', (context, { params }) =>
    withdrawHandOver(platform, context, params.id),
  );
  registerRoute(server, 'changeInstaller', (context, { params, body }) =>
    changeInstaller(platform, context, { stationId: params.id, organisationCode: body.organisationCode }),
  );
}
