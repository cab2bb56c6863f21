import { createAlarms, type Alarms } from './features/alarms/index.ts';
import { startAuditSealer } from './features/audit/index.ts';
import { openFleet } from './features/fleet/index.ts';
import { createImports, type Imports } from './features/imports/index.ts';
import { createLive, type Live } from './features/live/index.ts';
import { createStates } from './features/live-state/index.ts';
import {
  openTelemetry,
  openTelemetryInput,
  type Telemetry,
  type TelemetryInput,
} from './features/telemetry/index.ts';
import { createTowns, type TownAtlas } from './features/towns/index.ts';
import { createMqttGateway } from './gateway/mqtt/index.ts';
import { createV5Gateway } from './gateway/v5/index.ts';
import { handleJobs } from './handle-jobs.ts';
import type { DeviceDirectory, Ingest } from './platform/ingest.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import type { Platform } from './platform/platform.ts';

/** Everything that runs behind the routes, in the order of the way a reading travels. */
export interface Services {
  input: TelemetryInput;
  /** What gateways write to. */
  gateway: { directory: DeviceDirectory; ingest: Ingest };
  telemetry: Telemetry;
  live: Live;
  alarms: Alarms;
  imports: Imports;
  towns: TownAtlas;
  /** Opens the gateways; answers the ports they have. */
  startGateways(): Promise<{ mqtt: number; v5: number }>;
  /** Ends what takes in first, what writes last. */
  stop(): Promise<void>;
}

export async function openServices(platform: Platform): Promise<Services> {
  const fleet = await openFleet(platform);
  const input = await openTelemetryInput(platform, fleet);
  const alarms = createAlarms(platform, { fleet, storedUntil: () => input.ingest.storedUntil() });
  await alarms.start();
  const telemetry = await openTelemetry(platform, fleet, input);
  const states = await createStates(platform, telemetry);
  const live = createLive(platform, input.points);
  await telemetry.rollUps.start();
  const imports = createImports(platform, input.ingest);
  const towns = createTowns();
  const sealer = startAuditSealer(platform);
  const jobs = createJobs(platform);
  handleJobs(jobs, platform, { imports, rollUps: telemetry.rollUps, towns });
  await jobs.start();
  const gateway = { directory: fleet.directory, ingest: input.ingest };
  const mqtt = createMqttGateway(platform, gateway);
  const v5 = createV5Gateway(platform, gateway);
  return {
    input,
    gateway,
    telemetry,
    live,
    alarms,
    imports,
    towns,
    async startGateways() {
      return { mqtt: await mqtt.start(), v5: await v5.start() };
    },
    async stop() {
      await Promise.all([mqtt.stop(), v5.stop(), jobs.stop()]);
      await input.stop();
      live.stop();
      await telemetry.stop();
      await alarms.stop();
      await states.stop();
      await sealer.stop();
      await fleet.stop();
    },
  };
}
