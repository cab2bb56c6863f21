import { createAlarms } from './features/alarms/index.ts';
import { startAuditSealer } from './features/audit/index.ts';
import { openFleet, createSunlight, type OpenFleet, type SunlightOf } from './features/fleet/index.ts';
import { createImportRuns, createImports, type Imports } from './features/imports/index.ts';
import { createLive, feedOfOthers, ownFeed, shareFeed, type Live } from './features/live/index.ts';
import { createStates } from './features/live-state/index.ts';
import {
  openPointRegistry,
  openTelemetry,
  openTelemetryInput,
  storedLatest,
  type TelemetryInput,
} from './features/telemetry/index.ts';
import { createTowns, type TownAtlas } from './features/towns/index.ts';
import { createMqttGateway } from './gateway/mqtt/index.ts';
import { createV5Gateway } from './gateway/v5/index.ts';
import { handleJobs } from './handle-jobs.ts';
import type { DeviceDirectory, Ingest } from './platform/ingest.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import type { Platform } from './platform/platform.ts';

/** What the routes of people and pages stand on. */
export interface Views {
  fleet: OpenFleet;
  sunlight: SunlightOf;
  points: Pick<TelemetryInput['points'], 'keyOf' | 'knownId'>;
  latest: Pick<TelemetryInput['latest'], 'latestOf'>;
  live: Live;
  imports: Imports;
  towns: TownAtlas;
}

/** What gateways write to. */
export interface GatewayInput {
  directory: DeviceDirectory;
  ingest: Ingest;
}

/** Everything that runs behind the routes, as far as the roles of this server ask for it. */
export interface Services {
  views: Views | undefined;
  gateway: GatewayInput | undefined;
  /** Opens the gateways; answers the ports they have. */
  startGateways(): Promise<{ mqtt: number; v5: number } | undefined>;
  /** Ends what takes in first, what writes last. */
  stop(): Promise<void>;
}

export async function openServices(platform: Platform): Promise<Services> {
  const { roles } = platform.config;
  const fleet = await openFleet(platform);
  const imports = createImports(platform);
  const towns = createTowns();
  const work = roles.has('worker') ? await openWork(platform, { fleet, imports, towns }) : undefined;
  const views = roles.has('api') ? await openViews(platform, { fleet, imports, towns }, work) : undefined;
  const stopLive = () => views?.live.stop();
  await work?.begin();
  return {
    views,
    gateway: work && { directory: fleet.directory, ingest: work.input.ingest },
    startGateways: async () => work?.startGateways(),
    async stop() {
      await (work ? work.stop(stopLive) : stopLive());
      await fleet.stop();
    },
  };
}

type Shared = Pick<Views, 'fleet' | 'imports' | 'towns'>;

/** Of the server that stores samples where it is this one, else of the stores and of what others tell. */
async function openViews(
  platform: Platform,
  shared: Shared,
  work: { input: TelemetryInput; sunlight: SunlightOf } | undefined,
): Promise<Views> {
  const points = work?.input.points ?? (await openPointRegistry(platform));
  const feed = work ? ownFeed(platform, points) : feedOfOthers(sharing(platform));
  return {
    ...shared,
    sunlight: work?.sunlight ?? createSunlight(),
    points,
    latest: work?.input.latest ?? storedLatest(platform),
    live: createLive(platform, feed),
  };
}

/** The settings see to it that a server that is not alone has messages. */
function sharing({ messages, log }: Platform): Parameters<typeof feedOfOthers>[0] {
  if (!messages) throw new Error('A server that shares the work needs NATS_URL');
  return { messages, log };
}

/** Tells servers with pages what is live. */
function share(platform: Platform, { points }: TelemetryInput): () => void {
  return shareFeed(ownFeed(platform, points), sharing(platform));
}

/** Takes samples in and decides over them, in the order of the way a reading travels. */
async function openWork(platform: Platform, { fleet, imports, towns }: Shared) {
  const input = await openTelemetryInput(platform, fleet);
  const alarms = createAlarms(platform, { fleet, storedUntil: () => input.ingest.storedUntil() });
  await alarms.start();
  const telemetry = await openTelemetry(platform, fleet, input);
  const states = await createStates(platform, telemetry);
  const endSharing = platform.messages ? share(platform, input) : () => undefined;
  const sealer = startAuditSealer(platform);
  const jobs = createJobs(platform);
  const runs = createImportRuns(platform, input.ingest, imports);
  handleJobs(jobs, platform, { imports: runs, rollUps: telemetry.rollUps, towns });
  const gateway = { directory: fleet.directory, ingest: input.ingest };
  const mqtt = createMqttGateway(platform, gateway);
  const v5 = createV5Gateway(platform, gateway);
  return {
    input,
    sunlight: telemetry.sunlight,
    /** Begins what announces; call it when everybody listens. */
    async begin() {
      await telemetry.rollUps.start();
      await jobs.start();
    },
    async startGateways() {
      return { mqtt: await mqtt.start(), v5: await v5.start() };
    },
    async stop(stopLive: () => void) {
      await Promise.all([mqtt.stop(), v5.stop(), jobs.stop()]);
      await input.stop();
      stopLive();
      endSharing();
      await telemetry.stop();
      await alarms.stop();
      await states.stop();
      await sealer.stop();
    },
  };
}
