import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { startFleet } from './fleet-process.ts';
import { answerControl } from './platform/backup/control.ts';
import { systemClock } from './platform/clock.ts';
import { refuseCutOffRestore } from './platform/backup/cut-off-restore.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { createDiskWatch } from './platform/disk-watch.ts';
import { createLog } from './platform/log.ts';
import { launchEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { makeFilesPrivate, openDataDir } from './platform/private-files.ts';
import { requireSecretKey } from './platform/secret-box.ts';
import { readCertificate } from './platform/tls-files.ts';
import { catchUnexpected, createUnexpectedErrors } from './platform/unexpected-errors.ts';
import { unknownSettings } from './unknown-settings.ts';

/** Milliseconds for a clean end. */
const STOP_MS = 90_000;

const version = (
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version;

/** The server as a process: opens everything, says its address, and ends cleanly on a signal. */
export async function runServer(say: (text: string) => void): Promise<void> {
  const config = readConfig(process.env);
  for (const files of [config.httpTls, config.mqttTls, config.v5Tls]) if (files) readCertificate(files);
  makeFilesPrivate();
  const { openToOthers } = await openDataDir(config.dataDir);
  const lock = await lockDataDir(config.dataDir);
  refuseCutOffRestore(config.dataDir);
  await requireSecretKey(config);
  const disk = createDiskWatch(config.dataDir, systemClock);
  const log = createLog(config.logLevel, { failed: disk.note });
  const unknown = unknownSettings(process.env);
  if (unknown.length > 0)
    log.warn({ settings: unknown }, 'these are no settings of the server: they change nothing');
  if (openToOthers) log.warn({ folder: config.dataDir }, 'other accounts may look into the data directory');
  const errors = createUnexpectedErrors(log, () => process.exit(1));
  catchUnexpected(errors);
  const lost = (error: Error) => {
    log.fatal({ err: error }, 'the server ends');
    process.exit(1);
  };
  const postgres = config.databaseUrl
    ? undefined
    : await launchEmbeddedPostgres(path.join(config.dataDir, 'postgres'), log);
  // Most of the program is read here: PostgreSQL, a process of its own, comes up meanwhile.
  const { startApp } = await import('./app.ts');
  const app = await startApp({ config, log, postgres, disk, version, errors, lost });
  errors.started();
  let fleet: ReturnType<typeof startFleet> | undefined;
  lock.onAsked((socket) => answerControl(socket, ({ backup }, tell) => app.backUp(backup, tell)));
  const stop = once(async () => {
    await fleet?.stop();
    await app.stop();
    await lock.release();
  });
  const end = () => {
    // A store that hangs may delay the end. Nothing is lost then, because everything acknowledged is stored already.
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Whoever reads that the server is ready may stop it at once.
  say(announcement(app, config));
  if (process.argv.includes('--with-fleet') && config.demo && config.roles.has('gateway'))
    fleet = startFleet(app, config);
}

const DEMO_NOTE = [
  '  The demo fleet reports live; SUNFLEET_DEMO=off starts without it and locks its accounts.',
  '  With the demo the server answers this machine alone, unless SUNFLEET_HOST says otherwise.',
];

/** The address of the product and its logins, the only lines meant for people. */
function announcement(app: App, config: Config): string {
  const address = `${config.httpTls ? 'https' : 'http'}://localhost:${app.ports.http}`;
  return [
    '',
    `  Sunfleet ${version} is ready:  ${address}`,
    `  ${doorsOf(app, config, address).join('   ')}`,
    '',
    ...app.logins.map(
      ({ account, password, note }) => `  ${note.padEnd(26)} ${account.padEnd(32)} ${password}`,
    ),
    ...(config.demo ? ['', ...DEMO_NOTE] : []),
    '',
  ].join('\n');
}

/** What else the server opens, by its roles. */
function doorsOf({ ports }: App, { roles }: Config, address: string): string[] {
  return [
    ...(ports.mqtt === undefined ? [] : [`MQTT ${ports.mqtt}`, `V5 loggers ${ports.v5}`]),
    ...(roles.has('api') ? [`API reference ${address}/api/docs`] : []),
  ];
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
