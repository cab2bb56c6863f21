import { encodePush, PUSH_LAYOUTS, V5_CONTROL } from '@sunfleet/device-model';
import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { registerIngestRoutes } from '../src/gateway/http/index.ts';
import { createV5Gateway } from '../src/gateway/v5/index.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { openGatewayInput } from './gateway-input.ts';
import { testPlatform } from './harness.ts';
import { makeDevice, makeOrganisation } from './makers.ts';
import { known, registeredDevice } from './registered-device.ts';
import { fakeLogger, mintSerial, type FakeLogger } from './v5-logger.ts';

/** V5 has no secret: what a stranger brings in the name of a logger shall cost nobody but that logger. */

const PER_DAY = 10_000;
const DAY_MS = 86_400_000;

const lines: { msg: string; logger?: string; sn?: string; err?: string; count?: number }[] = [];
const destination = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(JSON.parse(line.toString()) as (typeof lines)[number]);
    done();
  },
});
const platform = await testPlatform({
  SUNFLEET_V5_PORT: '0',
  SUNFLEET_HOST: '127.0.0.1',
  SUNFLEET_SAMPLES_PER_DAY: String(PER_DAY),
});
platform.log = createLog('warn', { destination });
platform.clock.set(Date.UTC(2026, 5, 1, 12));
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.ready();
// Quotas are tested here: a stranger's frames come as fast as if they came over many connections.
const gateway = createV5Gateway(platform, { ...input, options: { frameBurst: 100_000 } });
const port = await gateway.start();
afterAll(async () => {
  await gateway.stop();
  await server.app.close();
  await input.stop();
  await platform.stop();
});

const layout = PUSH_LAYOUTS.toSorted((a, b) => b.fields.length - a.fields.length)[0]!;

/** A logger of an organisation with an inverter behind it. */
async function stick(organisationId: number) {
  const serial = mintSerial();
  const logger = await makeDevice(platform, { sn: String(serial), kind: 'logger', organisationId });
  const child = await makeDevice(platform, { organisationId, parentId: logger.id });
  await known(platform, input, logger.id, child.id);
  return { serial, child, line: await fakeLogger(port, {}, serial) };
}

interface Stick {
  line: FakeLogger;
  child: { sn: string };
}

let seconds = 0;
function push({ line, child }: Stick, time = platform.clock.now() - 5_000_000_000) {
  seconds += 1;
  const times = {
    frameType: 1,
    totalSeconds: 1000,
    powerOnSeconds: 10,
    offsetSeconds: Math.floor(time / 1000) - 1000 + seconds,
  };
  line.send(
    V5_CONTROL.data,
    encodePush({ layout, sn: child.sn, values: { 'ac.power': 1000 }, times, packet: 1 }),
  );
}

const health = async () =>
  (await platform.health.report()).parts.findLast(({ name }) => name === 'gateway.v5')!.detail as Record<
    string,
    number
  >;
const ended = async () => {
  const { pushed, notStored } = await health();
  return pushed! + notStored!;
};

/** Pushes this many frames and waits until each is stored or refused. */
async function flood(from: Stick, frames: number, time?: number) {
  const before = await ended();
  for (let frame = 0; frame < frames; frame += 1) push(from, time);
  await expect.poll(ended, { timeout: 30_000, interval: 20 }).toBe(before + frames);
}

/** Answer to a pushed value of a device that has a secret, in this organisation. */
async function pushWithSecret(organisationId: number) {
  const { device, secret } = await registeredDevice(platform, input, { organisationId });
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `/api/ingest/v1/${device.sn}/telemetry`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { v: { 'ac.power': 1 } },
  });
  return statusCode;
}

test('a stranger who floods V5 in the name of a stick uses up its share, not the quota of its organisation', async () => {
  const { id } = await makeOrganisation(platform);
  const [flooded, honest] = [await stick(id), await stick(id)];
  await flood(flooded, 1);
  for (let round = 0; round < 12; round += 1) await flood(flooded, 100);
  const answered = flooded.line.answers.length;
  await flood(flooded, 1);
  expect(flooded.line.answers).toHaveLength(answered);
  expect(await pushWithSecret(id)).toBe(200);
  await flood(honest, 1);
  await expect.poll(() => honest.line.answers.length).toBe(1);
  platform.clock.advance(DAY_MS);
  await flood(flooded, 1);
  // An answer is on its way a moment longer than what it acknowledges is counted.
  await expect.poll(() => flooded.line.answers.length).toBe(answered + 1);
  expect(flooded.line.socket.closed).toBe(false);
});

test('a stranger who knows ten sticks uses up half of the quota of their organisation and no more', async () => {
  const { id } = await makeOrganisation(platform);
  const sticks = await Promise.all(Array.from({ length: 10 }, () => stick(id)));
  for (const each of sticks) {
    await flood(each, 1);
    for (let round = 0; round < 6; round += 1) await flood(each, 100);
  }
  const last = sticks.at(-1)!;
  const answered = last.line.answers.length;
  await flood(last, 1);
  expect(last.line.answers).toHaveLength(answered);
  expect(await pushWithSecret(id)).toBe(200);
});

test('frames beyond the share, and frames that are wrong, are one line of the log a minute, not one each', async () => {
  const { id } = await makeOrganisation(platform);
  const flooded = await stick(id);
  await flood(flooded, 1);
  for (let round = 0; round < 12; round += 1) await flood(flooded, 100);
  const wrong = await stick((await makeOrganisation(platform)).id);
  const { timeRefused } = await health();
  for (let frame = 0; frame < 5; frame += 1) push(wrong, platform.clock.now() + 30 * DAY_MS);
  await expect.poll(async () => (await health()).timeRefused).toBe(timeRefused! + 5);
  expect(lines.filter(({ logger }) => logger === String(flooded.serial))).toMatchObject([
    { msg: 'frame not stored, not answered', err: 'quotaReached', count: 1 },
  ]);
  expect(lines.filter(({ sn }) => sn === wrong.child.sn)).toMatchObject([
    { msg: 'data of a logger refused', count: 1 },
  ]);
});
