import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { readConfig, type Environment } from '../src/config.ts';
import { createCommandBook } from '../src/features/links/index.ts';
import { createBus } from '../src/platform/bus.ts';
import { createCertificates } from '../src/platform/certificates.ts';
import { startChangeRelay } from '../src/platform/changes/change-relay.ts';
import { createDeviceLinks } from '../src/platform/links/create-device-links.ts';
import { createConnections } from '../src/platform/connections/connections.ts';
import { createDoors } from '../src/platform/doors.ts';
import { createFolderFiles } from '../src/platform/files/folder-files.ts';
import { createHealthRegistry } from '../src/platform/health.ts';
import { createLog } from '../src/platform/log.ts';
import type { Platform } from '../src/platform/platform.ts';
import { openDb, openPool } from '../src/platform/postgres/client.ts';
import { createNotifications } from '../src/platform/postgres/notifications.ts';
import { loadTexts } from '../src/platform/text.ts';
import { workerSamples } from './worker-samples.ts';

/** A clock that stands until it is set. */
export interface ManualClock {
  now(): number;
  set(time: number): void;
  advance(milliseconds: number): void;
}

export interface TestPlatform extends Platform {
  clock: ManualClock;
  stop(): Promise<void>;
}

interface OpenPlatform {
  file: string | undefined;
  platform: Promise<TestPlatform>;
}

let opened: OpenPlatform | undefined;

/**
 * The platform on real stores: a database of this file, cloned from the migrated template, and the emptied ClickHouse of its process.
 * Called twice in one file it answers the same one; tests mint what they need and share nothing else. Who opens it stops it; what a file
 * of the same process left open, or could not open, is none of the next one.
 */
export function testPlatform(
  environment: Environment = {},
  file = expect.getState().testPath,
): Promise<TestPlatform> {
  if (opened && opened.file === file) return opened.platform;
  const own: OpenPlatform = { file, platform: openAfter(opened, environment, forget) };
  function forget() {
    if (opened === own) opened = undefined;
  }
  opened = own;
  return own.platform;
}

async function openAfter(
  former: OpenPlatform | undefined,
  environment: Environment,
  forget: () => void,
): Promise<TestPlatform> {
  await former?.platform.then(
    ({ stop }) => stop(),
    () => {},
  );
  return open(environment, forget);
}

async function open(environment: Environment, forget: () => void): Promise<TestPlatform> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-suite-'));
  const name = `t_${randomBytes(6).toString('hex')}`;
  const base = inject('postgres');
  await maintain(base, `CREATE DATABASE ${name} TEMPLATE template_sunfleet STRATEGY file_copy`);
  const pool = openPool(`${base}/${name}`, () => {});
  const samples = await workerSamples();
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const db = openDb(pool);
  const bus: Platform['bus'] = createBus((topic, error) =>
    log.error({ err: error, topic }, 'subscriber failed'),
  );
  const notifications = createNotifications(pool, log);
  const changes = await startChangeRelay({ db, bus, log, notifications });
  const config = readConfig({
    SUNFLEET_DEMO: 'off',
    SUNFLEET_UNKNOWN_DEVICES: 'keep',
    ...environment,
    SUNFLEET_DATA_DIR: directory,
  });
  const clock = manualClock();
  const health = createHealthRegistry('0.0.0-test');
  const certificates = createCertificates({ log, health, clock });
  const end = async () => {
    forget();
    await certificates.stop();
    await changes.stop();
    await notifications.stop();
    await samples.close();
    await pool.end();
    // The superuser may end connections of every role.
    await maintain(inject('postgresSuperuser'), `DROP DATABASE ${name} WITH (FORCE)`);
    await rm(directory, { recursive: true, force: true });
  };
  let ended: Promise<void> | undefined;
  return {
    config,
    clock,
    log,
    db,
    pool,
    samples,
    bus,
    notifications,
    messages: undefined,
    changes,
    files: createFolderFiles(directory),
    links: createDeviceLinks(createCommandBook({ db, config, clock, log })),
    connections: createConnections({ config, health, descriptors: undefined, clock }),
    certificates,
    doors: createDoors(),
    health,
    text: await loadTexts(),
    stop: () => (ended ??= end()),
  };
}

/** One statement about databases, outside of all of them. */
async function maintain(base: string, statement: string): Promise<void> {
  const maintenance = openPool(`${base}/postgres`, () => {}, 1);
  await maintenance.query(statement);
  await maintenance.end();
}

function manualClock(): ManualClock {
  let time = Date.UTC(2026, 5, 21, 10, 0, 0);
  return {
    now: () => time,
    set: (next) => void (time = next),
    advance: (milliseconds) => void (time += milliseconds),
  };
}
