import { forgetTries } from './features/accounts/index.ts';
import { askForWaiting, countAlarmLosses } from './features/alarm-losses/index.ts';
import { turnShields } from './features/alarms/index.ts';
import { eraseDue } from './features/cancellation/index.ts';
import { endOverdue, forgetCommands } from './features/commands/index.ts';
import { expireEnded } from './features/ended-stations/index.ts';
import { makeForecasts, measureForecasts } from './features/forecasts/index.ts';
import { announceBoundary, expireHandOvers, remindOfEnds, tellOffer } from './features/grants/index.ts';
import { forgetUploads, runUndo, type ImportRuns } from './features/imports/index.ts';
import { expectPower, learnStations } from './features/expected-power/index.ts';
import type { OpenFleet } from './features/fleet/index.ts';
import { recountEnergies } from './features/counter-choices/index.ts';
import { createDeviceScripts } from './features/several-devices/index.ts';
import { createInstructionsScript } from './features/instructions/index.ts';
import { createParametersScript } from './features/parameters/index.ts';
import { forgetRuns, withinWindow, workRuns } from './features/runs/index.ts';
import { forgetImports, workImports } from './features/device-imports/index.ts';
import { forgetWords } from './features/devices/index.ts';
import { deliverDue } from './features/outbox/index.ts';
import { tellProposal } from './features/proposals/index.ts';
import { foldStations } from './features/search/index.ts';
import { forgetExports, runExport } from './features/station-exports/index.ts';
import { askProvider, tellSimAlerts } from './features/sims/index.ts';
import { createUpgradeScript, forgetImages, workUpgrades } from './features/firmware/index.ts';
import { forgetProductFiles } from './features/products/index.ts';
import { forgetFiles } from './features/station-files/index.ts';
import { runBatch } from './features/station-batches/index.ts';
import { placeStations } from './features/stations/index.ts';
import { beginTasks } from './features/tasks/index.ts';
import { countRevenues } from './features/tariffs/index.ts';
import {
  countStored,
  dropOldTelemetry,
  forgetImport,
  recutDays,
  type RollUps,
} from './features/telemetry/index.ts';
import type { TownAtlas } from './features/towns/index.ts';
import type { PastWeather, Weather } from './features/weather/index.ts';
import { expireUnknown, forgetMeasured } from './features/unknown-devices/index.ts';
import { forgetChanges } from './platform/changes/forget-changes.ts';
import { removeEach } from './platform/files/remove-each.ts';
import type { Jobs } from './platform/jobs/create-jobs.ts';
import { createDeletionGuard } from './platform/jobs/deletion-guard.ts';
import type { Platform } from './platform/platform.ts';

/** Sets the function that does each kind of job. */
export function handleJobs(
  jobs: Jobs,
  platform: Platform,
  {
    imports,
    rollUps,
    towns,
    fleet,
    weather,
    pastWeather,
  }: {
    imports: ImportRuns;
    rollUps: Pick<RollUps, 'redo' | 'recut' | 'recount'>;
    towns: TownAtlas;
    fleet: Pick<OpenFleet, 'station' | 'stations' | 'devicesOf'>;
    weather: Weather;
    pastWeather: PastWeather;
  },
): void {
  const { unlessLeapt } = createDeletionGuard(platform);
  jobs.handle('accounts.erase', () => unlessLeapt(() => eraseDue(platform)));
  jobs.handle('accounts.forget', () => forgetTries(platform));
  jobs.handle('alarms.countLosses', (_, signal) => countAlarmLosses({ ...platform, fleet }, signal));
  jobs.handle('alarms.endShields', () => turnShields(platform));
  jobs.handle('changes.forget', () => forgetChanges(platform.db));
  jobs.handle('commands.end', () => endOverdue(platform.db, platform.clock.now()));
  jobs.handle('commands.forget', () => forgetCommands(platform));
  jobs.handle('devices.expire', () => unlessLeapt(() => expireUnknown(platform)));
  jobs.handle('devices.forget', (_, signal) => forgetMeasured(platform, signal));
  jobs.handle('devices.forgetImports', () => forgetImports(platform));
  jobs.handle('devices.forgetWords', (_, signal) => forgetWords(platform, { signal }));
  jobs.handle('devices.import', (_, signal) => workImports(platform, signal));
  jobs.handle('expected.compute', async (_, signal) => {
    await expectPower({ ...platform, fleet, weather: pastWeather }, signal);
    await askForWaiting(platform.db);
  });
  jobs.handle('expected.learn', (_, signal) =>
    learnStations({ ...platform, fleet, weather: pastWeather }, signal),
  );
  jobs.handle('files.remove', async ({ names }) => {
    if (!(await removeEach(platform, names))) throw new Error('some files were not removed');
  });
  jobs.handle('forecasts.make', (_, signal) => makeForecasts({ ...platform, fleet, weather }, signal));
  jobs.handle('forecasts.measure', (_, signal) => measureForecasts({ ...platform, fleet }, signal));
  jobs.handle('grants.boundary', () => announceBoundary(platform));
  jobs.handle('grants.remind', () => remindOfEnds(platform));
  jobs.handle('handOvers.expire', () => expireHandOvers(platform));
  jobs.handle('imports.forget', ({ importId }) =>
    forgetImport(platform.samples, importId, platform.config.clickhouseCluster),
  );
  jobs.handle('imports.forgetFiles', () => forgetUploads(platform));
  jobs.handle('imports.run', ({ importId }, signal) => imports.run(importId, signal));
  jobs.handle('imports.runLong', ({ importId }, signal) => imports.runLong(importId, signal));
  jobs.handle('imports.undo', ({ importId }, signal) => runUndo({ platform, rollUps, signal }, importId));
  jobs.handle('offers.tell', (offer) => tellOffer(platform, offer));
  jobs.handle('outbox.deliver', (_, signal) => deliverDue(platform, signal));
  jobs.handle('proposals.tell', ({ proposalId }) => tellProposal(platform, proposalId));
  jobs.handle('revenues.count', (_, signal) => countRevenues(platform, signal));
  const startedAt = platform.clock.now();
  const scripts = {
    instructions: withinWindow(platform, createInstructionsScript(platform)),
    parameters: createParametersScript(platform),
    firmware: withinWindow(platform, createUpgradeScript(platform)),
    ...createDeviceScripts(platform),
  };
  jobs.handle('runs.forget', (_, signal) => forgetRuns(platform, signal));
  jobs.handle('runs.work', (_, signal) => workRuns(platform, scripts, signal, startedAt));
  jobs.handle('sims.alert', () => tellSimAlerts(platform));
  jobs.handle('sims.ask', (_, signal) => askProvider(platform, signal));
  jobs.handle('stations.createBatch', ({ batchId }, signal) => runBatch(platform, batchId, signal));
  jobs.handle('stations.expire', () => unlessLeapt(() => expireEnded(platform)));
  jobs.handle('stations.export', ({ exportId }, signal) => runExport(platform, exportId, signal));
  jobs.handle('stations.forgetExports', () => forgetExports(platform));
  jobs.handle('firmware.forgetImages', () => forgetImages(platform));
  jobs.handle('firmware.upgrade', (_, signal) => workUpgrades(platform, signal));
  jobs.handle('products.forgetFiles', () => forgetProductFiles(platform));
  jobs.handle('stations.forgetFiles', () => forgetFiles(platform));
  jobs.handle('stations.fold', () => foldStations(platform));
  jobs.handle('stations.place', () => placeStations(platform, towns));
  jobs.handle('tasks.begin', (_, signal) => beginTasks(platform, signal));
  jobs.handle('telemetry.count', () => countStored(platform));
  jobs.handle('telemetry.recount', (details) => recountEnergies({ platform, rollUps }, details));
  jobs.handle('telemetry.recut', (details) => recutDays({ platform, rollUps }, details));
  jobs.handle('telemetry.retention', () => unlessLeapt(() => dropOldTelemetry(platform)));
}
