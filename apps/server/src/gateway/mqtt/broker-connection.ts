import net from 'node:net';
import tls from 'node:tls';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';
import type { WorkSlices } from '../../platform/work-slices.ts';
import { guardBrokerPackets } from './guard-broker-packets.ts';
import type { BrokerIntake } from './broker-intake.ts';
import { createLeaving, type Leaving } from './create-leaving.ts';

const KEEPALIVE_SECONDS = 30;
/** Seconds the broker keeps what was not acknowledged for the one server that takes everything, when it went away. */
const SESSION_SECONDS = 24 * 3600;
/** Messages under way at the same time: many make a group commit cheap, few need little memory. */
export const WINDOW = 4096;
/** Acknowledgements and answers that a broker has not read, in bytes, after which it is left. */
const MOST_UNREAD = 16 * 1024 * 1024;
/** The longest that a session is emptied. */
const EMPTIED_MS = 10 * 60_000;
/** Bytes that are read in one go. */
const PIECE_BYTES = 4096;
const SUBSCRIBE_ID = 1;
const UNSUBSCRIBE_ID = 2;
const VERSION = { protocolVersion: 5 } as const;

export interface BrokerConnectionOptions {
  url: URL;
  clientId: string;
  /** Whether the broker keeps for this server what it did not acknowledge. Where several share the messages, another one gets it. */
  isKept: boolean;
  topic: string;
  /** Leaves the topic instead of subscribing, takes what waits in the session, and closes. */
  empties?: boolean;
  largestPacket: number;
  intake: BrokerIntake;
  slices: WorkSlices;
  subscribed(): void;
  /** The broker waits for `acknowledge` of each message; it may be called in any order. */
  message(packet: IPublishPacket, acknowledge: () => void): void;
  ended(reason: string): void;
}

export interface BrokerConnection {
  /** `forMs`: a device that is away for longer does not get it. Brokers keep messages for devices that will come back, for hours. */
  publish(topic: string, payload: string, forMs?: number): void;
  /**
   * Closes it. Where several servers share the messages it first lets the broker hand over no more and acknowledges what is under way, because some
   * brokers drop with a session what it did not acknowledge.
   */
  leave(): Promise<void>;
  close(): void;
}

/**
 * One MQTT 5 connection that takes a shared subscription and acknowledges each message by itself. Client libraries hand
 * messages over one at a time and wait for each to be acknowledged, which leaves a group commit nothing to group.
 */
export function connectToBroker(options: BrokerConnectionOptions): BrokerConnection {
  const { url } = options;
  const secure = url.protocol === 'mqtts:' || url.protocol === 'ssl:' || url.protocol === 'tls:';
  const address = { host: url.hostname, port: Number(url.port) || (secure ? 8883 : 1883) };
  const socket = secure ? tls.connect({ ...address, servername: url.hostname }) : net.connect(address);
  const send = (packet: Packet) => {
    if (socket.destroyed) return;
    socket.write(mqtt.generate(packet, VERSION));
    if (socket.writableLength > MOST_UNREAD) socket.destroy(new Error('the broker does not read'));
  };
  const pulse = startPulse(socket, send);
  const leaving = createLeaving(options.empties ? { leaveMs: EMPTIED_MS } : {});
  let reason = 'connection closed';
  const parser = mqtt.parser(VERSION);
  guardBrokerPackets(parser, options.largestPacket);
  parser.on('packet', (packet) => receive(packet, { options, send, socket, leaving, greeted }));
  parser.on('error', (error) => socket.destroy(error));
  socket.on('data', (bytes) => {
    pulse.heard();
    void readInSlices(bytes as Buffer, { parser, socket, options });
  });
  socket.on('error', (error) => void (reason = error.message));
  socket.once(secure ? 'secureConnect' : 'connect', () => send(connectPacket(options)));
  socket.once('close', () => {
    pulse.stop();
    leaving.gone();
    options.ended(reason);
  });
  function close(): void {
    send({ cmd: 'disconnect', reasonCode: 0 });
    socket.end();
    socket.destroySoon();
  }
  async function unsubscribe(): Promise<void> {
    send({ cmd: 'unsubscribe', messageId: UNSUBSCRIBE_ID, unsubscriptions: [options.topic] });
    await leaving.done();
  }
  function greeted(isSessionThere: boolean): void {
    if (!options.empties)
      send({
        cmd: 'subscribe',
        messageId: SUBSCRIBE_ID,
        subscriptions: [{ topic: options.topic, qos: 1 }],
      });
    else if (isSessionThere) void unsubscribe().then(close);
    else close();
  }
  return {
    close,
    async leave() {
      if (!options.isKept && socket.readyState === 'open') await unsubscribe();
      close();
    },
    publish(topic, payload, forMs) {
      // Whole seconds; 0 would be over at once.
      const properties =
        forMs === undefined ? {} : { messageExpiryInterval: Math.max(1, Math.ceil(forMs / 1000)) };
      send({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false, properties });
    },
  };
}

/**
 * Reads on when these bytes are read and there is room for more. A socket that floods is read two megabytes at a time, which are tens of thousands of small
 * messages, before anything else has its turn.
 */
async function readInSlices(
  bytes: Buffer,
  { parser, socket, options }: { parser: mqtt.Parser; socket: net.Socket; options: BrokerConnectionOptions },
): Promise<void> {
  const { slices, intake } = options;
  socket.pause();
  try {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE_BYTES) {
      await slices.turn(() => 'broker');
      parser.parse(bytes.subarray(at, at + PIECE_BYTES));
    }
  } catch (error) {
    socket.destroy(error as Error);
  }
  if (intake.isFull()) intake.onRoom(() => socket.resume());
  else socket.resume();
}

function connectPacket({ url, clientId, isKept, largestPacket }: BrokerConnectionOptions): Packet {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    ...VERSION,
    clientId,
    clean: !isKept,
    keepalive: KEEPALIVE_SECONDS,
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: Buffer.from(decodeURIComponent(url.password)) } : {}),
    properties: {
      sessionExpiryInterval: isKept ? SESSION_SECONDS : 0,
      receiveMaximum: WINDOW,
      maximumPacketSize: largestPacket,
    },
  };
}

interface Receiver {
  options: BrokerConnectionOptions;
  send(packet: Packet): void;
  socket: net.Socket;
  leaving: Leaving;
  greeted(isSessionThere: boolean): void;
}

function receive(packet: Packet, { options, send, socket, leaving, greeted }: Receiver): void {
  switch (packet.cmd) {
    case 'connack':
      if (packet.reasonCode !== 0) socket.destroy(new Error(`the broker refused: code ${packet.reasonCode}`));
      else greeted(packet.sessionPresent);
      return;
    case 'suback': {
      const granted = Number(packet.granted[0]);
      if (granted >= 128) socket.destroy(new Error(`the broker refused the subscription: code ${granted}`));
      else options.subscribed();
      return;
    }
    case 'publish': {
      const taken = options.intake.hold(packet.payload.length);
      const acknowledged = leaving.handed();
      options.message(packet, () => {
        taken();
        acknowledged();
        if (packet.qos > 0) send({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
      });
      return;
    }
    case 'unsuback':
      leaving.unsubscribed();
      return;
    case 'disconnect':
      socket.destroy(new Error(`the broker ended the connection: code ${packet.reasonCode}`));
      return;
    default:
  }
}

/** Pings in time, and ends a connection on which the broker has gone silent. */
function startPulse(socket: net.Socket, send: (packet: Packet) => void) {
  let heardAt = performance.now();
  const timer = setInterval(() => {
    // What is not read says nothing of the other side.
    if (socket.isPaused()) heardAt = performance.now();
    if (performance.now() - heardAt > 2000 * KEEPALIVE_SECONDS)
      socket.destroy(new Error('the broker is silent'));
    else send({ cmd: 'pingreq' });
  }, 500 * KEEPALIVE_SECONDS);
  timer.unref();
  return { heard: () => void (heardAt = performance.now()), stop: () => clearInterval(timer) };
}
