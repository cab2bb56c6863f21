import { afterAll, expect, test, vi } from 'vitest';
import { createUser } from '../src/features/accounts/index.ts';
import { openDb, openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { openOuterStores } from './outer-stores.ts';
import { ADMIN, type ServerProcess } from './server-process.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const stores = await openOuterStores();
const pool = openPool(stores.database, () => {});
const servers: ServerProcess[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await pool.end();
  await stores.stop();
});

const OTHER = { ...ADMIN, email: 'other@example.test' };

async function start(name: string): Promise<ServerProcess> {
  const server = await stores.startServer(name, {
    SUNFLEET_SECRET_KEY: 'a key that servers of this test share',
  });
  servers.push(server);
  return server;
}

/** Lets one administrator stop all requests and propose that they go on; answers how another one approves. */
async function propose(server: ServerProcess) {
  const bearer = await signInTo(server, ADMIN);
  await callServer(server, { path: '/commands/stop', body: { reason: 'Firmware' }, bearer });
  const { stopped } = await callServer<{ stopped: { at: number } }>(server, { path: '/commands', bearer });
  const body = { reason: 'All is well', stoppedAt: stopped.at };
  // The answer says that a second person is needed, which is an error for who calls.
  await callServer(server, { path: '/commands/resume', body, bearer }).catch(() => undefined);
  return async (at: ServerProcess) => {
    const as = { bearer: await signInTo(at, OTHER) };
    const [{ id, digest }] = await callServer<[{ id: number; digest: string }]>(at, {
      path: '/proposals',
      ...as,
    });
    return callServer(at, { path: `/proposals/${id}/accept`, body: { digest }, ...as });
  };
}

async function outcome() {
  const { rows } = await pool.query<{ state: string; isStopped: boolean; entries: number }>(
    `SELECT state, (SELECT stopped_at IS NOT NULL FROM command_rules) AS "isStopped",
       (SELECT count(*)::int FROM audit_log WHERE action IN ('proposals.accept', 'commands.resume')) AS entries FROM proposals`,
  );
  return rows;
}

test('an approval whose server is killed while it is done waits on, and another server does it', async () => {
  const first = await start('first');
  await createUser(openDb(pool), { ...OTHER, name: 'Other', role: 'platformAdmin' });
  const approve = await propose(first);
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE command_rules IN EXCLUSIVE MODE');
  const approving = approve(first).then(
    () => 'approved',
    () => 'gone',
  );
  await vi.waitUntil(async () => (await waitingForLocks({ pool })) === 1, { timeout: 15_000 });
  await first.kill();
  expect(await approving).toBe('gone');
  await holder.query('COMMIT');
  holder.release();

  const second = await start('second');
  expect(await outcome()).toEqual([{ state: 'open', isStopped: true, entries: 0 }]);
  await approve(second);
  expect(await outcome()).toEqual([{ state: 'approved', isStopped: false, entries: 2 }]);
}, 120_000);
