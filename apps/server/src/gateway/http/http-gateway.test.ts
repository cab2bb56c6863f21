import net from 'node:net';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { registeredDevice } from '../../../test/registered-device.ts';
import { createIngestKey, registerOrganisationsRoutes } from '../../features/organisations/index.ts';
import { openApi } from '../../../test/api-kit.ts';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { systemActor } from '../../platform/actor.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { registerIngestRoutes } from './index.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.ready();
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await platform.stop();
});

const MB = 1024 * 1024;
let count = 0;
const newSn = () => `SF-HTTP-${process.pid}-${(count += 1)}`;

async function registeredAs(sn: string) {
  if (!input.directory.bySn(sn)) await registeredDevice(platform, input, { sn });
}

async function registered() {
  const { device, secret } = await registeredDevice(platform, input);
  return { secret, ...device };
}

async function withKey() {
  const organisation = await makeOrganisation(platform);
  const context = { actor: systemActor, address: null };
  const made = await createIngestKey(platform, context, { organisationId: organisation.id, name: 'test' });
  return { organisation, key: made.key, keyId: made.id };
}

const push = (sn: string, secret: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/ingest/v1/${sn}/telemetry`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    payload,
  });

const influx = (
  key: string,
  payload: string | Buffer,
  { query = '?precision=ms', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) =>
  server.app.inject({
    method: 'POST',
    url: `/api/ingest/influx${query}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain; charset=utf-8', ...headers },
    payload,
  });

async function storedOf(sn: string) {
  const device = input.directory.bySn(sn)?.id ?? 0;
  const rows = await platform.samples.query<{ point: number; time: number; value: number }>(
    'SELECT point, toUnixTimestamp64Milli(time) AS time, value FROM samples FINAL WHERE device = {device:UInt32} ORDER BY time, point',
    { device },
  );
  return rows.map(({ point, time, value }) => [input.points.keyOf(point), time, value]);
}

test('pushed readings are stored when the answer says so', async () => {
  const { sn, secret } = await registered();
  const ts = platform.clock.now() - 5000;
  const body = [
    { ts, v: { 'ac.power': 1, 'energy.total': 2 } },
    { v: { 'ac.power': 3 } },
    { v: { 'ac.power': 4 }, q: 9 },
  ];
  const answer = await push(sn, secret, JSON.stringify(body));
  expect(answer.json()).toMatchObject({ code: 200, data: { stored: 3 } });
  expect(await storedOf(sn)).toEqual([
    ['ac.power', ts, 1],
    ['energy.total', ts, 2],
    ['ac.power', platform.clock.now(), 3],
  ]);
  expect((await push(sn, secret, '[]')).json()).toMatchObject({ data: { stored: 0 } });
});

test.each([
  ['half a JSON', '{"v":', 400, 'malformedJson'],
  ['NaN', '{"v":{"ac.power":NaN}}', 400, 'malformedJson'],
  ['text for a number', '{"v":{"ac.power":"1"}}', 400, 'invalidInput'],
  ['a boolean', '{"v":{"ac.power":true}}', 400, 'invalidInput'],
  ['an overflow', '{"v":{"ac.power":1e999}}', 400, 'invalidInput'],
  ['1970', '{"ts":1,"v":{"ac.power":1}}', 400, 'timeOutOfRange'],
  ['2099', '{"ts":4070908800000,"v":{"ac.power":1}}', 400, 'timeOutOfRange'],
  ['a key that is none', '{"v":{"Power!":1}}', 400, 'unknownPoint'],
  ['too much', JSON.stringify({ v: {}, note: 'x'.repeat(3_000_000) }), 413, 'payloadTooLarge'],
])('%s is refused and not stored', async (_, payload, status, error) => {
  const { sn, secret } = await registered();
  const answer = await push(sn, secret, payload);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ error, data: null });
  expect(await storedOf(sn)).toEqual([]);
});

test('a wrong secret, none, or the secret of another device is refused', async () => {
  const [one, two] = [await registered(), await registered()];
  for (const secret of ['wrong', '', two.secret]) {
    const answer = await push(one.sn, secret, '{"v":{"ac.power":1}}');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ error: 'wrongDeviceSecret' });
  }
});

test('a batch of lines registers unknown devices and points, and is stored when 204 comes', async () => {
  const { key, organisation } = await withKey();
  const [a, b] = [newSn(), newSn()];
  const ts = platform.clock.now();
  const lines = [`pv,sn=${a} ac.power=1,fan.speed=900i ${ts}`, `pv,sn=${b} ac.power=2,fan.speed=901i ${ts}`];
  const answer = await influx(key, lines.join('\n'));
  expect(answer.statusCode).toBe(204);
  expect(answer.body).toBe('');
  expect(await storedOf(a)).toEqual([
    ['ac.power', ts, 1],
    ['fan.speed', ts, 900],
  ]);
  expect(input.directory.bySn(b)).toMatchObject({ organisationCode: organisation.code, stationId: null });
});

test('times have the precision that is asked for, nanoseconds where none is', async () => {
  const { key } = await withKey();
  const sn = newSn();
  const ts = platform.clock.now();
  const seconds = Math.floor(ts / 1000);
  await influx(key, `m,sn=${sn} ac.power=1 ${ts}000000`, { query: '' });
  await influx(key, `m,sn=${sn} ac.power=2 ${seconds - 60}`, { query: '?precision=s' });
  expect(await storedOf(sn)).toEqual([
    ['ac.power', (seconds - 60) * 1000, 2],
    ['ac.power', ts, 1],
  ]);
  expect((await influx(key, 'm,sn=a k=1', { query: '?precision=h' })).statusCode).toBe(400);
});

test('gzip and any content type, or none, are taken', async () => {
  const { key } = await withKey();
  const sn = newSn();
  const text = `m,sn=${sn} ac.power=7`;
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' };
  expect((await influx(key, gzipSync(text), { headers })).statusCode).toBe(204);
  expect((await storedOf(sn)).map(([, , value]) => value)).toEqual([7]);
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    expect((await influx(key, text, { headers: { 'content-type': type } })).statusCode).toBe(204);
  }
  expect((await influx(key, 'not gzip', { headers })).statusCode).toBe(400);
  expect((await influx(key, text, { headers: { 'content-encoding': 'snappy' } })).statusCode).toBe(415);
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 10));
  expect((await influx(key, bomb, { headers })).statusCode).toBe(413);
});

test('32 kB that unpack to 20 MB are refused, however many come at once and from whom', async () => {
  const { key } = await withKey();
  const { sn, secret } = await registered();
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 10));
  expect(bomb.length).toBeLessThan(32 * 1024);
  const headers = { 'content-encoding': 'gzip' };
  const answers = await Promise.all(Array.from({ length: 60 }, () => influx(key, bomb, { headers })));
  for (const { statusCode } of answers) expect([413, 429]).toContain(statusCode);
  expect(answers[0]!.statusCode).toBe(413);
  expect((await push(sn, secret, bomb, headers)).statusCode).toBe(413);
});

test('a device may push packed readings', async () => {
  const { sn, secret } = await registered();
  const body = gzipSync('{"v":{"ac.power":5}}');
  expect((await push(sn, secret, body, { 'content-encoding': 'gzip' })).json()).toMatchObject({
    data: { stored: 1 },
  });
});

test('eight unfinished bodies of 2 MB of a device that nobody owns hold up no other one of its network', async () => {
  const [attacker, neighbour] = [await registered(), await registered()];
  await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const { port } = server.app.server.address() as net.AddressInfo;
  let refused = 0;
  const sockets = Array.from({ length: 8 }, () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    socket.on('data', (bytes) => (refused += bytes.toString().includes(' 429 ') ? 1 : 0));
    socket.write(
      `POST /api/ingest/v1/${attacker.sn}/telemetry HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${attacker.secret}\r\nContent-Type: application/json\r\nContent-Length: ${2 * MB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(2 * MB - 100, 32));
    return socket;
  });
  await vi.waitUntil(() => refused >= 6);
  const large = ' '.repeat(1_900_000) + '{"v":{"ac.power":1}}';
  expect((await push(neighbour.sn, neighbour.secret, large)).statusCode).toBe(200);
  expect((await push(attacker.sn, attacker.secret, large.trim())).statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test.each([
  ['/api/ingest/influx', 'wrongIngestKey'],
  ['/api/ingest/v1/SF-NOBODY/telemetry', 'wrongDeviceSecret'],
])('a stranger is turned away at %s before anything of the body is read', async (url, error) => {
  await registeredAs('SF-NOBODY');
  await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const { port } = server.app.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  // The body that is promised never comes.
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sfk_stranger\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2000000\r\n\r\n`,
  );
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (bytes) => resolve(bytes.toString())),
  );
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 401/);
  expect(answer).toContain(error);
});

test('a batch with wrong lines is refused as a whole, and told line by line', async () => {
  const { key } = await withKey();
  const sn = newSn();
  const lines = [`m,sn=${sn} ac.power=1`, 'nonsense', `m,sn=${sn} ac.power=2 1`, `m,sn=${sn} no!key=2`];
  const answer = await influx(key, lines.join('\n'));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: 'malformedLineProtocol', data: null });
  const { fields } = answer.json<{ fields: { path: string }[] }>();
  expect(fields.map(({ path }) => path)).toEqual(['line 2', 'line 3']);
  expect(await storedOf(sn)).toEqual([]);
  const unknown = await influx(key, `${lines[0]}\n${lines[3]}`);
  expect(unknown.json()).toMatchObject({ error: 'unknownPoint', fields: [{ path: 'line 2' }] });
  expect(await storedOf(sn)).toEqual([]);
});

test('a key writes to its own organisation; a wrong key, none, or a foreign device is refused', async () => {
  const [one, two] = [await withKey(), await withKey()];
  const sn = newSn();
  const line = `m,sn=${sn} ac.power=1`;
  expect((await influx(one.key, line)).statusCode).toBe(204);
  const foreign = await influx(two.key, `m,sn=${newSn()} ac.power=1\n${line}`);
  expect(foreign.statusCode).toBe(403);
  expect(foreign.json()).toMatchObject({ error: 'noDataPermission', fields: [{ path: 'line 2' }] });
  for (const key of ['', 'sfk_wrong']) {
    const answer = await influx(key, line);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ error: 'wrongIngestKey' });
  }
});

test('keys guessed from one network are turned away with 429 and when to try again; right ones go on', async () => {
  const { key } = await withKey();
  const line = `m,sn=${newSn()} ac.power=1`;
  expect((await influx(key, line)).statusCode).toBe(204);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => influx(`sfk_guess${n}`, line)));
  const turnedAway = answers.filter(({ statusCode }) => statusCode === 429);
  expect(turnedAway.length).toBeGreaterThanOrEqual(25);
  expect(turnedAway[0]!.headers['retry-after']).toBe('60');
  expect((await influx(key, line)).statusCode).toBe(204);
  platform.clock.advance(60_000);
});

test('a key that was revoked is refused with the next batch', async () => {
  const { organisation, key, keyId } = await withKey();
  const api = await openApi(platform, registerOrganisationsRoutes);
  const admin = await api.someone('organisationAdmin', { organisationId: organisation.id });
  const line = `m,sn=${newSn()} ac.power=1`;
  expect((await influx(key, line)).statusCode).toBe(204);
  expect((await admin.del(`/ingest-keys/${keyId}`)).code).toBe(200);
  expect((await influx(key, line)).json()).toMatchObject({ error: 'wrongIngestKey' });
  await api.server.app.close();
});

test('texts that say what the device is are kept with it; others are counted', async () => {
  const { key } = await withKey();
  const sn = newSn();
  await influx(key, `m,sn=${sn} firmware="9.1",note="hello",ac.power=1`);
  const row = await platform.db
    .selectFrom('devices')
    .selectAll()
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  expect(row.firmware).toBe('9.1');
  const { parts } = await platform.health.report();
  expect(parts.find(({ name }) => name === 'gateway.http')!.detail.skippedFields).toBeGreaterThan(0);
});

test('a text with a byte 0 is kept without it, and its batch is not refused after it was stored', async () => {
  const { key } = await withKey();
  const sn = newSn();
  expect((await influx(key, `m,sn=${sn} model="a\0b",ac.power=1`)).statusCode).toBe(204);
  const row = await platform.db
    .selectFrom('devices')
    .select('model')
    .where('sn', '=', sn)
    .executeTakeFirstOrThrow();
  expect(row.model).toBe('ab');
});

test('a batch of texts alone, or of nothing, is answered at once', async () => {
  const { key } = await withKey();
  for (const body of [`m,sn=${newSn()} firmware="9.1"`, '# nothing', '']) {
    expect((await influx(key, body)).statusCode).toBe(204);
  }
});

test('the limit of custom points names the key and the line', async () => {
  const { key } = await withKey();
  const sn = newSn();
  const fields = Array.from({ length: 200 }, (_, n) => `c.n${n}=1`).join(',');
  expect((await influx(key, `m,sn=${sn} ${fields}`)).statusCode).toBe(204);
  const answer = await influx(key, `m,sn=${sn} ac.power=1\nm,sn=${sn} c.more=1`);
  expect(answer.json()).toMatchObject({ error: 'tooManyPoints', fields: [{ path: 'line 2' }] });
});

test('random bodies are answered, never with an internal error', async () => {
  const { key } = await withKey();
  const { sn, secret } = await registered();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, gzip) => {
      const body = gzip ? gzipSync(bytes) : Buffer.from(bytes);
      const headers: Record<string, string> = gzip ? { 'content-encoding': 'gzip' } : {};
      expect((await influx(key, body, { headers })).statusCode).toBeLessThan(500);
      expect((await push(sn, secret, Buffer.from(bytes).toString('latin1'))).statusCode).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

test('a key that is recorded otherwise of one device is remembered for no other line', async () => {
  const { organisation, key } = await withKey();
  const [one, other] = [newSn(), newSn()];
  for (const sn of [one, other])
    await registeredDevice(platform, input, { sn, organisationId: organisation.id });
  const at = platform.clock.now();
  const lines = (time: number) =>
    [one, other].map((sn) => `pv,sn=${sn} energy.today=1500,ac.power=1 ${time}`).join('\n');
  expect((await influx(key, lines(at - 2000))).statusCode).toBe(204);
  await platform.db
    .insertInto('pointRecordings')
    .values({
      organisationId: organisation.id,
      deviceId: input.directory.bySn(one)!.id,
      key: 'energy.today',
      point: 'energy.day',
      unit: 'Wh',
      madeBy: null,
      madeAt: new Date(at),
      endedAt: null,
    })
    .execute();
  await platform.bus.publish('recordingsChanged', { organisationId: organisation.id });
  expect((await influx(key, lines(at - 1000))).statusCode).toBe(204);
  const newest = async (sn: string) => (await storedOf(sn)).filter(([, time]) => time === at - 1000);
  expect(await newest(one)).toEqual([
    ['ac.power', at - 1000, 1],
    ['energy.day', at - 1000, 1.5],
  ]);
  expect(await newest(other)).toEqual([
    ['ac.power', at - 1000, 1],
    ['energy.today', at - 1000, 1500],
  ]);
});

test('a key that ends at a time is refused from a minute after it on', async () => {
  const { key, keyId } = await withKey();
  const sn = newSn();
  const write = async () => (await influx(key, `pv,sn=${sn} ac.power=1`)).statusCode;
  const endsAt = new Date(platform.clock.now() + 3_600_000);
  await platform.db.updateTable('ingestKeys').set({ endsAt }).where('id', '=', keyId).execute();
  expect(await write()).toBe(204);
  platform.clock.advance(3_600_000 + 60_000);
  expect(await write()).toBe(401);
});

test('a device of nobody, whose secret may be made up, takes no place among those that have shown who they are', async () => {
  const known = vi.spyOn(platform.connections, 'known');
  const pushed = await push(newSn(), 'made up', '{"v":{"ac.power":1}}');
  expect(pushed.statusCode).toBe(200);
  expect(known).not.toHaveBeenCalled();
  const { key, organisation } = await withKey();
  await influx(key, `pv,sn=${newSn()} ac.power=1`);
  expect(known.mock.calls.map(([, { holder }]) => holder)).toEqual([`organisation ${organisation.code}`]);
  known.mockRestore();
});
