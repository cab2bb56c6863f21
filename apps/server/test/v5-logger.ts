import net from 'node:net';
import {
  encodeCommandAnswer,
  encodeCommandError,
  encodeException,
  encodeHello,
  encodeReadResponse,
  encodeV5Frame,
  parseCommand,
  parseRequest,
  V5_CONTROL,
  V5StreamParser,
  type ModbusRead,
  type RegisterImage,
  type V5Frame,
  type V5Hello,
} from '@sunfleet/device-model';
import { onTestFinished } from 'vitest';
import type { TestPlatform } from './harness.ts';
import { knownDevice, makeDevice } from './makers.ts';
import { createDeviceSecrets } from '../src/features/fleet/device-secrets.ts';
import { FleetIndex } from '../src/features/fleet/fleet-index.ts';
import { createLinkDoors, isBelieved, readStrays } from '../src/features/links/index.ts';
import { AppError } from '../src/platform/errors.ts';
import type {
  DeviceDirectory,
  DeviceIdentity,
  Ingest,
  KnownDevice,
  Reading,
} from '../src/platform/ingest.ts';

let serials = 2_900_100_000;
/** A serial number no other test has. */
export const mintSerial = () => (serials += 1);

export interface TestDirectory extends DeviceDirectory {
  identities: Map<string, DeviceIdentity>;
  /** What loggers named that they may not speak for. */
  named: Map<string, DeviceIdentity>;
  add(device: KnownDevice): void;
}

/** A directory over real rows that keeps what devices said of themselves. */
export function testDirectory(platform: TestPlatform, refuses = (_sn: string) => false): TestDirectory {
  const known = new Map<string, KnownDevice>();
  const identities = new Map<string, DeviceIdentity>();
  const named = new Map<string, DeviceIdentity>();
  const byId = (id: number) => [...known.values()].find((device) => device.id === id);
  const doors = createLinkDoors(platform);
  const never = () => Promise.reject(new Error('V5 loggers have no secret'));
  return {
    identities,
    named,
    add: (device) => void known.set(device.sn, device),
    bySn: (sn) => known.get(sn),
    byId,
    knownAs: () => undefined,
    secrets: createDeviceSecrets(platform, new FleetIndex()),
    authenticate: never,
    organisationOfKey: never,
    forKey: never,
    describeAll: never,
    spokenFor(loggerId, sn) {
      const parentSn = identities.get(sn)?.parentSn;
      return parentSn !== undefined && byId(loggerId)?.sn === parentSn ? known.get(sn) : undefined;
    },
    connected: doors.connected,
    believes: (loggerId, connection) => isBelieved(platform, loggerId, connection),
    strays: (standing) => readStrays(platform.db, standing),
    disconnected: doors.disconnected,
    troubled: doors.troubled,
    came: () => 0,
    left: () => true,
    discovered(_loggerId, sn, identity) {
      named.set(sn, identity);
      return Promise.resolve(!known.has(sn));
    },
    async discover(sn, identity) {
      const found = known.get(sn);
      if (found) return found;
      if (refuses(sn)) throw new AppError('noDataPermission');
      const { kind = 'inverter', profileId = null, parentSn } = identity;
      const parentId = parentSn === undefined ? null : (known.get(parentSn)?.id ?? null);
      const before = await platform.db
        .selectFrom('devices')
        .selectAll()
        .where('sn', '=', sn)
        .executeTakeFirst();
      const row = before ?? (await makeDevice(platform, { sn, kind, profileId, parentId }));
      const device = knownDevice({ id: row.id, sn, kind, profileId });
      known.set(sn, device);
      identities.set(sn, identity);
      return device;
    },
    describe(deviceId, identity) {
      const sn = byId(deviceId)!.sn;
      const before = identities.get(sn);
      identities.set(sn, {
        ...before,
        ...identity,
        attributes: { ...before?.attributes, ...identity.attributes },
      });
      return Promise.resolve(0);
    },
  };
}

export interface TestIngest extends Ingest {
  stored: { sn: string; reading: Reading }[];
  archived: { sn: string; bytes: Uint8Array }[];
  /** How the next stores end. */
  mode: 'store' | 'fail' | 'hold' | 'quota';
  /** Lets held stores end well. */
  release(): void;
  /** Blocks the intake, and opens it again. */
  full(): void;
  free(): void;
}

export function testIngest(platform: TestPlatform): TestIngest {
  const held: (() => void)[] = [];
  let room: { promise: Promise<void>; resolve: () => void } | undefined;
  const ingest: TestIngest = {
    stored: [],
    archived: [],
    mode: 'store',
    release() {
      ingest.mode = 'store';
      for (const go of held.splice(0)) go();
    },
    full: () => void (room = Promise.withResolvers<void>()),
    free() {
      room?.resolve();
      room = undefined;
    },
    room: () => room?.promise,
    async store(device, readings) {
      for (const { time } of readings) ingest.checkTime(time);
      if (ingest.mode === 'fail') throw new AppError('storeUnavailable', { store: 'test' });
      if (ingest.mode === 'quota') throw new AppError('quotaReached', { limit: 1, retryAfter: 60 });
      if (ingest.mode === 'hold') await new Promise<void>((resolve) => held.push(resolve));
      for (const reading of readings) ingest.stored.push({ sn: device.sn, reading });
    },
    admit() {},
    noteRefusal: () => undefined,
    checkTime(time) {
      const now = platform.clock.now();
      if (time < Date.UTC(2000, 0, 1) || time > now + 900_000) throw new AppError('timeOutOfRange');
    },
    archive: async ({ sn, bytes }) => void ingest.archived.push({ sn, bytes }),
    pointId: () => 1,
    open: () => {
      throw new Error('not used by this gateway');
    },
    asRecorded: () => Promise.resolve(),
    submit: () => Promise.resolve(),
  };
  return ingest;
}

export interface FakeLogger {
  serial: number;
  socket: net.Socket;
  /** Answers of the server so far. */
  answers: V5Frame[];
  /** Modbus reads the server asked for so far. */
  asked: ModbusRead[];
  send(control: number, payload: Uint8Array): void;
  sendBytes(bytes: Uint8Array): void;
  hello(values?: Partial<V5Hello>): void;
}

export interface FakeDevice {
  image?: RegisterImage;
  /** How it answers reads: from the image, `asleep` as at night, or not at all. */
  mode?: 'awake' | 'asleep' | 'silent';
  /** Reads that it never answers. */
  ignores?: (request: ModbusRead) => boolean;
}

export const TIMES = { frameType: 2, totalSeconds: 100, powerOnSeconds: 10, offsetSeconds: 0 };

/** A logger on a real socket, with a device behind it. Destroyed when the test ends. */
export async function fakeLogger(
  port: number,
  device: FakeDevice = {},
  serial = mintSerial(),
  from = '127.0.0.1',
): Promise<FakeLogger> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const parser = new V5StreamParser();
  let sequence = 0;
  const frame = (control: number, payload: Uint8Array, serverSequence = 0) =>
    encodeV5Frame({
      control,
      serverSequence,
      loggerSequence: (sequence = (sequence + 1) & 0xff),
      serial,
      payload,
    });
  const logger: FakeLogger = {
    serial,
    socket,
    answers: [],
    asked: [],
    send: (control, payload) => void socket.write(frame(control, payload)),
    sendBytes: (bytes) => void socket.write(bytes),
    hello: (values) => logger.send(V5_CONTROL.hello, encodeHello({ ...HELLO, ...values })),
  };
  socket.on('data', (chunk) => {
    for (const received of parser.push(chunk as Buffer)) {
      if (received.control !== V5_CONTROL.command) logger.answers.push(received);
      else answerCommand(received);
    }
  });
  const answerCommand = (received: V5Frame) => {
    const command = parseCommand(received.payload);
    if (command?.type !== 'modbus' || device.mode === 'silent') return;
    const request = parseRequest(command.rtu) as ModbusRead;
    logger.asked.push(request);
    if (device.ignores?.(request)) return;
    const payload = commandAnswer(request, device);
    socket.write(frame(V5_CONTROL.commandAnswer, payload, received.serverSequence));
  };
  return logger;
}

function commandAnswer(request: ModbusRead, { image, mode }: FakeDevice): Uint8Array {
  if (mode === 'asleep') return encodeCommandError(TIMES, 5);
  const words = image?.read(request.fn, request.addr, request.count);
  const rtu = words ? encodeReadResponse(request, words) : encodeException(request, 2);
  return encodeCommandAnswer({ times: TIMES, rtu });
}

export const HELLO: V5Hello = {
  times: TIMES,
  uploadMinutes: 5,
  collectSeconds: 60,
  heartbeatSeconds: 120,
  maxDevices: 1,
  signal: 71,
  firmware: 'LSW3_15_FFFF_1.0.9E',
  mac: '02:00:00:00:00:01',
  ip: '192.168.1.20',
  sensorList: 0xffff,
  hardware: 'V1.0',
  ssid: 'test-net',
};
