import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../../test/makers.ts';
import { askProvider, registerSimsRoutes } from '../index.ts';

interface Asked {
  method: string;
  path: string;
  key: string | undefined;
  token: string | undefined;
}
const asked: Asked[] = [];
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const tell =
  (card: object): Answer =>
  (_, response) =>
    void response.end(JSON.stringify(card));
let answer: Answer = tell({});
const service = createServer((request, response) => {
  asked.push({
    method: request.method!,
    path: request.url!,
    key: request.headers['idempotency-key'] as string | undefined,
    token: request.headers.authorization,
  });
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(service, 'listening');

const platform = await testPlatform({
  SUNFLEET_SIM_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/`,
  SUNFLEET_SIM_TOKEN: 'token of the test',
  SUNFLEET_SIM_SOURCE: 'Test cards',
  SUNFLEET_SIM_PATIENCE_SECONDS: '0.5',
});
const { db } = platform;
const { server, as, asProgram } = await openApi(platform, registerSimsRoutes);
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await server.app.close();
  await platform.stop();
});
beforeEach(async () => {
  await db.deleteFrom('simCards').execute();
  asked.length = 0;
});

let last = 0;
const mintIccid = () => `8934${String((last += 1)).padStart(15, '0')}`;
const running = new AbortController().signal;

async function card(values: object = {}) {
  const { id: organisationId } = await makeOrganisation(platform);
  const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const iccid = mintIccid();
  const sim = { organisationId, iccid, ...values };
  const { id } = await db.insertInto('simCards').values(sim).returning('id').executeTakeFirstOrThrow();
  const client = await as(admin);
  return { id, iccid, admin, client, row: async () => (await client.get(`/sims?id=${id}`)).data.rows[0] };
}

/** As if so many minutes had passed since somebody asked. */
const later = () =>
  db
    .updateTable('simRequests')
    .set({ dueAt: new Date(platform.clock.now() - 1000) })
    .where('state', '=', 'queued')
    .execute();

test('figures are asked for once a day, by one of several servers', async () => {
  const { iccid, row } = await card({ imei: '123456789012345' });
  answer = tell({
    usedMb: 90,
    volumeMb: 100,
    status: 'active',
    expiresOn: '2031-05-01',
    imei: '543210987654321',
    extra: 1,
  });
  await Promise.all([askProvider(platform, running), askProvider(platform, running)]);
  await askProvider(platform, running);
  expect(asked).toEqual([
    { method: 'GET', path: `/v1/sims/${iccid}`, key: undefined, token: 'Bearer token of the test' },
  ]);
  expect(await row()).toMatchObject({
    usedMb: 90,
    volumeMb: 100,
    status: 'active',
    expiresOn: '2031-05-01',
    imei: '543210987654321',
    imeiBefore: '123456789012345',
    alerts: ['volume80', 'imeiChanged'],
    failure: null,
  });
});

test('an order is sent once where it is answered, and again under the same key where it is not', async () => {
  const now = new Date(platform.clock.now());
  const { id, iccid, client, row } = await card({ askedAt: now });
  answer = (_, response) => response.destroy();
  expect((await client.post('/sims/act', { ids: [id], action: 'suspend' })).data).toEqual({
    changed: 1,
    left: 0,
  });
  expect((await client.post('/sims/act', { ids: [id], action: 'resume' })).data).toEqual({
    changed: 0,
    left: 1,
  });
  await Promise.all([askProvider(platform, running), askProvider(platform, running)]);
  expect(await row()).toMatchObject({ request: { action: 'suspend', state: 'queued' } });
  answer = tell({ status: 'suspended' });
  await later();
  await askProvider(platform, running);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /v1/sims/${iccid}/suspend`,
    `POST /v1/sims/${iccid}/suspend`,
  ]);
  expect(asked[0]!.key).toBe(asked[1]!.key);
  expect(await row()).toMatchObject({ status: 'suspended', request: null });
});

test('what was ordered is not done by an account that was locked, or lost the right, before its turn', async () => {
  const now = new Date(platform.clock.now());
  const ordered = async (change: object) => {
    const { id, client, admin } = await card({ askedAt: now });
    expect((await client.post('/sims/act', { ids: [id], action: 'terminate' })).data.changed).toBe(1);
    await db.updateTable('users').set(change).where('id', '=', admin.id).execute();
    asked.length = 0;
    answer = tell({ status: 'terminated' });
    await askProvider(platform, running);
    const { state } = await db
      .selectFrom('simRequests')
      .select('state')
      .where('simId', '=', id)
      .executeTakeFirstOrThrow();
    return [asked.length, state];
  };
  expect(await ordered({ name: 'As before' })).toEqual([1, 'done']);
  expect(await ordered({ lockedAt: now })).toEqual([0, 'failed']);
  expect(await ordered({ role: 'internalReadOnly' })).toEqual([0, 'failed']);
});

test('an API key cuts no device off by its card, and has its figures asked for', async () => {
  const { id, admin, row } = await card({ askedAt: new Date(platform.clock.now() - 2 * 3_600_000) });
  const program = await asProgram(admin, ['sims.view', 'sims.edit']);
  for (const action of ['suspend', 'resume', 'terminate'])
    expect((await program.post('/sims/act', { ids: [id], action })).error).toBe('stepUpNeeded');
  expect((await program.post('/sims/act', { ids: [id] })).data).toEqual({ changed: 1, left: 0 });
  expect(await row()).toMatchObject({ request: null });
});

test('a card is renewed once within a week, and its figures are asked for once an hour, however often somebody wants it', async () => {
  const { id, client } = await card({ askedAt: new Date(platform.clock.now() - 2 * 3_600_000) });
  answer = tell({ status: 'active' });
  const renew = async () => (await client.post('/sims/renew', { ids: [id] })).data;
  const refresh = async () => (await client.post('/sims/act', { ids: [id] })).data;
  expect(await renew()).toEqual({ changed: 1, left: 0 });
  await askProvider(platform, running);
  expect(await renew()).toEqual({ changed: 0, left: 1 });
  await db
    .updateTable('simRequests')
    .set({ askedAt: new Date(platform.clock.now() - 8 * 86_400_000) })
    .where('simId', '=', id)
    .execute();
  expect(await renew()).toEqual({ changed: 1, left: 0 });
  const now = new Date(platform.clock.now());
  await db.updateTable('simCards').set({ askedAt: now }).where('id', '=', id).execute();
  expect(await refresh()).toEqual({ changed: 0, left: 1 });
  await db
    .updateTable('simCards')
    .set({ askedAt: new Date(now.getTime() - 3_600_000) })
    .where('id', '=', id)
    .execute();
  expect(await refresh()).toEqual({ changed: 1, left: 0 });
  await askProvider(platform, running);
});

test('what the provider refuses, or answers wrongly, says why', async () => {
  const { id, client, row } = await card({ askedAt: new Date(platform.clock.now() - 2 * 3_600_000) });
  answer = (_, response) => void response.writeHead(402).end('no money');
  await client.post('/sims/renew', { ids: [id] });
  await askProvider(platform, running);
  expect(await row()).toMatchObject({ request: { action: 'renew', state: 'failed', reason: 'HTTP 402' } });
  // Where it sends elsewhere, that is no answer.
  answer = (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  expect((await client.post('/sims/act', { ids: [id] })).data.changed).toBe(1);
  await askProvider(platform, running);
  expect((await row()).failure).not.toBeNull();
  answer = tell({ usedMb: -5 });
  await client.post('/sims/act', { ids: [id] });
  await askProvider(platform, running);
  expect((await row()).failure).toBe('the answer cannot be read: usedMb');
  answer = tell({ usedMb: 5 });
  await client.post('/sims/act', { ids: [id] });
  await askProvider(platform, running);
  expect(await row()).toMatchObject({ failure: null, usedMb: 5 });
});

test('cards of one organisation that the provider does not know keep nobody else waiting', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const unknown = Array.from({ length: 12 }, () => ({ organisationId, iccid: mintIccid() }));
  await db.insertInto('simCards').values(unknown).execute();
  const { iccid, row } = await card();
  answer = (request, response) =>
    request.url!.endsWith(iccid)
      ? tell({ usedMb: 7 })(request, response)
      : void response.writeHead(404).end('no such card');
  await askProvider(platform, running);
  expect(await row()).toMatchObject({ usedMb: 7, failure: null });
  // It had its turn, and the others theirs.
  expect(asked.findIndex(({ path }) => path.endsWith(iccid))).toBeLessThan(8);
  expect(asked).toHaveLength(13);
});
