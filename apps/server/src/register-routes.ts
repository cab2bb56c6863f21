import { registerAccountsRoutes } from './features/accounts/index.ts';
import { registerAlarmsRoutes } from './features/alarms/index.ts';
import { registerCancellationRoutes } from './features/cancellation/index.ts';
import { registerCommandsRoutes } from './features/commands/index.ts';
import { registerDevicesRoutes } from './features/devices/index.ts';
import { registerImportsRoutes } from './features/imports/index.ts';
import { registerAuditRoutes } from './features/audit/index.ts';
import { registerGrantsRoutes } from './features/grants/index.ts';
import { registerLabelsRoutes } from './features/labels/index.ts';
import { registerLinksRoutes } from './features/links/index.ts';
import { registerLiveRoutes } from './features/live/index.ts';
import { registerMembersRoutes } from './features/members/index.ts';
import { registerOutboxRoutes } from './features/outbox/index.ts';
import { registerRolesRoutes } from './features/roles/index.ts';
import { registerPortfolioRoutes } from './features/portfolio/index.ts';
import { registerOrganisationsRoutes } from './features/organisations/index.ts';
import { registerStationsRoutes } from './features/stations/index.ts';
import { registerTelemetryRoutes } from './features/telemetry/index.ts';
import { registerThemesRoutes } from './features/themes/index.ts';
import { registerIngestRoutes } from './gateway/http/index.ts';
import { registerPlatformRoutes } from './platform/http/platform-routes.ts';
import type { HttpServer } from './platform/http/server.ts';
import type { Services } from './services.ts';

/** Every route of the contract on the server; a test proves that none is missing. */
export function registerRoutes(server: HttpServer, services: Services, version: string): void {
  const { platform } = server;
  registerPlatformRoutes(server, version);
  registerAccountsRoutes(server, platform);
  registerCancellationRoutes(server, platform);
  registerThemesRoutes(server, platform);
  registerOrganisationsRoutes(server, platform);
  registerAuditRoutes(server, platform);
  registerGrantsRoutes(server, platform);
  registerLabelsRoutes(server, platform);
  registerMembersRoutes(server, platform);
  registerOutboxRoutes(server, platform);
  registerRolesRoutes(server, platform);
  registerStationsRoutes(server, platform);
  registerDevicesRoutes(server, platform);
  registerLinksRoutes(server, platform);
  registerCommandsRoutes(server, platform);
  registerImportsRoutes(server, platform, services.imports);
  registerAlarmsRoutes(server);
  registerTelemetryRoutes(server, services.telemetry, services.input);
  registerLiveRoutes(server, services.live);
  registerPortfolioRoutes(server);
  registerIngestRoutes(server, services.gateway);
}
