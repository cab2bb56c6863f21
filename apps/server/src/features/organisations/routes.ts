import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { addOrganisation } from './add-organisation.ts';
import { deleteOrganisation } from './delete-organisation.ts';
import { createIngestKey } from './ingest-keys/create-ingest-key.ts';
import { listIngestKeys } from './ingest-keys/list-ingest-keys.ts';
import { revokeIngestKey } from './ingest-keys/revoke-ingest-key.ts';
import { moveOrganisation } from './move-organisation.ts';
import { organisationTree } from './organisation-tree.ts';
import { viewOrganisation } from './organisation-view.ts';
import { updateLimits } from './update-limits.ts';
import { updateOrganisation } from './update-organisation.ts';

type Needs = Pick<Platform, 'db' | 'bus' | 'text' | 'clock' | 'config'>;

export function registerOrganisationsRoutes(server: HttpServer, platform: Needs): void {
  registerRoute(server, 'organisationTree', ({ actor }, { query }) =>
    organisationTree(platform, actor, query),
  );
  registerRoute(server, 'getOrganisation', ({ actor }, { params }) =>
    viewOrganisation(platform, actor, params.id),
  );
  registerRoute(server, 'createOrganisation', (context, { body }) =>
    addOrganisation(platform, context, body),
  );
  registerRoute(server, 'updateOrganisation', (context, { params, body }) =>
    updateOrganisation(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'updateLimitsOfOrganisation', (context, { params, body }) =>
    updateLimits(platform, context, { id: params.id, limits: body }),
  );
  registerRoute(server, 'moveOrganisation', (context, { params, body }) =>
    moveOrganisation(platform, context, { id: params.id, parentId: body.parentId }),
  );
  registerRoute(server, 'deleteOrganisation', async (context, { params }) => {
    await deleteOrganisation(platform, context, params.id);
    return null;
  });
  registerIngestKeyRoutes(server, platform);
}

function registerIngestKeyRoutes(server: HttpServer, platform: Needs): void {
  registerRoute(server, 'createIngestKey', (context, { body }) => createIngestKey(platform, context, body));
  registerRoute(server, 'listIngestKeys', ({ actor }, { query }) =>
    listIngestKeys(platform, actor, query.organisationId),
  );
  registerRoute(server, 'revokeIngestKey', async (context, { params }) => {
    await revokeIngestKey(platform, context, params.id);
    return null;
  });
}
