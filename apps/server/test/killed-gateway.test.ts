import { RegisterImage, type ModbusRead } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { hasNats, startNats } from './nats-server.ts';
import { ADMIN, openOuterStores } from './outer-stores.ts';
import type { ServerProcess } from './server-process.ts';
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

/** A device behind a logger; answers its id. */
async function behind(serial: number): Promise<number> {
  const pool = openPool(stores!.database, () => {}, 1);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO devices (sn, kind, profile_id, parent_id)
     SELECT 'BEHIND-1', 'inverter', 'deye-string', id FROM devices WHERE sn = $1 RETURNING id`,
    [String(serial)],
  );
  await pool.end();
  return Number(rows[0]!.id);
}

interface Answer {
  ok: boolean;
  command: { id: number; state: string } | null;
}

test.skipIf(!hasNats)(
  'a server that is killed between a command and its answer leaves it unknown, and nobody sends it again',
  async () => {
    const [work, pages] = await Promise.all([start('work', 'gateway,worker'), start('pages', 'api')]);
    const bearer = await signInTo(pages, ADMIN);
    const device: FakeDevice = { image: registers() };
    const { serial } = await come(work, device);
    const id = await behind(serial);
    const ask = (more: object = {}) =>
      callServer<Answer>(pages, { path: `/devices/${id}/registers`, body: { ...READ, ...more }, bearer });
    const list = async () => {
      const path = `/devices/${id}/commands`;
      return (await callServer<{ rows: { id: number; state: string }[] }>(pages, { path, bearer })).rows;
    };
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), PATIENT);
    device.ignores = isAsked;
    const key = { idempotencyKey: 'killed' };
    const reply = ask(key);
    await vi.waitFor(async () => expect((await list())[0]).toMatchObject({ state: 'sent' }), PATIENT);
    await work.kill();
    const unknown = { ok: false, failure: 'timeout', command: { state: 'unknown' } };
    expect(await reply).toMatchObject(unknown);
    expect((await list())[0]).toMatchObject({ state: 'unknown', failure: 'timeout' });

    // The logger comes to the next server, and the command of that key is still the one of which nobody knows.
    const next = await start('next', 'gateway,worker');
    const moved = await come(next, { image: registers() }, serial);
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true }), PATIENT);
    const [before, asked] = [await list(), moved.asked.length];
    expect(await ask(key)).toEqual(await reply);
    expect(await list()).toEqual(before);
    expect(moved.asked.slice(asked).filter(isAsked)).toEqual([]);
    await Promise.all([next.stop(), pages.stop()]);
  },
  240_000,
);
