import type net from 'node:net';
import { AppError } from '../../platform/errors.ts';
import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import { choosePort, openDoor } from '../../platform/listen.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRepeatedLines } from '../../platform/repeated-lines.ts';
import { isStoreFailure } from '../../platform/store-failure.ts';
import { createTcpServer } from '../../platform/tcp-server.ts';
import { readLoggersOf, readLoggersOfProfile } from './children.queries.ts';
import { serveConnection, type V5Connection } from './connection.ts';
import { addStream, createCounters } from './counters.ts';
import { DEFAULT_V5_OPTIONS, type V5Options } from './options.ts';
import type { FirmwareRoad } from './firmware/firmware-road.ts';
import { createOwnProfiles } from './own-profiles.ts';
import { serveRequest } from './serve-request.ts';
import { loggerOf, snOf, type V5Parts, type V5Session } from './session.ts';

/** One warning of a kind in this time for each logger, with its count. */
const WARN_EVERY_MS = 60_000;

/** TCP server for logger sticks that speak V5. */
interface V5Gateway {
  /** Listens; answers the port it got. */
  start(): Promise<number>;
  /** Ends every connection and stops listening. */
  stop(): Promise<void>;
}

interface Running {
  parts: V5Parts;
  server: net.Server;
  connections: Set<V5Connection>;
  /** By serial number as a text: as a number, `0123` of somebody else would be the logger 123. */
  bySn: Map<string, V5Connection>;
  changed: Set<number>;
  /** Ends of connections that are being noted. */
  ending: Set<Promise<void>>;
  changeTimer: NodeJS.Timeout | undefined;
  end: () => void;
}

interface V5GatewayInput {
  directory: DeviceDirectory;
  ingest: Ingest;
  firmware?: FirmwareRoad;
  options?: Partial<V5Options>;
}

/** Adds health part `gateway.v5`. */
export function createV5Gateway(platform: Platform, input: V5GatewayInput): V5Gateway {
  const { directory, ingest } = input;
  const pollMs = platform.config.v5PollSeconds * 1000;
  const options = { ...DEFAULT_V5_OPTIONS, pollMs, ...input.options };
  const running: Running = {
    parts: {
      platform,
      directory,
      ingest,
      options,
      counters: createCounters(),
      firmware: input.firmware,
      ownProfiles: createOwnProfiles(platform.db),
      slices: platform.connections.slices(),
      repeated: createRepeatedLines(WARN_EVERY_MS),
    },
    server: createTcpServer(platform, platform.config.v5Tls, {}, (socket) => accept(running, socket)),
    connections: new Set(),
    bySn: new Map(),
    changed: new Set(),
    ending: new Set(),
    changeTimer: undefined,
    end: () => {},
  };
  platform.health.add({ name: 'gateway.v5', essential: false, check: () => healthOf(running) });
  return { start: () => start(running), stop: () => stop(running) };
}

async function start(running: Running): Promise<number> {
  const { platform } = running.parts;
  const { host, v5Port, strictPorts } = platform.config;
  const port = await choosePort(v5Port, host, strictPorts);
  platform.connections.guard(running.server, 'v5');
  await openDoor(running.server, { host, port });
  running.server.on('error', (error) => platform.log.error({ err: error }, 'V5 gateway'));
  const ends = [
    platform.bus.subscribe('deviceChanged', ({ deviceId }) => noteChange(running, deviceId)),
    platform.bus.subscribe('ownProfileChanged', ({ id }) => void refreshProfile(running, id)),
    // Which device has a serial number now is known to the directory a moment after the change was announced.
    running.parts.directory.secrets.onChange((ids) => ids.forEach((id) => noteChange(running, id))),
    platform.links.serve((sn, request, options) => {
      const connection = running.bySn.get(sn);
      if (!connection) return undefined;
      if (options.v5 !== connection.session.id)
        return Promise.resolve({ ok: false, failure: 'untrusted', sent: false });
      return serveRequest(connection, request, options);
    }),
  ];
  running.end = () => ends.forEach((end) => end());
  const address = running.server.address();
  const opened = typeof address === 'object' && address !== null ? address.port : port;
  platform.doors.open('v5', opened);
  return opened;
}

async function stop(running: Running): Promise<void> {
  running.end();
  clearTimeout(running.changeTimer);
  for (const connection of running.connections) connection.close();
  await Promise.all(running.ending);
  if (running.server.listening) await new Promise((resolve) => running.server.close(resolve));
}

function accept(running: Running, socket: net.Socket): void {
  const { parts, connections } = running;
  connections.add(
    serveConnection(socket, parts, {
      admit: (connection) => admit(running, connection),
      closed: (connection) => closed(running, connection),
    }),
  );
}

/**
 * A logger that comes again has lost its old connection, whether that one knows it or not. Whether it is believed is decided first, so
 * that a connection which may not be does not end the one that lives. Throws AppError `noDataPermission`.
 */
async function admit({ parts, bySn }: Running, connection: V5Connection): Promise<void> {
  const { directory } = parts;
  const { session } = connection;
  const { id, address } = session;
  const sn = snOf(session);
  const logger = await loggerOf(session);
  const { links } = parts.platform;
  const replaces = async () => bySn.has(sn) || links.isHeldElsewhere(sn);
  const epoch = await directory.connected(logger.id, { connection: id, address, replaces });
  if (epoch === false) throw new AppError('noDataPermission');
  if (session.closed) return void (await directory.disconnected(logger.id, id));
  const before = bySn.get(sn);
  bySn.set(sn, connection);
  const standing = { epoch, close: () => connection.close('replaced') };
  session.endStanding = links.stands({ sn, session: standing });
  before?.close('replaced');
}

function closed(running: Running, connection: V5Connection): void {
  const { session } = connection;
  const { platform } = running.parts;
  running.connections.delete(connection);
  session.endStanding();
  const sn = snOf(session);
  const wasNewest = running.bySn.get(sn) === connection;
  if (wasNewest) running.bySn.delete(sn);
  const ending = noteEnd(running, session, wasNewest)
    .catch((error: unknown) => platform.log.debug({ err: error }, 'end of a connection not noted'))
    .finally(() => running.ending.delete(ending));
  running.ending.add(ending);
}

/** A logger is offline when its newest connection ended, of whichever server. While the store cannot say, this server's one counts. */
async function noteEnd(
  { parts: { platform, directory } }: Running,
  { logger, id }: V5Session,
  wasNewest: boolean,
): Promise<void> {
  if (!logger) return;
  const { id: deviceId } = await logger;
  const isGone = await directory.disconnected(deviceId, id).catch((error: unknown) => {
    platform.log.debug({ err: error }, 'end of a connection not noted');
    return true;
  });
  if (!wasNewest) return;
  const at = platform.clock.now();
  if (isGone) await platform.bus.publish('deviceSeen', { deviceId, at, connection: 'v5', online: false });
  else await platform.bus.publish('deviceMoved', { deviceId });
}

/** Changes come in bursts; one look serves a burst. */
const LOOK_AFTER_MS = 200;
/** After one that PostgreSQL did not answer: nobody announces it again, and a secret that ended would go on. */
const LOOK_AGAIN_MS = 1000;

function noteChange(running: Running, deviceId: number, afterMs = LOOK_AFTER_MS): void {
  running.changed.add(deviceId);
  running.changeTimer ??= setTimeout(() => {
    running.changeTimer = undefined;
    void refreshLoops(running);
  }, afterMs).unref();
}

/** A serial number that stands for another device now, as where one took the place of another, comes again as that one. */
async function closeReplaced({ parts, bySn }: Running, changed: ReadonlySet<number>): Promise<void> {
  for (const [sn, connection] of bySn) {
    const logger = await connection.session.logger;
    if (logger && changed.has(logger.id) && parts.directory.bySn(sn)?.id !== logger.id) connection.close();
  }
}

async function refreshLoops(running: Running): Promise<void> {
  const ids = [...running.changed];
  running.changed.clear();
  const { platform, directory } = running.parts;
  try {
    await closeReplaced(running, new Set(ids));
    const loggers = new Set([...ids, ...(await readLoggersOf(platform.db, ids))]);
    const standing = [...loggers].flatMap((loggerId) => {
      const connection = running.bySn.get(directory.byId(loggerId)?.sn ?? '');
      return connection ? [{ loggerId, connection, address: connection.session.address }] : [];
    });
    for (const { connection } of standing) connection.poll.refresh();
    const strays = await directory.strays(standing);
    for (const { loggerId, connection } of standing)
      if (strays.has(loggerId)) connection.close('unknownRefused');
  } catch (error) {
    platform.log.warn({ err: error }, 'devices behind loggers not looked up, tried again in a while');
    if (isStoreFailure(error)) for (const id of ids) noteChange(running, id, LOOK_AGAIN_MS);
  }
}

/** Devices that are read by a profile of their organisation are read by what it says now. */
async function refreshProfile({ parts, bySn }: Running, id: number): Promise<void> {
  const { platform, directory } = parts;
  try {
    for (const loggerId of await readLoggersOfProfile(platform.db, id))
      bySn.get(directory.byId(loggerId)?.sn ?? '')?.poll.refresh();
  } catch (error) {
    platform.log.warn({ err: error }, 'devices of a profile not looked up, tried again in a while');
  }
}

function healthOf({ parts, connections, bySn, server }: Running) {
  const counters = { ...parts.counters, stream: { ...parts.counters.stream } };
  for (const { parser } of connections) addStream(counters, parser.stats);
  return {
    state: server.listening ? ('ok' as const) : ('down' as const),
    detail: { connections: connections.size, loggers: bySn.size, ...counters.stream, ...counters.counts },
  };
}
