import { registerProposedRoute } from '../../platform/http/register-proposed-route.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { editOrganisationLimits, editPlatformLimits } from './edit-limits.ts';
import { getOrganisationCommands, getPlatformCommands } from './get-commands.ts';
import { listDeviceCommands } from './list-device-commands.ts';
import { listStationCommands } from './list-station-commands.ts';
import { listStopped } from './list-stopped.ts';
import { readFaultRecording } from './read-fault-recording.ts';
import { readRegisters } from './read-registers.ts';
import { liftStop, resumeCommands, stopCommands } from './stop-commands.ts';

export function registerCommandsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listStoppedCommands', ({ actor }) => listStopped(platform, actor));
  registerRoute(server, 'readRegisters', ({ actor }, { params, body }) =>
    readRegisters(platform, actor, params.id, body),
  );
  registerRoute(server, 'readFaultRecording', ({ actor }, { params }) =>
    readFaultRecording(platform, actor, params.id),
  );
  registerRoute(server, 'listDeviceCommands', ({ actor }, { params, query }) =>
    listDeviceCommands(platform, actor, params.id, query),
  );
  registerRoute(server, 'listStationCommands', ({ actor }, { params, query }) =>
    listStationCommands(platform, actor, params.id, query),
  );
  registerPlatformCommands(server, platform);
  registerRoute(server, 'getOrganisationCommands', ({ actor }, { params }) =>
    getOrganisationCommands(platform, actor, params.id),
  );
  registerRoute(server, 'editOrganisationCommands', async (context, { params, body }) => {
    await editOrganisationLimits(platform, context, { organisationId: params.id, limits: body });
    return getOrganisationCommands(platform, context.actor, params.id);
  });
  registerRoute(server, 'stopOrganisationCommands', async (context, { params, body }) => {
    await stopCommands(platform, context, { organisationId: params.id, ...body });
    return null;
  });
  registerRoute(server, 'resumeOrganisationCommands', async (context, { params, body }) => {
    await resumeCommands(platform, context, { organisationId: params.id, ...body });
    return null;
  });
}

function registerPlatformCommands(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'getPlatformCommands', () => getPlatformCommands(platform));
  registerRoute(server, 'editPlatformCommands', async (context, { body }) => {
    await editPlatformLimits(platform, context, body);
    return getPlatformCommands(platform);
  });
  registerRoute(server, 'stopPlatformCommands', async (context, { body }) => {
    await stopCommands(platform, context, { organisationId: null, ...body });
    return null;
  });
  registerProposedRoute(server, 'resumePlatformCommands', {
    run: (trx, context, { body }) => liftStop(trx, context, { organisationId: null, ...body }),
  });
}
