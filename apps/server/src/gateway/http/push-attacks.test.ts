import { gzipSync } from 'node:zlib';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { registeredDevice } from '../../../test/registered-device.ts';
import { createIngestKey } from '../../features/organisations/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { registerIngestRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_NEW_DEVICES_PER_DAY: '100' });
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

async function withKey() {
  const { id: organisationId } = await makeOrganisation(platform);
  const context = { actor: systemActor, address: null };
  const { key } = await createIngestKey(platform, context, { organisationId, name: 'test' });
  const influx = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/ingest/influx?precision=ms',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain', ...headers },
      payload,
    });
  return { organisationId, influx };
}

async function withSecret() {
  const { device, secret } = await registeredDevice(platform, input);
  const push = (keys: string[]) =>
    server.app.inject({
      method: 'POST',
      url: `/api/ingest/v1/${device.sn}/telemetry`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ v: Object.fromEntries(keys.map((key) => [key, 1])) }),
    });
  return { device, push };
}

/** Transactions that begin meanwhile. */
async function transactionsOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  const spy = vi.spyOn(platform.db, 'transaction');
  try {
    return [await work(), spy.mock.calls.length];
  } finally {
    spy.mockRestore();
  }
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const fields = (keys: string[]) => keys.map((key) => `${key}=1`).join(',');
let count = 0;
const newSn = () => `ATTACK-${process.pid}-${(count += 1)}`;

const pointsOf = (organisationId: number) =>
  platform.db.selectFrom('customPoints').select('id').where('organisationId', '=', organisationId).execute();

test('a line with thousands of invented keys is refused from memory, and costs no query for each of them', async () => {
  const { influx } = await withKey();
  const line = `pv,sn=${newSn()} `;
  await influx(`${line}ac.power=1`);
  const [answer, transactions] = await transactionsOf(() => influx(line + fields(named('k', 40_000))));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: 'tooManyPoints', fields: [{ path: 'line 1' }] });
  expect(transactions).toBeLessThan(10);
});

test('many devices with many invented keys get what their organisation may have, in a few transactions', async () => {
  const { influx, organisationId } = await withKey();
  const sns = named(`${newSn()}-`, 50);
  await influx(sns.map((sn) => `pv,sn=${sn} ac.power=1`).join('\n'));
  const body = sns.map((sn, n) => `pv,sn=${sn} ${fields(named(`d${n}k`, 150))}`).join('\n');
  const [answer, transactions] = await transactionsOf(() => influx(body));
  expect(answer.json()).toMatchObject({ error: 'tooManyPointsOfOrganisation' });
  expect(answer.json<{ fields: unknown[] }>().fields).toHaveLength(100);
  expect(transactions).toBeLessThan(20);
  expect(await pointsOf(organisationId)).toHaveLength(LIMITS.customPointsPerOrganisation / 2);
});

test('new keys of many devices of one batch are registered together', async () => {
  const { influx, organisationId } = await withKey();
  const sns = named(`${newSn()}-`, 90);
  const body = sns.map((sn) => `pv,sn=${sn} ${fields(named('fan', 10))}`).join('\n');
  const [answer, transactions] = await transactionsOf(() => influx(body));
  expect(answer.statusCode).toBe(204);
  expect(transactions).toBeLessThan(10);
  expect(await pointsOf(organisationId)).toHaveLength(10);
});

test('hundreds of pushes of one device at once, each with a key beyond its limit, ask the database nothing', async () => {
  const { push } = await withSecret();
  const [first, together] = await transactionsOf(() => push(named('k', 200)));
  expect(first.statusCode).toBe(200);
  // One, and what the server writes for itself every ten seconds.
  expect(together).toBeGreaterThan(0);
  expect(together).toBeLessThan(20);
  const [answers, transactions] = await transactionsOf(() =>
    Promise.all(named('z', 700).map((key) => push([key]))),
  );
  expect(new Set(answers.map((answer) => answer.json<{ error: string }>().error))).toEqual(
    new Set(['tooManyPoints']),
  );
  // Of 700; on a busy machine that falls into this time more than once.
  expect(transactions).toBeLessThan(20);
});

test('a batch of half a million invented serial numbers stops where its refusal is full', async () => {
  const { influx, organisationId } = await withKey();
  const body = gzipSync(
    named(newSn(), 500_000)
      .map((sn) => `p,sn=${sn} ac.power=1`)
      .join('\n'),
  );
  const asked = vi.spyOn(input.directory, 'forKey');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await influx(body, { 'content-encoding': 'gzip' });
    expect(answer.json()).toMatchObject({ error: 'tooManyNewDevices' });
    expect(answer.json<{ fields: unknown[] }>().fields).toHaveLength(100);
  }
  // A day has room for 100, and a refusal names 100.
  expect(asked.mock.calls.length).toBeLessThan(1000);
  asked.mockRestore();
  const made = await platform.db
    .selectFrom('devices')
    .select('id')
    .where('organisationId', '=', organisationId)
    .execute();
  expect(made).toHaveLength(100);
});

test('invented serial numbers of a day that is full are refused from memory, and known devices go on', async () => {
  const { influx } = await withKey();
  const [first, ...more] = named(`${newSn()}-`, 102);
  await influx(more.map((sn) => `p,sn=${sn} ac.power=1`).join('\n'));
  await influx(
    more
      .slice(0, 100)
      .map((sn) => `p,sn=${sn} ac.power=1`)
      .join('\n'),
  );
  expect((await influx(`p,sn=${first} ac.power=1`)).json()).toMatchObject({ error: 'tooManyNewDevices' });
  const [answer, transactions] = await transactionsOf(() => influx(`p,sn=${newSn()} ac.power=1`));
  expect(answer.json()).toMatchObject({ error: 'tooManyNewDevices' });
  expect(transactions).toBe(0);
  expect((await influx(`p,sn=${more[0]} ac.power=1`)).statusCode).toBe(204);
});

test('a batch of many megabytes lets others have their turn, and is stored as a whole or not at all', async () => {
  const { influx } = await withKey();
  const sn = newSn();
  await influx(`p,sn=${sn} ac.power=1`);
  const now = platform.clock.now();
  const lines = Array.from(
    { length: 120_000 },
    (_, n) => `p,sn=${sn} ac.power=${n},temp.air=20 ${now - n * 1000}`,
  );
  const countOf = async () => {
    const { id } = input.directory.bySn(sn)!;
    const [row] = await platform.samples.query<{ count: number }>(
      'SELECT toUInt32(count()) AS count FROM samples FINAL WHERE device = {id:UInt32}',
      { id },
    );
    return row!.count;
  };
  const before = await countOf();
  const wrong = await influx([...lines, 'nonsense'].join('\n'));
  expect(wrong.json()).toMatchObject({
    error: 'malformedLineProtocol',
    fields: [{ path: `line ${lines.length + 1}` }],
  });
  expect(await countOf()).toBe(before);
  expect((await influx(lines.join('\n'))).statusCode).toBe(204);
  expect(await countOf()).toBeGreaterThanOrEqual(2 * lines.length);
});

test('a batch of a few megabytes is read in slices, between which everything else has its turn', async () => {
  const { influx } = await withKey();
  const [first, last] = [newSn(), newSn()];
  await influx([first, last].map((sn) => `p,sn=${sn} ac.power=1`).join('\n'));
  const now = platform.clock.now();
  const lines = Array.from(
    { length: 60_000 },
    (_, n) => `p,sn=${first} ac.power=${n},temp.air=20 ${now - n}`,
  );
  const body = [...lines, `p,sn=${last} ac.power=2`].join('\n');
  expect(body.length).toBeLessThan(4 * 1024 * 1024);
  let round = 0;
  let counting = true;
  const count = () => setImmediate(() => ((round += 1), counting && count()));
  count();
  const known = input.directory.forKey.bind(input.directory);
  const asked = new Map<string, number>();
  const spy = vi.spyOn(input.directory, 'forKey').mockImplementation((organisation, sn) => {
    asked.set(sn, round);
    return known(organisation, sn);
  });
  const answer = await influx(body);
  counting = false;
  spy.mockRestore();
  expect(answer.statusCode).toBe(204);
  expect(asked.get(last)! - asked.get(first)!).toBeGreaterThan(3);
});

test('hundreds of pushes of one organisation at once leave a turn to another one', async () => {
  const [many, other] = [await withKey(), await withKey()];
  const [sn, own] = [newSn(), newSn()];
  await many.influx(`p,sn=${sn} ac.power=1`);
  await other.influx(`p,sn=${own} ac.power=1`);
  const asked = vi.spyOn(input.directory, 'forKey');
  const batch = Array.from({ length: 1000 }, (_, n) => `p,sn=${sn} ac.power=${n}`).join('\n');
  const pushes = Array.from({ length: 200 }, () => many.influx(batch));
  const answers = await Promise.all([...pushes, other.influx(`p,sn=${own} ac.power=2`)]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
  const order = asked.mock.calls.map(([, name]) => name);
  asked.mockRestore();
  expect(order.indexOf(own)).toBeLessThan(150);
});

test.each([
  ['of lists within lists', '['.repeat(1_000_000)],
  ['of nothing but objects', `[${'{},'.repeat(300_000)}1]`],
])('a push %s is refused before it is parsed', async (_of, text) => {
  const { device, secret } = await registeredDevice(platform, input);
  const send = (payload: Buffer | string, encoding: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/ingest/v1/${device.sn}/telemetry`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...encoding },
      payload,
    });
  const parse = vi.spyOn(JSON, 'parse');
  const plain = await send(text);
  const packed = await send(gzipSync(text), { 'content-encoding': 'gzip' });
  const parsed = parse.mock.calls.some(([json]) => json.length > 100_000);
  parse.mockRestore();
  expect(plain.json()).toMatchObject({ error: 'jsonTooComplex' });
  expect(packed.json()).toMatchObject({ error: 'payloadTooLarge' });
  expect(parsed).toBe(false);
});

/** Transactions on the database that wait for a lock. */
async function blocked(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(platform.db);
  return rows[0]!.n;
}

test('text fields of many devices are kept in a few transactions, and several batches of them leave the database to others', async () => {
  const { influx } = await withKey();
  const sns = named(`${newSn()}-`, 100);
  await influx(sns.map((sn) => `pv,sn=${sn} ac.power=1`).join('\n'));
  const say = (word: string) =>
    influx(sns.map((sn) => `pv,sn=${sn} firmware="${word}",model="M"`).join('\n'));
  const [answer, transactions] = await transactionsOf(() => say('1.0'));
  expect(answer.statusCode).toBe(204);
  expect(transactions).toBe(1);
  const kept = () =>
    platform.db.selectFrom('devices').select(['firmware', 'model']).where('sn', 'in', sns).execute();
  expect(new Set((await kept()).map(({ firmware, model }) => `${firmware} ${model}`))).toEqual(
    new Set(['1.0 M']),
  );
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = platform.db.transaction().execute(async (trx) => {
    await sql`SELECT 1 FROM devices WHERE sn = ANY(${sns}) ORDER BY id FOR UPDATE`.execute(trx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const described = vi.spyOn(input.directory, 'describeAll');
  const waiting = named('2.', 12).map(say);
  await vi.waitUntil(() => described.mock.calls.length === 12);
  await vi.waitUntil(async () => (await blocked()) > 0);
  expect(await blocked()).toBe(1);
  gate.resolve();
  await done;
  expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(waiting.map(() => 204));
  described.mockRestore();
});
