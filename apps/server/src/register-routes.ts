import { registerAccountsRoutes } from './features/accounts/index.ts';
import { registerAddressesRoutes } from './features/addresses/index.ts';
import { registerAlarmsRoutes } from './features/alarms/index.ts';
import { registerCancellationRoutes } from './features/cancellation/index.ts';
import { registerCommandsRoutes } from './features/commands/index.ts';
import { registerCounterChoicesRoutes } from './features/counter-choices/index.ts';
import { registerDevicesRoutes } from './features/devices/index.ts';
import {
  createExpectedOfDay,
  expectedEnergies,
  registerExpectedPowerRoutes,
} from './features/expected-power/index.ts';
import { registerImportsRoutes } from './features/imports/index.ts';
import { registerAuditRoutes } from './features/audit/index.ts';
import { registerDisputesRoutes } from './features/disputes/index.ts';
import { registerFirmwareRoutes } from './features/firmware/index.ts';
import { registerForecastsRoutes } from './features/forecasts/index.ts';
import { registerGrantsRoutes } from './features/grants/index.ts';
import { registerComponentsRoutes } from './features/components/index.ts';
import { registerKpisRoutes } from './features/kpis/index.ts';
import { registerLabelsRoutes } from './features/labels/index.ts';
import { registerLinksRoutes } from './features/links/index.ts';
import { registerLossesRoutes } from './features/losses/index.ts';
import { registerLiveRoutes } from './features/live/index.ts';
import { registerMembersRoutes } from './features/members/index.ts';
import { registerOutboxRoutes } from './features/outbox/index.ts';
import { registerInstructionsRoutes } from './features/instructions/index.ts';
import { registerParametersRoutes } from './features/parameters/index.ts';
import { registerRunsRoutes } from './features/runs/index.ts';
import { registerProposalsRoutes } from './features/proposals/index.ts';
import { registerRolesRoutes } from './features/roles/index.ts';
import { registerPortfolioRoutes } from './features/portfolio/index.ts';
import { registerOrganisationsRoutes } from './features/organisations/index.ts';
import { registerEndedStationsRoutes } from './features/ended-stations/index.ts';
import { registerSavedViewsRoutes } from './features/saved-views/index.ts';
import { registerSimsRoutes } from './features/sims/index.ts';
import { registerTasksRoutes } from './features/tasks/index.ts';
import { registerStationBatchesRoutes } from './features/station-batches/index.ts';
import { registerEnergyCorrectionsRoutes } from './features/energy-corrections/index.ts';
import { registerStationFilesRoutes } from './features/station-files/index.ts';
import { registerSearchRoutes } from './features/search/index.ts';
import { registerSeveralStationsRoutes } from './features/several-stations/index.ts';
import { registerStationExportsRoutes } from './features/station-exports/index.ts';
import { registerStationsRoutes } from './features/stations/index.ts';
import { registerStationCalendarRoutes } from './features/station-calendar/index.ts';
import { registerStationDesignsRoutes } from './features/station-designs/index.ts';
import { registerTariffsRoutes } from './features/tariffs/index.ts';
import { registerTelemetryRoutes } from './features/telemetry/index.ts';
import { registerThemesRoutes } from './features/themes/index.ts';
import { registerTownsRoutes } from './features/towns/index.ts';
import { registerWeatherRoutes } from './features/weather/index.ts';
import { registerIngestRoutes } from './gateway/http/index.ts';
import { registerPlatformRoutes } from './platform/http/platform-routes.ts';
import type { HttpServer } from './platform/http/server.ts';
import type { Services, Views } from './services.ts';

/** The routes of this server's roles: all of the contract together; a test proves that none is missing. */
export function registerRoutes(server: HttpServer, { views, gateway }: Services, version: string): void {
  registerPlatformRoutes(server, version);
  if (views) registerViews(server, views);
  if (gateway) registerIngestRoutes(server, gateway);
}

function registerViews(server: HttpServer, views: Views): void {
  const { platform } = server;
  registerAccountsRoutes(server, platform);
  registerCancellationRoutes(server, platform);
  registerThemesRoutes(server, platform);
  registerOrganisationsRoutes(server, platform);
  registerAuditRoutes(server, platform);
  registerDisputesRoutes(server, platform);
  registerGrantsRoutes(server, platform);
  registerComponentsRoutes(server, platform);
  registerFirmwareRoutes(server, platform);
  registerLabelsRoutes(server, platform);
  registerMembersRoutes(server, platform);
  registerOutboxRoutes(server, platform);
  registerRolesRoutes(server, platform);
  registerSavedViewsRoutes(server, platform);
  registerSearchRoutes(server, platform);
  registerStationsRoutes(server, platform);
  registerSeveralStationsRoutes(server, platform);
  registerStationExportsRoutes(server, platform);
  registerStationBatchesRoutes(server, platform, views);
  registerSimsRoutes(server, platform);
  registerTasksRoutes(server, platform);
  registerStationFilesRoutes(server, platform);
  registerStationCalendarRoutes(server, platform);
  registerStationDesignsRoutes(server, platform);
  registerEnergyCorrectionsRoutes(server, platform);
  registerCounterChoicesRoutes(server, platform, views);
  registerTariffsRoutes(server, platform);
  registerEndedStationsRoutes(server, platform);
  registerAddressesRoutes(server, platform);
  registerTownsRoutes(server, views.towns);
  registerDevicesRoutes(server, platform);
  registerLinksRoutes(server, platform);
  registerCommandsRoutes(server, platform);
  registerInstructionsRoutes(server, platform);
  registerParametersRoutes(server, platform);
  registerRunsRoutes(server, platform);
  registerProposalsRoutes(server, platform);
  registerImportsRoutes(server, platform, views.imports);
  registerAlarmsRoutes(server);
  const expectedOf = createExpectedOfDay({ ...platform, fleet: views.fleet, weather: views.pastWeather });
  registerTelemetryRoutes(server, views, {
    ...views,
    expectedOf,
    expectedDays: (query) => expectedEnergies(platform.samples, query),
  });
  registerExpectedPowerRoutes(server, views.fleet);
  registerLossesRoutes(server, views.fleet);
  registerWeatherRoutes(server, views);
  registerForecastsRoutes(server, views.fleet);
  registerLiveRoutes(server, views.live);
  registerPortfolioRoutes(server);
  registerKpisRoutes(server, views.fleet);
}
