import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { claimCodeOf } from '../src/features/devices/claim-code.ts';
import { bornFolder } from './born-folder.ts';
import { callServer, signInTo } from './call-server.ts';
import { askPostgres } from './embedded-postgres.ts';
import { ADMIN, startServerProcess, type ServerProcess } from './server-process.ts';

const KILLS = Number(process.env.SUNFLEET_KILLS ?? 3);
const DEVICES = 4;
const OWNERS = ['one@example.test', 'two@example.test'];

const dataDir = await bornFolder('crash-owners');
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A device that changes hands again and again. What it measures for an owner tells who that was. */
interface Device {
  sn: string;
  /** By which it gets in; the new one is tried first, once it was handed over. */
  secret: string;
  next: string | undefined;
  /** Those that it gave up. */
  ended: string[];
  id: number;
  owner: number | undefined;
  value: number;
  /** Sent for the owner that it has. What a kill left unacknowledged may have been stored or not. */
  kept: number[];
}

/** The server was killed while this was under way. */
class Gone extends Error {}

let server: ServerProcess;
let bearers: string[];

const sql = <Row extends object>(text: string) => askPostgres<Row>(dataDir, text);

/** Two owners with the password of the administrator, and notes of every change of an owner or secret with its transaction. */
async function prepare(): Promise<void> {
  for (const [n, email] of OWNERS.entries()) {
    await sql(`WITH made AS (INSERT INTO organisations (code, name, type, path) VALUES ('OWN${n}', 'Own ${n}', 'personal', '') RETURNING id)
      INSERT INTO users (email, name, password_hash, role, account_type, organisation_id)
      SELECT '${email}', '${email}', password_hash, 'owner', account_type, made.id FROM users, made ORDER BY users.id LIMIT 1`);
  }
  await sql(
    `UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE path = ''`,
  );
  await sql(`CREATE TABLE noted (xid bigint, what text, device bigint); GRANT ALL ON noted TO PUBLIC;
    CREATE FUNCTION note_device() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.station_id IS DISTINCT FROM OLD.station_id THEN INSERT INTO noted VALUES (txid_current(), 'home', NEW.id); END IF;
      IF NEW.secret_hash IS DISTINCT FROM OLD.secret_hash THEN INSERT INTO noted VALUES (txid_current(), 'secret', NEW.id); END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER note_device AFTER UPDATE ON devices FOR EACH ROW EXECUTE FUNCTION note_device();
    CREATE FUNCTION note_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.object_type = 'device' THEN INSERT INTO noted VALUES (txid_current(), NEW.action, NEW.object_id::bigint); END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER note_audit AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION note_audit();`);
}

/** Changes without an entry of the log in the same transaction, and entries without a change. */
const unlike = () =>
  sql(`SELECT * FROM noted AS one WHERE what IN ('home', 'secret', 'devices.bind', 'devices.unbind', 'devices.renewSecret')
    AND NOT EXISTS (SELECT FROM noted AS other WHERE other.xid = one.xid AND other.device = one.device AND other.what = ANY(CASE one.what
      WHEN 'home' THEN ARRAY['devices.bind', 'devices.unbind'] WHEN 'secret' THEN ARRAY['devices.renewSecret']
      WHEN 'devices.renewSecret' THEN ARRAY['secret'] ELSE ARRAY['home'] END))`);

async function begin(): Promise<void> {
  server = await startServerProcess(dataDir);
  if (bearers === undefined) await prepare();
  bearers = await Promise.all(OWNERS.map((email) => signInTo(server, { email, password: ADMIN.password })));
}

/** Calls as an owner; undefined where it is refused. */
async function ask<T>(owner: number, route: string, body?: object): Promise<T | undefined> {
  try {
    return await callServer<T>(server, { path: route, bearer: bearers[owner]!, ...(body ? { body } : {}) });
  } catch (error) {
    if (!server.alive() || error instanceof TypeError) throw new Gone();
    return undefined;
  }
}

async function pushWith(device: Device, secret: string, value: number) {
  try {
    const answer = await fetch(`http://127.0.0.1:${server.ports.http}/api/ingest/v1/${device.sn}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ v: { 'ac.power': value } }),
    });
    return { status: answer.status, ...((await answer.json()) as { data: { newSecret?: string } | null }) };
  } catch {
    throw new Gone();
  }
}

/** Reports as the device would, which tries again: gateways hear of a change a moment later. False: it is locked out. */
async function push(device: Device): Promise<boolean> {
  const { owner } = device;
  device.value += 1;
  const value = (owner === undefined ? 9 : owner + 1) * 1000 + device.value;
  if (owner !== undefined) device.kept.push(value);
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(50)) {
    for (const secret of device.next === undefined ? [device.secret] : [device.next, device.secret]) {
      const { status, data } = await pushWith(device, secret, value);
      if (status !== 200) continue;
      if (secret === device.next) device.ended.push(device.secret);
      Object.assign(device, { secret, next: data?.newSecret });
      return true;
    }
  }
  return false;
}

/** Whether a secret lets nobody in. That the device has proved a later one is written down a moment after. */
async function isOver(device: Device, secret: string): Promise<boolean> {
  for (const end = Date.now() + 20_000; Date.now() < end; await delay(50))
    if ((await pushWith(device, secret, 0)).status === 401) return true;
  return false;
}

/** One change of hands or secret, and what it must not break. */
async function step(device: Device): Promise<void> {
  expect(await push(device), `${device.sn} is locked out`).toBe(true);
  const { owner } = device;
  if (owner === undefined) return claim(device);
  if (randomInt(3) > 0) {
    await ask(owner, `/devices/${device.id}/secret/rotate`, {});
    for (const secret of device.ended) expect(await isOver(device, secret)).toBe(true);
    expect(await ask(1 - owner, `/devices/${device.id}`)).toBeUndefined();
  } else if ((await ask<null>(owner, `/devices/${device.id}/unbind`, {})) === null)
    Object.assign(device, { owner: undefined });
}

async function claim(device: Device): Promise<void> {
  const owner = randomInt(OWNERS.length);
  const place = { name: device.sn, type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 };
  const station = await ask<{ id: number }>(owner, '/stations', place);
  const claimCode = claimCodeOf(device.sn, device.secret);
  const body = { sn: device.sn, kind: 'inverter', claimCode };
  const added = await ask<{ device: { id: number } }>(owner, `/stations/${station?.id}/devices`, body);
  if (!added) return;
  Object.assign(device, { owner, id: added.device.id, kept: [] });
  await expectOwnOnly(device);
}

async function expectOwnOnly({ id, owner, kept }: Device): Promise<void> {
  const span = `from=${Date.now() - 3_600_000}&to=${Date.now() + 3_600_000}&resolution=raw`;
  const history = await ask<{ series: { values: number[] }[] }>(
    owner!,
    `/devices/${id}/history?points=ac.power&${span}`,
  );
  const values = (history?.series[0]?.values ?? []).filter((value) => value > 0 && value < 9000);
  expect(values.filter((value) => !kept.includes(value))).toEqual([]);
}

/** What became of what was under way; a device belongs to nobody, or with its station to one. */
async function settle(device: Device): Promise<void> {
  const [row] = await sql<{ id: string; owner: string | null; whole: boolean }>(`
    SELECT d.id, u.email AS owner, d.organisation_id IS NOT DISTINCT FROM s.organisation_id AS whole FROM devices d
    LEFT JOIN stations s ON s.id = d.station_id LEFT JOIN users u ON u.id = s.owner_id WHERE d.sn = '${device.sn}'`);
  if (!row) return;
  expect(row.whole).toBe(true);
  const owner = row.owner === null ? undefined : OWNERS.indexOf(row.owner);
  if (owner !== device.owner) Object.assign(device, { owner, kept: [] });
  device.id = Number(row.id);
  expect(await push(device), `${device.sn} is locked out`).toBe(true);
}

test(`${KILLS} kills while devices change hands: each has one owner, gets in, and shows nothing of the owner before`, async () => {
  const devices = Array.from({ length: DEVICES }, (_, n): Device => {
    const secret = `the first secret of device ${n}`;
    return {
      sn: `HANDS-${n}`,
      secret,
      next: undefined,
      ended: [],
      id: 0,
      owner: undefined,
      value: 0,
      kept: [],
    };
  });
  for (let kill = 0; kill <= KILLS; kill += 1) {
    await begin();
    for (const device of devices) await settle(device);
    if (kill === KILLS) break;
    const work = devices.map(async (device) => {
      for (;;) await step(device);
    });
    const ended = Promise.allSettled(work);
    await delay(1000 + randomInt(3000));
    await server.kill();
    for (const result of await ended)
      if (result.status === 'rejected' && !(result.reason instanceof Gone)) throw result.reason;
  }
  expect(await unlike()).toEqual([]);
  const waiting = async () => (await sql('SELECT FROM devices_to_forget WHERE forgotten_at IS NULL')).length;
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 60_000, interval: 500 });
  for (const device of devices) if (device.owner !== undefined) await expectOwnOnly(device);
  const changes = await sql<{ n: number }>(`SELECT count(*)::int AS n FROM noted WHERE what = 'home'`);
  expect(changes[0]!.n).toBeGreaterThan(KILLS);
  await server.stop();
}, 600_000);
