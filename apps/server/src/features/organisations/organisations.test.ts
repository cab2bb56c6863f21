import { randomUUID } from 'node:crypto';
import type { Role } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { hashToken } from '../../platform/tokens.ts';
import {
  createIngestKey,
  createOrganisation,
  mayUseOrganisation,
  registerOrganisationsRoutes,
} from './index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const newCode = () => `T${randomUUID().slice(0, 8)}`;
const organisation = (parentId: number | null = null) =>
  platform.db
    .transaction()
    .execute((trx) => createOrganisation(trx, { code: newCode(), name: 'Test', parentId }));
const actorOf = (role: Role, organisationPath: string | null): Actor => ({
  ...systemActor,
  kind: 'user',
  role,
  organisationPath,
});

test('the path of an organisation is the chain of ids above it', async () => {
  const root = await organisation();
  const child = await organisation(root.id);
  const grandchild = await organisation(child.id);
  expect(root.path).toBe(`/${root.id}/`);
  expect(grandchild.path).toBe(`/${root.id}/${child.id}/${grandchild.id}/`);
});

test('a code that would break a topic is refused', async () => {
  const attempt = platform.db
    .transaction()
    .execute((trx) => createOrganisation(trx, { code: 'a/b', name: 'Test' }));
  await expect(attempt).rejects.toThrow('cannot be an organisation code');
});

test('an administrator uses its own organisation and those below, never one beside or above it', async () => {
  const root = await organisation();
  const own = await organisation(root.id);
  const below = await organisation(own.id);
  const beside = await organisation(root.id);
  const admin = actorOf('organisationAdmin', own.path);
  const uses = (id: number) => mayUseOrganisation(platform.db, admin, id);
  expect(await Promise.all([own.id, below.id, beside.id, root.id, 999_999_999].map(uses))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(await mayUseOrganisation(platform.db, systemActor, beside.id)).toBe(true);
  expect(await mayUseOrganisation(platform.db, actorOf('owner', own.path), own.id)).toBe(false);
});

test('an ingest key is told once; the platform keeps its hash and who made it', async () => {
  const { id: organisationId } = await organisation();
  const context = { actor: systemActor, address: '192.0.2.7' };
  const { id, key } = await createIngestKey(platform, context, { organisationId, name: 'Telegraf' });
  const row = await platform.db
    .selectFrom('ingestKeys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.keyHash).toEqual(hashToken(key));
  const audit = await platform.db
    .selectFrom('auditLog')
    .selectAll()
    .where('objectType', '=', 'ingestKey')
    .where('objectId', '=', String(id))
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({ action: 'ingestKeys.create', address: '192.0.2.7' });
  expect(JSON.stringify(audit)).not.toContain(key);
});

test('a key for an organisation out of scope is refused and leaves nothing behind', async () => {
  const foreign = await organisation();
  const own = await organisation();
  const context = { actor: actorOf('organisationAdmin', own.path), address: null };
  const attempt = createIngestKey(platform, context, { organisationId: foreign.id, name: 'x' });
  await expect(attempt).rejects.toMatchObject({ key: 'noDataPermission' });
  const rows = await platform.db
    .selectFrom('ingestKeys')
    .selectAll()
    .where('organisationId', '=', foreign.id)
    .execute();
  expect(rows).toEqual([]);
});

test('who names no organisation makes a key for its own, over the API too; who has none is refused', async () => {
  const own = await organisation();
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: own.id });
  const { server, as } = await openApi(platform, registerOrganisationsRoutes);
  const payload = { name: 'Telegraf' };
  const { data } = await (await as(user)).post('/ingest-keys', payload);
  await server.app.close();
  expect(data.organisation).toEqual({ id: own.id, code: own.code, name: own.name });
  expect(data.key).toMatch(/^sfk_[\w-]{43}$/);
  const nobody = { actor: { ...systemActor, organisationId: null }, address: null };
  await expect(createIngestKey(platform, nobody, payload)).rejects.toMatchObject({ key: 'noDataPermission' });
});
