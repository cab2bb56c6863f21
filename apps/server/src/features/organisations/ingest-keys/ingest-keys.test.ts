import { LIMITS } from '@sunfleet/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation } from '../../../../test/makers.ts';
import { waitingForLocks } from '../../../../test/waiting-for-locks.ts';
import { registerOrganisationsRoutes } from '../index.ts';

const platform = await testPlatform();
const api = await openApi(platform, registerOrganisationsRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

/** An administrator whose organisation has a tight and a loose one below it. */
async function world() {
  const admin = await api.someone('organisationAdmin', { name: 'Ada' });
  const own = { id: admin.organisationId! };
  const parent = await platform.db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  const tight = await makeOrganisation(platform, parent);
  const loose = await makeOrganisation(platform, parent, 'loose');
  return { admin, own: parent, tight, loose };
}

describe('list of ingest keys', () => {
  test('tells what a key is known by, newest first, and never its text', async () => {
    const { admin, own } = await world();
    const first = (await admin.post('/ingest-keys', { name: 'Telegraf' })).data;
    const second = (await admin.post('/ingest-keys', { name: 'Logger farm' })).data;
    const { data } = await admin.get('/ingest-keys');
    expect(data).toEqual([
      {
        id: second.id,
        name: 'Logger farm',
        organisation: { id: own.id, name: own.name },
        prefix: second.key.slice(0, 10),
        createdBy: 'Ada',
        createdAt: expect.any(Number),
        lastUsedAt: null,
        endsAt: null,
      },
      expect.objectContaining({ id: first.id, name: 'Telegraf', prefix: first.key.slice(0, 10) }),
    ]);
    expect(JSON.stringify(data)).not.toContain(first.key);
  });

  test('is of the named organisation in scope, of no other', async () => {
    const { admin, tight, loose } = await world();
    const { data } = await admin.post('/ingest-keys', { name: 'Below', organisationId: tight.id });
    expect((await admin.get(`/ingest-keys?organisationId=${tight.id}`)).data).toMatchObject([
      { id: data.id },
    ]);
    expect((await admin.get('/ingest-keys')).data).toEqual([]);
    const foreign = await makeOrganisation(platform);
    for (const id of [loose.id, foreign.id, 999_999_999]) {
      const { error } = await admin.get(`/ingest-keys?organisationId=${id}`);
      expect(error).toBe('noDataPermission');
    }
    expect((await (await api.someone('installer')).get('/ingest-keys')).error).toBe('noDataPermission');
  });
});

describe('revoking one', () => {
  test('ends it, announces that and writes down what it was', async () => {
    const { admin, own } = await world();
    const { data } = await admin.post('/ingest-keys', { name: 'Telegraf' });
    let announced = 0;
    const end = platform.bus.subscribe('accessChanged', () => void (announced += 1));
    const twice = await Promise.all([1, 2].map(() => admin.del(`/ingest-keys/${data.id}`)));
    end();
    expect(twice.map(({ code, error }) => error ?? code).toSorted()).toEqual([200, 'notFound']);
    expect(announced).toBe(1);
    expect((await admin.get('/ingest-keys')).data).toEqual([]);
    const audit = await platform.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'ingestKeys.revoke')
      .where('objectId', '=', String(data.id))
      .execute();
    expect(audit).toMatchObject([
      {
        userId: admin.user.id,
        organisationId: own.id,
        before: { organisationId: own.id, name: 'Telegraf', prefix: data.key.slice(0, 10) },
      },
    ]);
  });

  test('is not for who is outside, also of the superior of a loose one', async () => {
    const { admin, loose } = await world();
    const own = await api.someone('organisationAdmin', { organisationId: loose.id });
    const { data } = await own.post('/ingest-keys', { name: 'Independent' });
    expect((await admin.del(`/ingest-keys/${data.id}`)).error).toBe('notFound');
    expect((await (await api.someone('organisationAdmin')).del(`/ingest-keys/${data.id}`)).error).toBe(
      'notFound',
    );
    expect((await own.get('/ingest-keys')).data).toMatchObject([{ id: data.id }]);
  });
});

test('a key that never ends asks for a fresh proof of who one is, and no program makes one', async () => {
  const { admin } = await world();
  const program = await api.asProgram(admin.user, ['ingestKeys.manage']);
  expect((await program.post('/ingest-keys', { name: 'More' })).error).toBe('noDataPermission');
  platform.clock.advance(LIMITS.stepUpMs);
  expect((await admin.post('/ingest-keys', { name: 'Late' })).error).toBe('stepUpNeeded');
  expect((await admin.get('/ingest-keys')).data).toEqual([]);
});

test('none is made for an organisation that is let go at the same moment', async () => {
  const { admin, tight } = await world();
  const gate = await platform.pool.connect();
  await gate.query('BEGIN');
  await gate.query(`UPDATE organisations SET tie = 'loose', scope_path = '/' || id || '/' WHERE id = $1`, [
    tight.id,
  ]);
  let answered = false;
  const asked = admin
    .post('/ingest-keys', { name: 'Late', organisationId: tight.id })
    .finally(() => (answered = true));
  await vi.waitUntil(async () => answered || (await waitingForLocks(platform)) === 1);
  await gate.query('COMMIT');
  gate.release();
  expect((await asked).error).toBe('noDataPermission');
});
