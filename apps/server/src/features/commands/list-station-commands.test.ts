import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import type { DeviceReply, DeviceRequest } from '../../platform/links/device-links.ts';
import { insertCommand, markEnded, registerCommandsRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerCommandsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const WRITE: DeviceRequest = { type: 'modbusWrite', slave: 1, fn: 16, addr: 117, words: [35] };
const READ: DeviceRequest = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 1 };

async function plant() {
  const client = await someone('installer');
  const organisationId = client.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const home = { stationId: station.id, organisationId };
  const [first, second] = [await makeDevice(platform, home), await makeDevice(platform, home)];
  const ask = async (deviceId: number, request: DeviceRequest, by: number | null, reply?: DeviceReply) => {
    const asked = { to: { actor: { userId: by } as never, deviceId }, request, timeoutMs: 1000 };
    const place = { organisationId, stationId: station.id, now: clock.now() };
    const id = (await insertCommand(db, asked as never, place))!;
    if (reply) await markEnded(db, id, { state: reply.ok ? 'done' : 'failed', reply, now: clock.now() });
    return id;
  };
  const list = async (query = '') => (await client.get(`/stations/${station.id}/commands${query}`)).data;
  return { client, station, first, second, ask, list };
}

const ids = (page: { rows: { id: number }[] }) => page.rows.map(({ id }) => id);

test('commands of a station tell device, person and what became of them, newest first, page by page', async () => {
  const { client, first, second, ask, list } = await plant();
  const read = await ask(first.id, READ, null, { ok: true, words: [7] });
  const write = await ask(second.id, WRITE, client.user.id, {
    ok: false,
    failure: 'notConnected',
    sent: false,
  });
  const page = await list();
  expect(page).toMatchObject({ total: 2, page: 1 });
  expect(page.rows[0]).toMatchObject({
    id: write,
    user: { id: client.user.id },
    asked: { type: 'modbusWrite', addr: 117, words: [35] },
    state: 'failed',
    failure: 'notConnected',
    device: { id: second.id, sn: second.sn },
  });
  expect(page.rows[1]).toMatchObject({ id: read, user: null, state: 'done', words: [7] });
  expect(ids(await list('?page=2&pageSize=1'))).toEqual([read]);
});

test('commands of a station are filtered by state, kind, who asked and device', async () => {
  const { client, first, second, ask, list } = await plant();
  const read = await ask(first.id, READ, null, { ok: true, words: [7] });
  const write = await ask(second.id, WRITE, client.user.id, { ok: true });
  const open = await ask(second.id, WRITE, client.user.id);
  expect(ids(await list('?state=done'))).toEqual([write, read]);
  expect(ids(await list('?state=queued,done&writes=true'))).toEqual([open, write]);
  expect(ids(await list('?writes=false'))).toEqual([read]);
  expect(ids(await list('?byPeople=false'))).toEqual([read]);
  expect(ids(await list(`?byPeople=true&deviceId=${second.id}&state=done`))).toEqual([write]);
  expect(await list(`?deviceId=${first.id}&writes=true`)).toMatchObject({ total: 0, rows: [] });
});

test('a device that went elsewhere keeps its commands there and is not named; its new station does not see them', async () => {
  const { first, ask, list } = await plant();
  const other = await plant();
  const id = await ask(first.id, READ, null, { ok: true, words: [7] });
  await db
    .updateTable('devices')
    .set({ stationId: other.station.id, organisationId: other.station.organisationId, name: 'Secret' })
    .where('id', '=', first.id)
    .execute();
  const page = await list();
  expect(page.rows).toMatchObject([{ id, device: null }]);
  expect(JSON.stringify(page)).not.toContain('Secret');
  expect(await list(`?deviceId=${first.id}`)).toMatchObject({ total: 0 });
  expect(await other.list()).toMatchObject({ total: 0 });
});

test('whoever may not read parameters of a station, or does not see it, gets nothing', async () => {
  const { client, station, first, ask } = await plant();
  await ask(first.id, READ, null);
  const stranger = await someone('installer');
  expect((await stranger.get(`/stations/${station.id}/commands`)).error).toBe('stationNotFound');
  const reader = await someone('internalReadOnly', { organisationId: client.organisationId });
  expect((await reader.get(`/stations/${station.id}/commands`)).error).toBe('noDataPermission');
});
