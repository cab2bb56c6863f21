import { answerFor, decodePush, encodeV5Frame, V5StreamParser, type V5Frame } from '@sunfleet/device-model';
import { Aedes } from 'aedes';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Reading } from '../src/station/reading.ts';

export interface Taken extends Reading {
  sn: string;
  by: 'mqtt' | 'http' | 'v5';
}

/** The three gateways with nothing behind them but a list. */
export interface FakePlatform {
  mqtt: string;
  http: string;
  v5: { host: string; port: number };
  taken: Taken[];
  /** MQTT messages other than telemetry, by topic. */
  topics: Map<string, string>;
  /** V5 frames as they came. */
  frames: V5Frame[];
  /** Sockets of loggers, newest last. */
  loggers: Socket[];
  /** Secrets other than `secret <sn>`. */
  secrets: Map<string, string>;
  secretOf(sn: string): string;
  /** Secrets with which devices signed in over MQTT. */
  signedIn: string[];
  /** New secrets that answers to pushes carry. */
  newSecrets: Map<string, string>;
  /** Gives a device that is connected by MQTT a new secret. */
  give(sn: string, secret: string): void;
  /** What HTTP answers instead of 200. */
  httpStatus: number;
  stop(): Promise<void>;
}

interface Message {
  ts: number;
  v: Record<string, number>;
}

export async function startFakePlatform(): Promise<FakePlatform> {
  const taken: Taken[] = [];
  const take = (sn: string, by: Taken['by'], text: string) => {
    const parsed = JSON.parse(text) as Message | Message[];
    for (const { ts, v } of [parsed].flat()) taken.push({ sn, by, time: ts, values: v });
  };
  const broker = await Aedes.createBroker();
  const platform: FakePlatform = {
    mqtt: '',
    http: '',
    v5: { host: '127.0.0.1', port: 0 },
    taken,
    topics: new Map(),
    frames: [],
    loggers: [],
    secrets: new Map(),
    secretOf: (sn) => platform.secrets.get(sn) ?? `secret ${sn}`,
    signedIn: [],
    newSecrets: new Map(),
    give(sn, secret) {
      platform.secrets.set(sn, secret);
      const payload = JSON.stringify({ id: 'secret-1', secret });
      const topic = `pv/v1/TEST/${sn}/down/secret`;
      broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
    },
    httpStatus: 200,
    stop: () => Promise.resolve(),
  };
  broker.authenticate = (client, user, password, done) => {
    platform.signedIn.push(password?.toString() ?? '');
    done(null, user === client.id && password?.toString() === platform.secretOf(user ?? ''));
  };
  broker.on('publish', (packet, client) => {
    if (!client) return;
    const sn = packet.topic.split('/')[3] ?? '';
    if (packet.topic.endsWith('/telemetry')) take(sn, 'mqtt', packet.payload.toString());
    else platform.topics.set(packet.topic, packet.payload.toString());
  });
  const mqtt = createTcpServer((socket) => broker.handle(socket));
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sn = request.url?.split('/')[4] ?? '';
      const allowed = request.headers.authorization === `Bearer ${platform.secretOf(sn)}`;
      if (allowed && platform.httpStatus === 200) take(sn, 'http', Buffer.concat(chunks).toString());
      response
        .writeHead(allowed ? platform.httpStatus : 401)
        .end(JSON.stringify({ data: { newSecret: platform.newSecrets.get(sn) } }));
    });
  });
  const v5 = createTcpServer((socket) => serveLogger(socket, platform));
  const servers = [mqtt, http, v5];
  await Promise.all(
    servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))),
  );
  platform.mqtt = `mqtt://127.0.0.1:${portOf(mqtt)}`;
  platform.http = `http://127.0.0.1:${portOf(http)}`;
  platform.v5.port = portOf(v5);
  platform.stop = async () => {
    for (const socket of platform.loggers) socket.destroy();
    await new Promise<void>((done) => broker.close(() => done()));
    http.closeAllConnections();
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  };
  return platform;
}

function serveLogger(socket: Socket, platform: FakePlatform): void {
  const parser = new V5StreamParser();
  platform.loggers.push(socket);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    for (const frame of parser.push(chunk as Buffer)) {
      platform.frames.push(frame);
      const pushed = decodePush(frame);
      if (pushed)
        platform.taken.push({ sn: pushed.sn, by: 'v5', time: pushed.time ?? 0, values: pushed.values });
      const answer = answerFor(frame, { now: Date.now(), period: 60 });
      if (answer) socket.write(encodeV5Frame(answer));
    }
  });
}

const portOf = (server: Server | ReturnType<typeof createHttpServer>): number =>
  (server.address() as AddressInfo).port;

/** Waits until something holds; fails after ten seconds with its name. */
export async function until(name: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`did not happen: ${name}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}
