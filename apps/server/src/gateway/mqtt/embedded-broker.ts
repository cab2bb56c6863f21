import type { EventEmitter } from 'node:events';
import type net from 'node:net';
import type { Client, Connection } from 'aedes';
import type { ServeRequest } from '../../platform/links/device-links.ts';
import { choosePort, openDoor } from '../../platform/listen.ts';
import { createTcpServer } from '../../platform/tcp-server.ts';
import { DeviceBroker } from './device-broker.ts';
import { createDeviceSessions, type DeviceSessions } from './device-sessions.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { guardPackets, type PacketGuard } from './packet-guard.ts';
import { createPacketRoom } from './packet-room.ts';
import { readInTurn, type ReadingTurns } from './read-in-turn.ts';

/** Bytes read from one connection at a time. Nothing more is read from it until these are acknowledged. */
const READ_BYTES = 65_536;

export interface MqttServer {
  /** Port that devices connect to; 0 where they connect to a broker of their own. */
  port: number;
  request: ServeRequest;
  stop(): Promise<void>;
}

/** Runs the MQTT broker inside this process, with TLS where the settings name a certificate. */
export async function startEmbeddedBroker(parts: MqttParts): Promise<MqttServer> {
  const { config, connections } = parts.platform;
  const port = await choosePort(config.mqttPort, config.host, config.strictPorts);
  const sessions = createDeviceSessions(parts);
  const broker = new DeviceBroker(sessions.handlers);
  sessions.attach(broker);
  // Its types leave the event out.
  (broker as EventEmitter).on('error', (error: Error) =>
    parts.platform.log.error({ err: error }, 'MQTT broker'),
  );
  const guarding = { room: createPacketRoom(), slices: connections.slices(), senderOf: sessions.senderOf };
  await broker.listen();
  const server = createTcpServer(
    parts.platform,
    config.mqttTls,
    { highWaterMark: READ_BYTES, noDelay: true },
    (socket) => accept(broker, socket, guarding),
  );
  connections.guard(server, 'mqtt');
  await openDoor(server, { host: config.host, port });
  // A connection that could not be accepted (no free file descriptors) is tried again by the device.
  server.on('error', (error) => parts.platform.log.error({ err: error }, 'MQTT gateway'));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    request: sessions.request,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(resolve));
      await closed;
      await sessions.stop();
    },
  };
}

type Guarding = Pick<PacketGuard, 'room'> &
  Pick<ReadingTurns, 'slices'> & { senderOf: DeviceSessions['senderOf'] };

function accept(broker: DeviceBroker, socket: net.Socket, { senderOf, room, slices }: Guarding): void {
  const client: Client = broker.handle(socket as Connection);
  const sender = () => senderOf(client);
  guardPackets(socket, client, { room, sender });
  readInTurn(client, { slices, sender });
}
