import * as dataErrors from './data-errors.ts';
import * as accountExport from './account-export.ts';
import * as accounts from './accounts.ts';
import * as addresses from './addresses.ts';
import * as alarmRules from './alarm-rules.ts';
import * as alarmShields from './alarm-shields.ts';
import * as alarmStatistics from './alarm-statistics.ts';
import * as alarms from './alarms.ts';
import * as audit from './audit.ts';
import * as cancellation from './cancellation.ts';
import * as commands from './commands.ts';
import * as components from './components.ts';
import * as connectedDevices from './connected-devices.ts';
import * as counterChoices from './counter-choices.ts';
import * as customPoints from './custom-points.ts';
import * as deviceBatches from './device-batches.ts';
import * as deviceImports from './device-imports.ts';
import * as deviceListFile from './device-list-file.ts';
import * as deviceProfiles from './device-profiles.ts';
import * as deviceRuns from './device-runs.ts';
import * as devicePlacement from './device-placement.ts';
import * as deviceSecrets from './device-secrets.ts';
import * as devices from './devices.ts';
import * as disputes from './disputes.ts';
import * as discoveredDevices from './discovered-devices.ts';
import * as endedStations from './ended-stations.ts';
import * as energyCorrections from './energy-corrections.ts';
import * as expectedPower from './expected-power.ts';
import * as firmware from './firmware.ts';
import * as firmwareUpgrades from './firmware-upgrades.ts';
import * as forecasts from './forecasts.ts';
import * as grants from './grants.ts';
import * as health from './health.ts';
import * as imports from './imports.ts';
import * as ingest from './ingest.ts';
import * as ingestKeys from './ingest-keys.ts';
import * as instructions from './instructions.ts';
import * as kpis from './kpis.ts';
import * as labels from './labels.ts';
import * as localModes from './local-modes.ts';
import * as lookUp from './look-up.ts';
import * as live from './live.ts';
import * as losses from './losses.ts';
import * as members from './members.ts';
import * as organisations from './organisations.ts';
import * as outbox from './outbox.ts';
import * as faultRecordings from './fault-recordings.ts';
import * as parameters from './parameters.ts';
import * as ownTexts from './own-texts.ts';
import * as ownProfiles from './own-profiles.ts';
import * as portfolio from './portfolio.ts';
import * as productFiles from './product-files.ts';
import * as products from './products.ts';
import * as proposals from './proposals.ts';
import * as registers from './registers.ts';
import * as roles from './roles.ts';
import * as runs from './runs.ts';
import * as savedViews from './saved-views.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as severalDevices from './several-devices.ts';
import * as severalStations from './several-stations.ts';
import * as tasks from './tasks.ts';
import * as sims from './sims.ts';
import * as stationBatches from './station-batches.ts';
import * as stationCalendar from './station-calendar.ts';
import * as stationDesigns from './station-designs.ts';
import * as stationEntry from './station-entry.ts';
import * as stationExports from './station-exports.ts';
import * as stationFiles from './station-files.ts';
import * as stations from './stations.ts';
import * as storage from './storage.ts';
import * as tariffs from './tariffs.ts';
import * as themes from './themes.ts';
import * as towns from './towns.ts';
import * as weather from './weather.ts';
import { routesOf } from './routes-of.ts';

/** The route table: every route that a file of this folder exports, under the name it is exported by. */
export const routes = {
  ...routesOf(settings),
  ...routesOf(accountExport),
  ...routesOf(accounts),
  ...routesOf(addresses),
  ...routesOf(alarms),
  ...routesOf(alarmShields),
  ...routesOf(alarmRules),
  ...routesOf(alarmStatistics),
  ...routesOf(audit),
  ...routesOf(cancellation),
  ...routesOf(commands),
  ...routesOf(components),
  ...routesOf(connectedDevices),
  ...routesOf(counterChoices),
  ...routesOf(customPoints),
  ...routesOf(devices),
  ...routesOf(deviceBatches),
  ...routesOf(deviceProfiles),
  ...routesOf(deviceImports),
  ...routesOf(deviceRuns),
  ...routesOf(deviceListFile),
  ...routesOf(devicePlacement),
  ...routesOf(deviceSecrets),
  ...routesOf(severalDevices),
  ...routesOf(disputes),
  ...routesOf(discoveredDevices),
  ...routesOf(energyCorrections),
  ...routesOf(expectedPower),
  ...routesOf(firmware),
  ...routesOf(firmwareUpgrades),
  ...routesOf(forecasts),
  ...routesOf(grants),
  ...routesOf(imports),
  ...routesOf(ingest),
  ...routesOf(ingestKeys),
  ...routesOf(instructions),
  ...routesOf(kpis),
  ...routesOf(labels),
  ...routesOf(localModes),
  ...routesOf(lookUp),
  ...routesOf(live),
  ...routesOf(losses),
  ...routesOf(dataErrors),
  ...routesOf(members),
  ...routesOf(organisations),
  ...routesOf(outbox),
  ...routesOf(health),
  ...routesOf(faultRecordings),
  ...routesOf(parameters),
  ...routesOf(ownProfiles),
  ...routesOf(ownTexts),
  ...routesOf(portfolio),
  ...routesOf(productFiles),
  ...routesOf(products),
  ...routesOf(proposals),
  ...routesOf(registers),
  ...routesOf(roles),
  ...routesOf(runs),
  ...routesOf(savedViews),
  ...routesOf(search),
  ...routesOf(severalStations),
  ...routesOf(stations),
  ...routesOf(stationCalendar),
  ...routesOf(stationDesigns),
  ...routesOf(stationEntry),
  ...routesOf(stationExports),
  ...routesOf(tasks),
  ...routesOf(sims),
  ...routesOf(stationBatches),
  ...routesOf(stationFiles),
  ...routesOf(endedStations),
  ...routesOf(storage),
  ...routesOf(tariffs),
  ...routesOf(themes),
  ...routesOf(towns),
  ...routesOf(weather),
};

export type RouteName = keyof typeof routes;
