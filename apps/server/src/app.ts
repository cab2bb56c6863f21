import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { ensureAdmin, resolveActor } from './features/accounts/index.ts';
import { ensureDemo, lockDemoAccounts } from './features/demo/index.ts';
import { createCommandBook } from './features/links/index.ts';
import { followOwnTexts } from './features/own-texts/index.ts';
import { mendZones } from './features/stations/index.ts';
import { heedRestore } from './heed-restore.ts';
import { openServices } from './services.ts';
import { summaryOf } from './platform/backup/backup-summary.ts';
import { makeBackup } from './platform/backup/make-backup.ts';
import { createBus } from './platform/bus.ts';
import { createCertificates } from './platform/certificates.ts';
import { startChangeRelay } from './platform/changes/change-relay.ts';
import { systemClock } from './platform/clock.ts';
import { diskHealth, type DiskWatch } from './platform/disk-watch.ts';
import { createConnections } from './platform/connections/connections.ts';
import { descriptorLimit } from './platform/connections/descriptor-limit.ts';
import { createDoors } from './platform/doors.ts';
import { openFiles } from './platform/files/open-files.ts';
import { createHealthRegistry } from './platform/health.ts';
import { createHttpServer, type HttpServer } from './platform/http/server.ts';
import { serveWeb } from './platform/http/web.ts';
import { compareKey } from './platform/compare-key.ts';
import { createDeviceLinks } from './platform/links/create-device-links.ts';
import { shareLinks } from './platform/links/share-links.ts';
import { choosePort, openHttpDoor } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';
import type { Messages } from './platform/messages/messages.ts';
import type { openNatsMessages } from './platform/messages/nats-messages.ts';
import type { Platform } from './platform/platform.ts';
import type { LaunchedPostgres } from './platform/postgres/embedded.ts';
import { createNotifications } from './platform/postgres/notifications.ts';
import { giveBackSpareMemory } from './platform/spare-memory.ts';
import { addStoreHealth } from './platform/store-health.ts';
import { openStoreClock } from './platform/store-clock.ts';
import { openStores, type Stores } from './platform/stores.ts';
import { openTexts } from './platform/text.ts';
import type { UnexpectedErrors } from './platform/unexpected-errors.ts';
import { registerRoutes } from './register-routes.ts';

export interface App {
  /** Without gateways where other servers have them. */
  ports: { http: number; mqtt?: number; v5?: number };
  /** Accounts to print for people; of passwords only those of the demo. */
  logins: readonly Login[];
  /** Writes a backup into an empty folder while the server goes on; answers what it holds, in one line. */
  backUp(folder: string, tell: (step: string) => void): Promise<string>;
  stop(): Promise<void>;
}

export interface Login {
  account: string;
  password: string;
  note: string;
}

export interface AppOptions {
  config: Config;
  log: Logger;
  /** The embedded PostgreSQL, which comes up while the program is read; undefined where another one is named. */
  postgres?: LaunchedPostgres | undefined;
  /** Hears of errors that a full disk may be behind. */
  disk: DiskWatch;
  version: string;
  /** Errors of the process that nothing caught, for the health report. */
  errors?: Pick<UnexpectedErrors, 'health'>;
  /** Called when another server took the database: this one must end at once. */
  lost: (error: Error) => void;
}

/** Opens everything in the order it needs each other; resolves when the server answers on all its ports. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log, disk, version, errors, lost, postgres: launched } = options;
  const decides = config.roles.has('worker');
  const holds = decides || config.roles.has('gateway');
  const stores = await openStores(config, log, { lost: holds ? lost : undefined, launched });
  const platform = await createPlatform({ config, log, version }, stores);
  addStoreHealth(platform, stores);
  if (errors) platform.health.add(errors.health);
  platform.health.add(diskHealth(disk));
  await compareKey(platform);
  const logins = await (decides ? firstLogins(platform) : Promise.resolve([])).catch(
    async (error: unknown) => {
      await closePlatform(platform, stores);
      throw error;
    },
  );
  if (decides) await mendZones(platform);
  // The files of the web are read while the services wait for their stores.
  const [services, server] = await Promise.all([openServices(platform), openHttp(platform)]);
  registerRoutes(server, services, version);
  const { host, strictPorts } = config;
  await openHttpDoor(server, { host, port: await choosePort(config.port, host, strictPorts) });
  const gateways = await services.startGateways();
  const spareMemory = giveBackSpareMemory();
  platform.health.setReady();
  return {
    ports: { http: (server.app.server.address() as AddressInfo).port, ...gateways },
    logins,
    async backUp(folder, tell) {
      return summaryOf(await makeBackup({ config, ...stores, version, tell }, folder), folder);
    },
    async stop() {
      spareMemory.stop();
      await server.app.close();
      await services.stop();
      await closePlatform(platform, stores);
    },
  };
}

async function openHttp(platform: Platform): Promise<HttpServer> {
  const server = await createHttpServer(platform, (bearer) => resolveActor(platform, bearer));
  await serveWeb(server);
  return server;
}

async function closePlatform(
  { certificates, changes, clock, messages, notifications }: Platform,
  stores: Stores,
): Promise<void> {
  await certificates.stop();
  await clock.stop?.();
  await messages?.stop();
  await changes.stop();
  await notifications.stop();
  await stores.close();
}

export async function createPlatform(
  { config, log, version }: Pick<AppOptions, 'config' | 'log' | 'version'>,
  stores: Stores,
): Promise<Platform> {
  const { db, pool } = stores;
  const bus: Platform['bus'] = createBus((topic, error) =>
    log.error({ err: error, topic }, 'subscriber failed'),
  );
  const notifications = createNotifications(pool, log);
  const health = createHealthRegistry(version, log);
  const messages = config.natsUrl ? await openMessages(new URL(config.natsUrl), { log, health }) : undefined;
  const clock = messages ? await openStoreClock(pool, log, systemClock) : systemClock;
  const book = createCommandBook({ db, config, clock, log });
  const links = createDeviceLinks(book);
  const texts = await openTexts();
  await followOwnTexts({ db, bus, log }, texts.use);
  return {
    config,
    clock,
    log,
    db,
    pool,
    samples: stores.samples,
    bus,
    notifications,
    messages,
    changes: await startChangeRelay({ db, bus, log, notifications }),
    files: await openFiles(config),
    links: messages ? shareLinks(links, { messages, book }) : links,
    connections: createConnections({ config, health, descriptors: descriptorLimit(), clock }),
    certificates: createCertificates({ log, health, clock }),
    doors: createDoors(),
    health,
    text: texts.text,
  };
}

/** Loaded where it is asked for: most servers are alone. */
async function openMessages(...asked: Parameters<typeof openNatsMessages>): Promise<Messages> {
  return (await import('./platform/messages/nats-messages.ts')).openNatsMessages(...asked);
}

async function firstLogins(platform: Platform): Promise<Login[]> {
  await heedRestore(platform);
  const first = await ensureAdmin(platform);
  const password = first.passwordFile ? `in ${first.passwordFile}` : '(as set before)';
  const administrator = { note: 'administrator', account: platform.config.adminEmail, password };
  if (platform.config.demo) return [administrator, ...(await ensureDemo(platform)).logins];
  await lockDemoAccounts(platform);
  return [administrator];
}
