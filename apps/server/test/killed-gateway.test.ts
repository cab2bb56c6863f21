import { RegisterImage, type ModbusRead } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { hasNats, startNats } from './nats-server.ts';
import { openOuterStores } from './outer-stores.ts';
import { ADMIN, type ServerProcess } from './server-process.ts';
import { fakeLogger, type FakeDevice } from './v5-logger.ts';

const stores = hasNats ? await openOuterStores() : undefined;
const nats = hasNats ? await startNats() : undefined;
afterAll(async () => {
  await nats?.stop();
  await stores?.stop();
});

const PATIENT = { timeout: 40_000, interval: 250 };

const READ = { fn: 3, addr: 60, count: 2 };
/** Polls read other registers. */
const isAsked = ({ fn, addr, count }: ModbusRead) =>
  fn === READ.fn && addr === READ.addr && count === READ.count;

function start(name: string, roles: string): Promise<ServerProcess> {
  return stores!.startServer(name, {
    NATS_URL: nats!.url,
    SUNFLEET_SECRET_KEY: 'a key that servers of this test share',
    SUNFLEET_ROLES: roles,
    SUNFLEET_V5_COMMANDS: 'on',
  });
}

function registers(): RegisterImage {
  const image = new RegisterImage();
  image.load(3, 60, [7, 65_535]);
  return image;
}

/** A logger that has said who it is to a server. */
async function come({ ports }: ServerProcess, device: FakeDevice, serial?: number) {
  const logger = await fakeLogger(ports.v5, device, serial);
  logger.hello();
  await vi.waitFor(() => expect(logger.answers.length).toBeGreaterThan(0), PATIENT);
  return logger;
}

/** A device behind a logger; answers the ids of both. */
async function behind(serial: number): Promise<{ id: number; loggerId: number }> {
  const [row] = await query<{ id: string; parent: string }>(
    `INSERT INTO devices (sn, kind, profile_id, parent_id)
     SELECT 'BEHIND-1', 'inverter', 'deye-string', id FROM devices WHERE sn = $1 RETURNING id, parent_id AS parent`,
    String(serial),
  );
  return { id: Number(row!.id), loggerId: Number(row!.parent) };
}

async function query<Row>(text: string, value: unknown): Promise<Row[]> {
  const pool = openPool(stores!.database, () => {}, 1);
  const { rows } = await pool.query(text, [value]);
  await pool.end();
  return rows as Row[];
}

interface Answer {
  ok: boolean;
  command: { id: number; state: string } | null;
}

test.skipIf(!hasNats)(
  'a logger moves between gateways, one of which is killed in the middle of a command: unknown, and never sent again',
  async () => {
    const [worker, first, second, pages] = await Promise.all([
      start('worker', 'worker'),
      start('first', 'gateway'),
      start('second', 'gateway'),
      start('pages', 'api'),
    ]);
    const bearer = await signInTo(pages, ADMIN);
    const old = await come(first, { image: registers() });
    const { serial } = old;
    const { id, loggerId } = await behind(serial);
    const ask = (more: object = {}) =>
      callServer<Answer>(pages, { path: `/devices/${id}/registers`, body: { ...READ, ...more }, bearer });
    const list = async () => {
      const path = `/devices/${id}/commands`;
      return (await callServer<{ rows: { id: number; state: string }[] }>(pages, { path, bearer })).rows;
    };
    const statusOf = async () =>
      (await query<{ status: string }>('SELECT status FROM device_states WHERE device_id = $1', loggerId))[0];
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), PATIENT);
    await vi.waitFor(async () => expect(await statusOf()).toEqual({ status: 'online' }), PATIENT);

    // The newer connection ends the older one at the other server, and the logger is there all the time.
    const device: FakeDevice = { image: registers() };
    const moved = await come(second, device, serial);
    await vi.waitFor(() => expect(old.socket.closed).toBe(true), PATIENT);
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), PATIENT);
    expect(moved.asked.some(isAsked)).toBe(true);
    expect(await statusOf()).toEqual({ status: 'online' });

    device.ignores = isAsked;
    const key = { idempotencyKey: 'killed' };
    const reply = ask(key);
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ state: 'sent' }), PATIENT);
    await second.kill();
    expect(await reply).toMatchObject({ ok: false, failure: 'timeout', command: { state: 'unknown' } });
    expect((await list())[0]).toMatchObject({ state: 'unknown', failure: 'timeout' });

    // The logger comes back to the first one, and the command of that key is still the one of which nobody knows.
    const back = await come(first, { image: registers() }, serial);
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), PATIENT);
    const [before, asked] = [await list(), back.asked.length];
    expect(await ask(key)).toEqual(await reply);
    expect(await list()).toEqual(before);
    expect(back.asked.slice(asked).filter(isAsked)).toEqual([]);
    await Promise.all([worker, first, pages].map((server) => server.stop()));
  },
  240_000,
);
