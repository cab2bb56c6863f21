import { createImageDoor } from './features/firmware/index.ts';
import { startAuditSealer } from './features/audit/index.ts';
import { openFactSource } from './features/facts/index.ts';
import { createSunlight, openFleet, type OpenFleet, type SunlightOf } from './features/fleet/index.ts';
import { createImportRuns, createImports, type Imports } from './features/imports/index.ts';
import { createLive, feedOfOthers, ownFeed, shareFeed, type Live } from './features/live/index.ts';
import {
  openPointRegistry,
  openTelemetryInput,
  storedLatest,
  type TelemetryInput,
} from './features/telemetry/index.ts';
import { letGoOfAll } from './features/runs/index.ts';
import { createTowns, type TownAtlas } from './features/towns/index.ts';
import {
  createPastWeather,
  createWeather,
  type PastWeather,
  type Weather,
} from './features/weather/index.ts';
import { createMqttGateway } from './gateway/mqtt/index.ts';
import { createV5Gateway } from './gateway/v5/index.ts';
import { handleJobs } from './handle-jobs.ts';
import type { DeviceDirectory, Ingest } from './platform/ingest.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { openLives } from './platform/ownership/lives.ts';
import type { Platform } from './platform/platform.ts';
import { beginWork, DECIDED_POINTS, type Work } from './work.ts';

/** What the routes of people and pages stand on. */
export interface Views {
  fleet: OpenFleet;
  sunlight: SunlightOf;
  points: Pick<TelemetryInput['points'], 'keyOf' | 'knownId'>;
  latest: Pick<TelemetryInput['latest'], 'latestOf'>;
  live: Live;
  imports: Imports;
  towns: TownAtlas;
  weather: Weather;
  pastWeather: PastWeather;
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

/** What several roles of a server stand on. */
type Shared = Pick<Views, 'fleet' | 'imports' | 'towns' | 'sunlight' | 'weather' | 'pastWeather'>;

/** In the order of the way a reading travels, so that whatever is announced finds everybody listening. */
export async function openServices(platform: Platform): Promise<Services> {
  const { roles } = platform.config;
  const weather = createWeather(platform);
  const shared: Shared = {
    fleet: await openFleet(platform),
    imports: createImports(platform),
    towns: createTowns(),
    sunlight: createSunlight(),
    weather,
    pastWeather: createPastWeather({ ...platform, weather }),
  };
  const stores = roles.has('gateway') || roles.has('worker');
  const input = stores ? await openTelemetryInput(platform, shared.fleet) : undefined;
  const telling = input && platform.messages ? await tellOthers(platform, shared, input) : undefined;
  const work = input && roles.has('worker') ? await openWork(platform, shared, input) : undefined;
  const views = roles.has('api') ? await openViews(platform, shared, input) : undefined;
  await work?.begin();
  const gateways = input && roles.has('gateway') ? createGateways(platform, shared, input) : undefined;
  return {
    views,
    gateway: gateways?.input,
    startGateways: async () => gateways?.start(),
    async stop() {
      await Promise.all([gateways?.stop(), work?.stopJobs()]);
      await input?.stop();
      await telling?.stopTelling();
      views?.live.stop();
      await work?.stop();
      await telling?.stop();
      await shared.fleet.stop();
    },
  };
}

/** Of the server that does everything, else of the stores and of what is told over messages. */
async function openViews(
  platform: Platform,
  shared: Shared,
  input: TelemetryInput | undefined,
): Promise<Views> {
  const { messages, log } = platform;
  const points = input?.points ?? (await openPointRegistry(platform));
  const feed = messages ? feedOfOthers({ messages, log }) : ownFeed(platform, points);
  return {
    ...shared,
    points,
    latest: input && !messages ? input.latest : storedLatest(platform),
    live: createLive(platform, feed),
  };
}

/** Tells servers with pages what is live, and those that decide what is stored. */
async function tellOthers(platform: Platform, { fleet }: Shared, { points, ingest }: TelemetryInput) {
  const { log } = platform;
  const messages = platform.messages!;
  const endFeed = shareFeed(ownFeed(platform, points), { messages, log });
  const source = await openFactSource(platform, {
    fleet,
    points: DECIDED_POINTS,
    storedUntil: () => ingest.storedUntil(),
    messages,
  });
  return {
    stopTelling: () => source.stop(),
    async stop() {
      endFeed();
    },
  };
}

/** Decides over samples, and does jobs. */
async function openWork(platform: Platform, shared: Shared, input: TelemetryInput) {
  const { db, log, messages } = platform;
  let work: Work | undefined;
  let begun = Promise.withResolvers<Work>();
  const lives = await openLives({
    db,
    log,
    server: `${process.pid}`,
    isSole: messages === undefined,
    async begin(ownership, end) {
      work = await beginWork(platform, { ...shared, input }, ownership, end);
      begun.resolve(work);
      return {
        async stop() {
          begun = Promise.withResolvers();
          await work?.stop();
        },
      };
    },
  });
  platform.health.add({
    name: 'work',
    essential: false,
    check: () => ({
      state: lives.trouble === undefined ? 'ok' : 'degraded',
      detail: { partitions: lives.owned, error: lives.trouble ?? null },
    }),
  });
  const sealer = startAuditSealer(platform);
  const jobs = createJobs(platform);
  const imports = createImportRuns(platform, input.ingest, shared.imports);
  // Between two lives a job waits for the next one.
  const rollUps = {
    redo: async (removed: Parameters<Work['rollUps']['redo']>[0]) =>
      (await begun.promise).rollUps.redo(removed),
    recount: async (station: Parameters<Work['rollUps']['recount']>[0]) =>
      (await begun.promise).rollUps.recount(station),
    recut: async (station: Parameters<Work['rollUps']['recut']>[0]) =>
      (await begun.promise).rollUps.recut(station),
  };
  const { towns, fleet, weather, pastWeather } = shared;
  handleJobs(jobs, platform, { imports, rollUps, towns, fleet, weather, pastWeather });
  return {
    async begin() {
      // Only this server uses an embedded database: devices that are in the hands of a server are in those of one that was killed.
      if (platform.config.databaseUrl === undefined) await letGoOfAll(db);
      await jobs.start();
    },
    stopJobs: () => jobs.stop(),
    async stop() {
      await lives.stop();
      await sealer.stop();
    },
  };
}

function createGateways(platform: Platform, { fleet }: Shared, { ingest }: TelemetryInput) {
  const input: GatewayInput = { directory: fleet.directory, ingest };
  const firmware = createImageDoor(platform);
  const mqtt = createMqttGateway(platform, { ...input, firmware });
  const v5 = createV5Gateway(platform, { ...input, firmware });
  return {
    input,
    async start() {
      return { mqtt: await mqtt.start(), v5: await v5.start() };
    },
    async stop() {
      await Promise.all([mqtt.stop(), v5.stop()]);
    },
  };
}
