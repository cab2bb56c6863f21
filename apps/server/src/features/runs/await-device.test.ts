import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import type { DeviceReply } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes, workRuns, type RunScript } from './index.ts';

const platform = await testPlatform({ SUNFLEET_COMMANDS_PER_PERSON: '1000' });
const { server, someone } = await openApi(platform, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const MINUTE = 60_000;
const AWAY: DeviceReply = { ok: false, failure: 'notConnected', sent: false };
/** Names of commands that arrived. */
const asked: string[] = [];
let isThere = (_name: string) => false;
platform.links.serve((_sn, request, { beforeSending }) => {
  const { name } = request as { name: string };
  return isThere(name) ? beforeSending().then(() => (asked.push(name), { ok: true })) : Promise.resolve(AWAY);
});
beforeEach(() => {
  asked.length = 0;
  isThere = () => false;
});

/** Sends two commands, one after the other, and keeps nothing in between. */
const script: RunScript = async ({ request }) => {
  for (const name of ['one', 'two']) {
    const reply = await request(name, { type: 'command', name, params: {} });
    if (!reply.ok) return { state: 'failed', failure: reply.failure };
  }
  return { state: 'done' };
};
const work = (startedAt?: number) =>
  workRuns(platform, everyKind(script), new AbortController().signal, startedAt);

/** A run on a device that was seen for the last time so long ago. */
async function runOf({ silentMs, lastsMs }: { silentMs: number; lastsMs?: number }) {
  const { get, post, organisationId, user } = await someone('installer');
  const station = await makeStation(platform, { organisationId: organisationId! });
  const device = await makeDevice(platform, { stationId: station.id, organisationId });
  const now = platform.clock.now();
  await sql`INSERT INTO device_states (device_id, last_seen_at) VALUES (${device.id}, ${new Date(now - silentMs)})
    ON CONFLICT (device_id) DO UPDATE SET last_seen_at = excluded.last_seen_at`.execute(platform.db);
  const actor = (await findUserActor(platform.db, { userId: user.id, at: now }))!;
  const expiresAt = lastsMs === undefined ? null : now + lastsMs;
  const id = await beginRun(platform, { actor, deviceIds: [device.id], expiresAt });
  const row = async () => (await get(`/runs/${id}/devices`)).data.rows[0];
  return { row, retry: () => post(`/runs/${id}/retry`, {}) };
}

/** Lets the next turn of a device that waits come. */
const skip = (ms: number) => platform.clock.set(platform.clock.now() + ms);

test('a device that was there shortly before is waited for, and what arrived meanwhile is not sent again', async () => {
  const { row } = await runOf({ silentMs: 3 * MINUTE });
  await work();
  expect(await row()).toMatchObject({ state: 'waiting', failure: null });
  isThere = (name) => name === 'one';
  skip(MINUTE);
  await work();
  expect([await row(), asked]).toMatchObject([{ state: 'waiting' }, ['one']]);
  isThere = () => true;
  skip(MINUTE / 2);
  await work();
  expect([await row(), asked]).toMatchObject([{ state: 'done' }, ['one', 'two']]);
});

test('a device that was away before, or for which somebody waits, is told at once', async () => {
  const [gone, hurried] = [
    await runOf({ silentMs: 6 * MINUTE }),
    await runOf({ silentMs: MINUTE, lastsMs: 4 * MINUTE }),
  ];
  await work();
  for (const { row } of [gone, hurried])
    expect(await row()).toMatchObject({ state: 'failed', failure: 'notConnected' });
});

test('a server that stood still waits for what was there on the day before, but not long after its start', async () => {
  const startedAt = platform.clock.now();
  const first = await runOf({ silentMs: 60 * MINUTE });
  await work(startedAt);
  expect(await first.row()).toMatchObject({ state: 'waiting' });
  skip(6 * MINUTE);
  await work(startedAt);
  expect(await first.row()).toMatchObject({ state: 'failed', failure: 'notConnected' });
});

test('a device that stays away fails after six times, and can be begun anew', async () => {
  const { row, retry } = await runOf({ silentMs: 0 });
  const seen = () =>
    sql`UPDATE device_states SET last_seen_at = ${new Date(platform.clock.now())}`.execute(platform.db);
  for (let time = 0; time < 6; time += 1) {
    await work();
    expect(await row()).toMatchObject({ state: 'waiting' });
    skip(MINUTE);
    await seen();
  }
  await work();
  expect(await row()).toMatchObject({ state: 'failed', failure: 'notConnected' });
  isThere = () => true;
  expect((await retry()).code).toBe(200);
  await work();
  expect([await row(), asked]).toMatchObject([{ state: 'done' }, ['one', 'two']]);
});
