import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { LIMITS } from '@sunfleet/contract';
import type { IPublishPacket } from 'mqtt-packet';
import type { ServeRequest } from '../../platform/links/device-links.ts';
import { AppError, messageOf, ShareFullError } from '../../platform/errors.ts';
import type { KnownDevice } from '../../platform/ingest.ts';
import { createRepeatedLines } from '../../platform/repeated-lines.ts';
import { createWorkSlices } from '../../platform/work-slices.ts';
import { isStoreFailure } from '../../platform/store-failure.ts';
import { connectToBroker, WINDOW, type BrokerConnection } from './broker-connection.ts';
import { createBrokerIntake } from './broker-intake.ts';
import { countRefusal } from './counters.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { isPassing, refusalOf } from './refusal.ts';
import { FORMER_GROUP, isUplink, parseTopic, sharedUplinks, topicOf } from './topics.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const PACKET_OVERHEAD = 1024;
/** One warning of a kind in this time for each device, with its count. */
const WARN_EVERY_MS = 60_000;
/** Pause before a message that could not be taken for a reason that passes is tried again. */
const RETRY_MS = 2000;
/** Longer than the minute after which whoever said more than it may is heard again. */
const MOST_TRIES = 40;
/**
 * Messages of one serial number, and of all, that wait because their sender says more than it may, or for whatever in them cannot be taken: the broker
 * hands over so many in all and no more, and so many bytes of them are read.
 */
const WAITING_OF_ONE = 8;
const WAITING_IN_ALL = 256;
const WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Names that no device guesses. Mosquitto lets anybody join a group, and drops what it hands to a member that may not read it; and it gives the session
 * of a client to whoever comes by its id.
 */
export interface BrokerNames {
  group: string;
  clientId: string;
}

export interface ExternalBroker {
  /** Asks a device that has reported through the broker since this server started, and has not said that it goes offline. */
  request: ServeRequest;
  /** Why there is no connection; undefined while there is one. */
  trouble(): string | undefined;
  /** Takes what it was handed, before it goes. */
  stop(): Promise<void>;
}

/**
 * Takes what devices publish from a broker of the installation's own. That broker checks who the devices are; several
 * servers share its messages, and what one did not acknowledge goes to it again or to another.
 */
export function startExternalBroker(parts: MqttParts, url: string, names: BrokerNames): ExternalBroker {
  const { platform, counters } = parts;
  let trouble: string | undefined = 'connecting';
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const here = createHere(platform);
  const intake = createBrokerIntake({ messages: WINDOW });
  const slices = createWorkSlices();
  const waiting = createWaiting();
  const repeated = createRepeatedLines(WARN_EVERY_MS);
  const isKept = platform.messages === undefined;
  let former: BrokerConnection | undefined;
  let connection = connect();
  function common() {
    return {
      url: new URL(url),
      isKept,
      largestPacket: LIMITS.telemetryBytes + PACKET_OVERHEAD,
      intake,
      slices,
      message: (packet: IPublishPacket, acknowledge: () => void) =>
        void receive(parts, { packet, acknowledge, connection, here, waiting, repeated }),
    };
  }
  function connect(): BrokerConnection {
    return connectToBroker({
      ...common(),
      clientId: names.clientId,
      topic: sharedUplinks(names.group),
      subscribed() {
        trouble = undefined;
        pause = FIRST_PAUSE_MS;
        counters.connected = 1;
        if (isKept) former ??= emptyFormer();
      },
      ended(reason) {
        counters.connected = 0;
        if (stopped) return;
        if (!trouble) platform.log.warn({ reason }, 'MQTT broker lost');
        trouble = reason;
        timer = setTimeout(connectAgain, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      },
    });
  }
  /** Takes what waits in the session that an earlier release had: its name is known to whoever knows host and folder. */
  function emptyFormer(): BrokerConnection {
    return connectToBroker({
      ...common(),
      clientId: formerClientId(platform.config.dataDir),
      topic: sharedUplinks(FORMER_GROUP),
      empties: true,
      subscribed: () => undefined,
      ended: () => undefined,
    });
  }
  /** What was handed over before goes first: a broker that comes and goes would bring more with each connection. */
  function connectAgain(): void {
    if (stopped) return;
    if (intake.isFull()) intake.onRoom(connectAgain);
    else connection = connect();
  }
  return {
    trouble: () => trouble,
    request(sn, request, options) {
      const device = parts.directory.bySn(sn);
      if (!device || !here.has(device.id)) return undefined;
      return parts.commands.ask({ device, request, options }, (topic, payload, forMs) => {
        if (trouble) return false;
        connection.publish(topic, payload, forMs);
        return true;
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      former?.close();
      await connection.leave();
      here.stop();
    },
  };
}

type Here = ReturnType<typeof createHere>;

/** Devices that have reported to this server and did not say that they go offline. */
function createHere({ bus, links }: Pick<MqttParts['platform'], 'bus' | 'links'>) {
  const standing = new Map<number, () => void>();
  const endWatching = bus.subscribe('deviceSeen', ({ deviceId, connection: by, online }) => {
    if (by !== 'mqtt' || online) return;
    standing.get(deviceId)?.();
    standing.delete(deviceId);
  });
  return {
    has: (deviceId: number) => standing.has(deviceId),
    add({ id, sn }: Pick<KnownDevice, 'id' | 'sn'>): void {
      if (!standing.has(id)) standing.set(id, links.stands({ sn }));
    },
    stop(): void {
      endWatching();
      for (const end of standing.values()) end();
    },
  };
}

type Waiting = ReturnType<typeof createWaiting>;

/** Counts messages that wait for their sender's next minute. Whoever lets too many wait loses the others, and keeps nobody else's from being handed over. */
function createWaiting() {
  const of = new Map<string, number>();
  let inAll = 0;
  let allBytes = 0;
  return {
    take(sn: string, bytes: number): boolean {
      const own = of.get(sn) ?? 0;
      if (own >= WAITING_OF_ONE || inAll >= WAITING_IN_ALL || allBytes + bytes > WAITING_BYTES) return false;
      of.set(sn, own + 1);
      inAll += 1;
      allBytes += bytes;
      return true;
    },
    leave(sn: string, bytes: number): void {
      const own = of.get(sn)!;
      inAll -= 1;
      allBytes -= bytes;
      if (own > 1) of.set(sn, own - 1);
      else of.delete(sn);
    },
  };
}

/** The same after a restart, so that the broker still knows what this server did not acknowledge. */
function formerClientId(dataDir: string): string {
  const place = createHash('sha256').update(`${hostname()}:${dataDir}`).digest('hex').slice(0, 16);
  return `sunfleet-${place}`;
}

interface Delivery {
  packet: IPublishPacket;
  acknowledge: () => void;
  connection: BrokerConnection;
  here: Pick<Here, 'add'>;
  waiting: Waiting;
  repeated: ReturnType<typeof createRepeatedLines>;
  /** How often it could not be taken. */
  tries?: number;
}

/** Whether everybody's messages wait for it. What nobody knows is taken for a fault of the message. */
function isOfStore(error: unknown): boolean {
  if (error instanceof ShareFullError) return false;
  return error instanceof AppError ? error.status >= 500 : isStoreFailure(error);
}

async function receive(parts: MqttParts, delivery: Delivery): Promise<void> {
  const { packet, acknowledge, connection, here, waiting, repeated, tries = 0 } = delivery;
  const { counters, directory, take, platform } = parts;
  const topic = parseTopic(packet.topic);
  if (!topic || !isUplink(topic.name)) {
    countRefusal(counters, 'foreignTopic');
    acknowledge();
    return;
  }
  try {
    const device = directory.bySn(topic.sn) ?? (await directory.discover(topic.sn, {}, { gateway: 'mqtt' }));
    const { organisationCode } = device;
    if (organisationCode !== null && organisationCode !== topic.organisation)
      throw new AppError('noDataPermission');
    if (directory.secrets.isRevoked(device.id)) throw new AppError('noDataPermission');
    here.add(device);
    const reply = await take(device, topic.name, Buffer.from(packet.payload));
    if (reply !== undefined) connection.publish(topicOf({ ...topic, direction: 'down' }), reply);
    counters.messages += 1;
    acknowledge();
  } catch (error) {
    countRefusal(counters, error instanceof AppError ? error.key : 'internal');
    const waits = isOfStore(error);
    if (
      isPassing(error) &&
      (waits || (tries < MOST_TRIES && waiting.take(topic.sn, packet.payload.length)))
    ) {
      setTimeout(() => {
        if (!waits) waiting.leave(topic.sn, packet.payload.length);
        void receive(parts, { ...delivery, tries: tries + 1 });
      }, RETRY_MS).unref();
      return;
    }
    if (isPassing(error) && !(error instanceof AppError))
      repeated(`${topic.sn} ${messageOf(error)}`, (count) =>
        platform.log.warn({ err: error, topic: packet.topic, count }, 'a message of a device was not taken'),
      );
    const down = topicOf({ ...topic, direction: 'down', name: 'error' });
    connection.publish(down, JSON.stringify(refusalOf(error, platform.text)));
    acknowledge();
  }
}
