import type { Socket } from 'node:net';
import type { AedesOptions, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { ServeRequest } from '../../platform/links/device-links.ts';
import { AppError } from '../../platform/errors.ts';
import type { KnownDevice } from '../../platform/ingest.ts';
import { siteOrNetwork } from '../../platform/network-of.ts';
import { createAcknowledge, type Acknowledge } from './acknowledge.ts';
import { countRefusal } from './counters.ts';
import type { DeviceBroker } from './device-broker.ts';
import { listensTo, maySubscribe, type Subscriber } from './may-subscribe.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { PacketFault } from './packet-fault.ts';
import type { PacketSender } from './packet-room.ts';
import { createPacketCount } from './packet-rules.ts';
import { createPresence, NEW_PRESENCE, type Present } from './presence.ts';
import { readOnline } from './read-online.ts';
import { isPassing, refusalOf } from './refusal.ts';
import { createSecretWatch, type Standing } from './secret-watch.ts';
import { shapeConnect } from './shape-connect.ts';
import { isUplink, parseTopic, topicOf, type DeviceTopic, type Uplink } from './topics.ts';

/** CONNACK codes of MQTT 3.1.1. */
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;
const NOT_ADMITTED = 'bad user name or password';

interface Session extends Standing, Subscriber, Present {
  /** The topic of the last telemetry, known to be allowed. */
  telemetryTopic: string;
  /** Counts what is refused. Throws PacketFault beyond the limit of a minute. */
  countRefused: () => void;
}

export type DeviceSessions = ReturnType<typeof createDeviceSessions>;

/** Knows the device of each connection, decides what it may do, and takes what it sends. */
export function createDeviceSessions(parts: MqttParts) {
  const sessions = new WeakMap<Client, Session>();
  const presence = createPresence(parts);
  const watch = createSecretWatch(parts);
  let broker: DeviceBroker | undefined;
  const tell = (topic: string, payload: string) =>
    broker?.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined);
  const request: ServeRequest = (sn, asked, options) => {
    const device = parts.directory.bySn(sn);
    if (!device || !presence.isHere(device.id)) return undefined;
    return parts.commands.ask({ device, request: asked, options }, (topic, payload) => {
      // It may have left while the command was kept.
      if (!broker || !presence.isHere(device.id)) return false;
      tell(topic, payload);
      return true;
    });
  };
  return {
    handlers: createHandlers(parts, sessions),
    /** Asks a device that is connected here. */
    request,
    /** Whom the packets of a connection count for; undefined until its device has shown its secret. */
    senderOf(client: Client): PacketSender | undefined {
      const session = sessions.get(client);
      if (!session) return undefined;
      const organisationCode = parts.directory.byId(session.deviceId)?.organisationCode ?? null;
      return { organisationCode, site: siteOrNetwork(session.address ?? '') };
    },
    async stop(): Promise<void> {
      await watch.stop();
      await presence.settled();
    },
    /** Connects the sessions with the broker they belong to. */
    attach(newBroker: DeviceBroker): void {
      broker = newBroker;
      const known = (client: Client, work: (session: Session) => void) => {
        const session = sessions.get(client);
        if (session) work(session);
      };
      broker.on('clientReady', (client) =>
        known(client, (session) => {
          presence.came(session, () => client.close());
          watch.came(client, session);
        }),
      );
      broker.on('clientDisconnect', (client) =>
        known(client, (session) => {
          presence.left(session);
          watch.left(client, session);
        }),
      );
      broker.on('subscribe', (subscriptions, client) =>
        known(client, (session) => watch.subscribed(client, session, subscriptions)),
      );
      for (const event of ['clientError', 'connectionError'] as const) {
        broker.on(event, (_client, error) => {
          if (error instanceof PacketFault) countRefusal(parts.counters, error.reason);
          else if (error.message !== NOT_ADMITTED) countRefusal(parts.counters, 'connection');
          parts.platform.log.debug({ err: error }, 'MQTT connection ended');
        });
      }
    },
  };
}

function createHandlers(parts: MqttParts, sessions: WeakMap<Client, Session>): AedesOptions {
  const acknowledge = createAcknowledge();
  return {
    preConnect: (_client, packet, done) => {
      try {
        shapeConnect(packet);
      } catch (fault) {
        return done(fault as PacketFault, false);
      }
      return done(null, true);
    },
    authenticate: (client, sn, secret, done) => {
      enter(parts, { sn, secret, address: (client.conn as Partial<Socket>).remoteAddress }).then(
        (standing) => {
          const known = parts.directory.knownAs(standing.deviceId);
          if (known) parts.platform.connections.known(client.conn as Socket, known, 'mqtt');
          sessions.set(client, {
            ...standing,
            telemetryTopic: '',
            countRefused: createPacketCount(),
            ...NEW_PRESENCE,
            filters: new Set(),
          });
          done(null, true);
        },
        (error: unknown) => done(connectError(parts, error), false),
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessions.get(client);
      const allowed = session !== undefined && maySubscribe(session, subscription.topic);
      if (!allowed) countRefusal(parts.counters, 'foreignTopic');
      done(null, allowed ? subscription : null);
    },
    // What a device does not read is not piled up for it.
    authorizeForward: (client, packet) => (client.conn.writableNeedDrain ? null : packet),
    authorizePublish: (client, packet, done) => {
      const session = client ? sessions.get(client) : undefined;
      if (client && session) receive(parts, { session, client, packet, acknowledge }, done);
      else done(new Error('not a device'));
    },
  };
}

interface Publication {
  session: Session;
  client: Client;
  packet: PublishPacket;
  acknowledge: Acknowledge;
}

/**
 * Tells the connection that sent a message what became of it, where it listens, and no other one of its device: it may have hundreds, and each would hear of
 * all messages of all others.
 */
function tellSender(
  { client, session }: Publication,
  { topic, payload }: { topic: string; payload: string },
  sent: () => void = () => undefined,
): void {
  if (client.closed || !listensTo(session, topic)) return sent();
  client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => sent());
}

/**
 * Takes a message. `done` is called with an error where the connection is to be ended, else once the message is acknowledged. No async
 * function, because each of thousands of messages a second would make promises of its own.
 */
function receive(parts: MqttParts, publication: Publication, done: (error?: Error) => void): void {
  const { session, client, packet, acknowledge } = publication;
  const refused = (reason: unknown) => void refuse(parts, publication, reason).then(done, done);
  const { directory } = parts;
  const device = directory.byId(session.deviceId);
  if (!device) return done(new Error('the device was removed'));
  // What a connection leaves as its last will ends with the secret by which it stood.
  if (client.closed && directory.secrets.stands(session.deviceId, session.mark) === undefined) return done();
  try {
    const uplink = packet.topic === session.telemetryTopic ? 'telemetry' : uplinkOf(device, packet.topic);
    if (uplink === 'telemetry') session.telemetryTopic = packet.topic;
    // The last will of a connection that is closed: its end is told by itself, where the device has no newer one.
    if (uplink === 'online' && client.closed && !readOnline(packet.payload as Buffer)) return done();
    parts.take(device, uplink, packet.payload as Buffer).then((reply) => {
      if (reply !== undefined)
        tellSender(publication, { topic: downOf(packet.topic, uplink), payload: reply });
      parts.counters.messages += 1;
      acknowledge(client, packet);
      done();
    }, refused);
  } catch (error) {
    refused(error);
  }
}

/** Resolves when the device was told why its message is refused and may be acknowledged; rejects when the connection is to be ended instead. */
async function refuse(
  { counters, platform }: MqttParts,
  publication: Publication,
  error: unknown,
): Promise<undefined> {
  const { session, packet } = publication;
  countRefusal(counters, error instanceof AppError ? error.key : 'internal');
  session.countRefused();
  // Not acknowledged: the device keeps the message and sends it again after its next connect.
  if (isPassing(error) || error instanceof ForeignTopicError) throw error;
  const { organisation, sn } = parseTopic(packet.topic) as DeviceTopic;
  const topic = topicOf({ organisation, sn, direction: 'down', name: 'error' });
  const refusal = { topic, payload: JSON.stringify(refusalOf(error, platform.text)) };
  if (!(error instanceof AppError) || error.key !== 'quotaReached') {
    tellSender(publication, refusal);
    return undefined;
  }
  // The device hears why, and keeps the message: an acknowledgement would say that it is stored.
  await new Promise<void>((resolve) => tellSender(publication, refusal, () => setImmediate(resolve)));
  throw error;
}

interface Credentials {
  sn: string | undefined;
  secret: Buffer | undefined;
  address: string | undefined;
}

async function enter({ directory }: MqttParts, { sn, secret, address }: Credentials): Promise<Standing> {
  if (!sn || !secret) throw new AppError('wrongDeviceSecret');
  const device = await directory.authenticate(sn, secret.toString(), 'mqtt', address);
  const mark = directory.secrets.markOf(device.id, secret.toString());
  if (mark === undefined) throw new AppError('wrongDeviceSecret');
  return { deviceId: device.id, sn: device.sn, mark, address };
}

function connectError({ counters, platform }: MqttParts, error: unknown): AuthenticateError {
  countRefusal(counters, error instanceof AppError ? error.key : 'internal');
  if (!(error instanceof AppError)) platform.log.warn({ err: error }, 'MQTT device not admitted');
  const returnCode = isPassing(error) ? SERVER_UNAVAILABLE : BAD_CREDENTIALS;
  return Object.assign(new Error(NOT_ADMITTED), { returnCode });
}

/** A device that speaks for another one. */
class ForeignTopicError extends AppError {}

/**
 * What a topic carries, when the device may publish to it: below its own SN, and below the code of its organisation. A device
 * that is not bound yet may use any code.
 */
/** Where the answer to a message goes: below `down`, by the same name. */
const downOf = (topic: string, name: string): string =>
  topicOf({ ...(parseTopic(topic) as DeviceTopic), direction: 'down', name });

function uplinkOf(device: KnownDevice, topic: string): Uplink {
  const parsed = parseTopic(topic);
  if (!parsed || parsed.sn !== device.sn || parsed.direction !== 'up')
    throw new ForeignTopicError('noDataPermission');
  const { organisation, name } = parsed;
  if (device.organisationCode !== null && organisation !== device.organisationCode) {
    throw new AppError('noDataPermission');
  }
  if (!isUplink(name)) throw new AppError('notFound');
  return name;
}
