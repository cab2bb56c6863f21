import mqtt from 'mqtt';
import { RegisterImage, type ModbusRead } from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createCommandBook } from '../src/features/links/index.ts';
import { createMqttGateway } from '../src/gateway/mqtt/index.ts';
import { createV5Gateway } from '../src/gateway/v5/index.ts';
import { systemActor } from '../src/platform/actor.ts';
import { createBus } from '../src/platform/bus.ts';
import { createHealthRegistry } from '../src/platform/health.ts';
import { createDeviceLinks } from '../src/platform/links/create-device-links.ts';
import { shareLinks } from '../src/platform/links/share-links.ts';
import { openNatsMessages } from '../src/platform/messages/nats-messages.ts';
import type { DeviceSighting } from '../src/platform/topics.ts';
import { openFleet } from '../src/features/fleet/index.ts';
import { testPlatform, type TestPlatform } from './harness.ts';
import { makeDevice } from './makers.ts';
import { hasNats, startNats } from './nats-server.ts';
import { deviceOfOrganisation } from './registered-device.ts';
import { fakeLogger, mintSerial, testIngest, type FakeDevice } from './v5-logger.ts';

// Servers that share one database and NATS, each with gateways of its own, in one process.

const platform = await testPlatform({
  SUNFLEET_V5_PORT: '0',
  SUNFLEET_MQTT_PORT: '0',
  SUNFLEET_HOST: '127.0.0.1',
  SUNFLEET_V5_COMMANDS: 'on',
});
const nats = hasNats ? await startNats() : undefined;
afterAll(async () => {
  await nats?.stop();
  await platform.stop();
});

/** A server, and what its gateways announced. */
async function openServer(url = nats!.url) {
  const health = createHealthRegistry('test');
  const messages = await openNatsMessages(new URL(url), { log: platform.log, health });
  const bus: TestPlatform['bus'] = createBus(() => undefined);
  const book = createCommandBook(platform);
  const links = shareLinks(createDeviceLinks(book), { messages, book });
  const server = { ...platform, bus, messages, links, health };
  const seen: DeviceSighting[] = [];
  bus.subscribe('deviceSeen', (sighting) => void seen.push(sighting));
  const moved: number[] = [];
  bus.subscribe('deviceMoved', ({ deviceId }) => void moved.push(deviceId));
  const fleet = await openFleet(server);
  const input = { directory: fleet.directory, ingest: testIngest(platform) };
  const v5 = createV5Gateway(server, { ...input, options: { pollMs: 3_600_000, answerMs: 5000 } });
  const gateway = createMqttGateway(server, input);
  const ports = { v5: await v5.start(), mqtt: await gateway.start() };
  onTestFinished(async () => {
    await Promise.all([v5.stop(), gateway.stop()]);
    await fleet.stop();
    await messages.stop();
  });
  const saidOf = (deviceId: number) =>
    seen.filter((one) => one.deviceId === deviceId).map(({ online }) => online);
  return { server, links, input, ports, v5, saidOf, moved };
}
type Server = Awaited<ReturnType<typeof openServer>>;

async function servers(count: number): Promise<Server[]> {
  const opened: Server[] = [];
  for (let nth = 0; nth < count; nth += 1) opened.push(await openServer());
  return opened;
}

const image = new RegisterImage();
image.load(3, 60, [7, 65_535]);
const read = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 } as const;

/** A logger that has said who it is to a server. */
async function come({ ports }: Server, device: FakeDevice, serial = mintSerial()) {
  const logger = await fakeLogger(ports.v5, device, serial);
  logger.hello();
  await vi.waitFor(() => expect(logger.answers.length).toBeGreaterThan(0), 20_000);
  return logger;
}

/** A device behind a logger; answers the ids of both. */
async function behind(serial: number) {
  const { id: loggerId } = await platform.db
    .selectFrom('devices')
    .select('id')
    .where('sn', '=', String(serial))
    .executeTakeFirstOrThrow();
  const { id } = await makeDevice(platform, { parentId: loggerId, profileId: 'deye-string' });
  return { id, loggerId };
}

const ask = ({ links }: Server, deviceId: number, idempotencyKey?: string) =>
  links.request({ actor: systemActor, deviceId }, read, { timeoutMs: 10_000, idempotencyKey });

/** Polls read other registers. */
const isAsked = ({ fn, addr, count }: ModbusRead) =>
  fn === read.fn && addr === read.addr && count === read.count;
const askedFor = ({ asked }: Awaited<ReturnType<typeof come>>) => asked.filter(isAsked);

const commandsOf = (deviceId: number) =>
  platform.db.selectFrom('commands').selectAll().where('deviceId', '=', deviceId).orderBy('id').execute();

test.skipIf(!hasNats)(
  'any server asks a device at the one that holds its connection, once for each key, and says at once where nobody does',
  async () => {
    const [holder, other, third] = (await servers(3)) as [Server, Server, Server];
    const logger = await come(holder, { image });
    const { id } = await behind(logger.serial);
    const reply = await ask(holder, id);
    expect(reply).toMatchObject({ ok: true, words: [7, 65_535], command: { state: 'done' } });
    // The server hears that the connection stands a moment after the device.
    await vi.waitFor(
      async () => expect(await ask(other, id)).toMatchObject({ ok: true, words: [7, 65_535] }),
      20_000,
    );
    const sent = askedFor(logger).length;
    const both = await Promise.all([ask(other, id, 'twice'), ask(third, id, 'twice')]);
    expect(both[0]).toMatchObject({ ok: true, command: { state: 'done' } });
    expect(both[1]).toEqual(both[0]);
    expect(askedFor(logger)).toHaveLength(sent + 1);

    logger.socket.destroy();
    // One that left just before waits for its time.
    await vi.waitFor(
      async () =>
        expect(await ask(other, id)).toMatchObject({ ok: false, failure: 'notConnected', sent: false }),
      20_000,
    );
    const began = performance.now();
    expect(await ask(third, id)).toMatchObject({ failure: 'notConnected', command: { state: 'failed' } });
    expect(performance.now() - began).toBeLessThan(5000);
    // The same key answers what it was, although nobody is there any more.
    expect(await ask(third, id, 'twice')).toEqual(both[0]);
  },
  60_000,
);

test.skipIf(!hasNats)(
  'a logger that moves to another server in the middle of a command leaves it unknown, and it is not sent again',
  async () => {
    const [first, second, pages] = (await servers(3)) as [Server, Server, Server];
    const old = await come(first, { image, ignores: isAsked });
    const { id, loggerId } = await behind(old.serial);
    let reply: ReturnType<typeof ask> | undefined;
    await vi.waitFor(async () => {
      reply = ask(pages, id);
      const state = async () => (await commandsOf(id)).at(-1)?.state;
      await vi.waitFor(async () => expect(['sent', 'failed']).toContain(await state()), 10_000);
      // The other server may not have heard yet where the logger is.
      expect(await state()).toBe('sent');
    }, 20_000);
    const began = performance.now();
    const moved = await come(second, { image }, old.serial);
    await vi.waitFor(() => expect(old.socket.closed).toBe(true), 5000);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(await reply).toMatchObject({
      ok: false,
      failure: 'disconnected',
      sent: true,
      command: { state: 'unknown' },
    });
    expect([askedFor(old).length, askedFor(moved).length]).toEqual([1, 0]);
    expect((await commandsOf(id)).filter(({ state }) => state === 'sent')).toEqual([]);
    // The newer connection carries the next one, and the end of the old one is not told as that of the logger.
    await vi.waitFor(async () => expect(await ask(pages, id)).toMatchObject({ ok: true }));
    await vi.waitFor(() => expect(first.moved).toEqual([loggerId]));
    expect(first.saidOf(loggerId)).not.toContain(false);
    const link = await platform.db
      .selectFrom('loggerConnections')
      .select(['open', 'epoch'])
      .where('deviceId', '=', loggerId)
      .executeTakeFirstOrThrow();
    expect(link).toEqual({ open: true, epoch: 2 });
  },
  60_000,
);

test.skipIf(!hasNats)(
  'the late end of an old socket changes nothing, also where its server heard nothing of the newer one',
  async () => {
    const apart = await startNats();
    onTestFinished(() => apart.stop());
    const [first, second] = [await openServer(apart.url), await openServer()];
    const old = await come(first, { image });
    const { loggerId } = await behind(old.serial);
    await come(second, { image }, old.serial);
    expect(old.socket.closed).toBe(false);
    const openLink = () =>
      platform.db
        .selectFrom('loggerConnections')
        .select(['connection', 'open'])
        .where('deviceId', '=', loggerId)
        .executeTakeFirstOrThrow();
    const before = await openLink();
    // Ends its connections, and resolves when that is noted and told.
    await first.v5.stop();
    expect(await openLink()).toEqual(before);
    expect(before.open).toBe(true);
    expect(first.saidOf(loggerId)).not.toContain(false);
  },
  60_000,
);

test.skipIf(!hasNats)(
  'a device of MQTT that comes to another server loses its old connection there, and is not told as offline',
  async () => {
    const [first, second] = (await servers(2)) as [Server, Server];
    const { device, secret, topic } = await deviceOfOrganisation(
      { ...platform, bus: first.server.bus },
      first.input,
    );
    second.server.bus.publish('deviceChanged', { deviceId: device.id });
    await vi.waitFor(() => expect(second.input.directory.byId(device.id)).toBeDefined());
    const connect = async ({ ports }: Server) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`, {
        username: device.sn,
        password: secret,
        reconnectPeriod: 0,
        will: { topic: topic('up/online'), payload: Buffer.from('offline'), qos: 1, retain: true },
      });
      client.on('error', () => undefined);
      onTestFinished(() => void client.end(true));
      return client;
    };
    const old = await connect(first);
    await vi.waitFor(() => expect(first.saidOf(device.id)).toEqual([true]));
    // At one server it may have several.
    const beside = await connect(first);
    await vi.waitFor(() => expect(first.saidOf(device.id)).toEqual([true, true]));
    expect(old.connected).toBe(true);
    const began = performance.now();
    const moved = await connect(second);
    await vi.waitFor(() => expect([old.connected, beside.connected]).toEqual([false, false]), 5000);
    expect(performance.now() - began).toBeLessThan(5000);
    await vi.waitFor(() => expect(second.saidOf(device.id)).toEqual([true]));
    moved.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string };
      moved.publish(topic('up/answer'), JSON.stringify({ id, result: 'here' }));
    });
    await moved.subscribeAsync(topic('down/#'));
    const standby = { type: 'command', name: 'standby', params: {} } as const;
    const request = () =>
      first.links.request({ actor: systemActor, deviceId: device.id }, standby, { timeoutMs: 10_000 });
    await vi.waitFor(async () => expect(await request()).toMatchObject({ ok: true, result: 'here' }), 20_000);
    await vi.waitFor(() => expect(first.moved).toEqual([device.id]));
    expect(first.saidOf(device.id)).not.toContain(false);
    // Where the newest one ends, the device is gone.
    await moved.endAsync(true);
    await vi.waitFor(() => expect(second.saidOf(device.id)).toEqual([true, false]));
    expect(await request()).toMatchObject({ failure: 'notConnected', sent: false });
  },
  60_000,
);

test.skipIf(!hasNats)(
  'what a device answers while servers do not reach each other is found by the one that asked',
  async () => {
    const own = await startNats();
    const [holder, pages] = [await openServer(own.url), await openServer(own.url)];
    const device = await makeDevice(platform);
    const answer = Promise.withResolvers<undefined>();
    const endServing = holder.links.serve(async (_sn, _request, { beforeSending }) => {
      await beforeSending();
      await answer.promise;
      return { ok: true, result: 'done' };
    });
    const endStanding = holder.links.stands({ sn: device.sn });
    const standby = { type: 'command', name: 'standby', params: {} } as const;
    const request = () =>
      pages.links.request({ actor: systemActor, deviceId: device.id }, standby, { timeoutMs: 5000 });
    let reply = request();
    await vi.waitFor(async () => {
      const state = (await commandsOf(device.id)).at(-1)?.state;
      if (state === 'failed') reply = request();
      expect(state).toBe('sent');
    }, 20_000);
    await own.stop();
    answer.resolve(undefined);
    expect(await reply).toMatchObject({ ok: true, result: 'done', command: { state: 'done' } });
    endServing();
    endStanding();
    const again = await startNats(own.port);
    onTestFinished(() => again.stop());
  },
  60_000,
);
