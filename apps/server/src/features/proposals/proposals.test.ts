import { randomBytes } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { registerProposedRoute } from '../../platform/http/register-proposed-route.ts';
import { AppError } from '../../platform/errors.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { registerProposalsRoutes, tellProposal } from './index.ts';

const platform = await testPlatform();
const { server, as } = await openApi(platform, registerCommandsRoutes, registerProposalsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const MINUTE = 60_000;
const DAY = 86_400_000;

// Each test has the administrators that it makes.
beforeEach(async () => {
  await platform.db.deleteFrom('proposals').execute();
  await platform.db.deleteFrom('commandRules').execute();
  await platform.db.updateTable('users').set({ role: 'owner' }).execute();
  platform.clock.advance(2 * DAY);
});

const admin = async () => {
  const user = await makeUser(platform, { role: 'platformAdmin' });
  return { user, ...(await as(user)) };
};

/** Stops all commands and proposes to let them go on; answers what waits. */
async function propose(client: Client, reason = 'All is well') {
  await client.post('/commands/stop', { reason: 'Firmware' });
  const { stopped } = (await client.get('/commands')).data;
  const body = { reason, stoppedAt: stopped.at };
  expect((await client.post('/commands/resume', body)).error).toBe('secondPersonNeeded');
  const [proposal] = (await client.get('/proposals')).data;
  return { body, proposal };
}

const accept = (client: Client, { id, digest }: { id: number; digest: string }) =>
  client.post(`/proposals/${id}/accept`, { digest });
const isStopped = async (client: Client) => (await client.get('/commands')).data.stopped !== null;

test('one administrator does not lift the emergency stop; another one approves what was shown, and it runs once', async () => {
  const [one, other] = [await admin(), await admin()];
  const { body, proposal } = await propose(one);
  expect(await isStopped(one)).toBe(true);
  const [shown] = (await other.get('/proposals')).data;
  expect(shown).toMatchObject({ route: 'resumePlatformCommands', own: false, proposedBy: one.user.name });
  expect(JSON.parse(shown.input)).toEqual({ body });
  expect((await accept(other, shown)).code).toBe(200);
  expect(await isStopped(one)).toBe(false);
  expect((await accept(other, shown)).error).toBe('proposalNotFound');
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['userId', 'action'])
    .where('action', 'in', ['proposals.create', 'proposals.accept', 'commands.resume'])
    .where('at', '>', new Date(0))
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(log.toReversed()).toEqual([
    { userId: one.user.id, action: 'proposals.create' },
    { userId: other.user.id, action: 'proposals.accept' },
    { userId: other.user.id, action: 'commands.resume' },
  ]);
  expect(proposal.own).toBe(true);
});

test('nobody approves their own proposal, from another session or after waiting either', async () => {
  const [one, other] = [await admin(), await admin()];
  const { proposal } = await propose(one);
  expect((await accept(one, proposal)).error).toBe('proposalOwn');
  expect((await accept(await as(one.user), proposal)).error).toBe('proposalOwn');
  platform.clock.advance(20 * MINUTE);
  const later = await as(one.user);
  expect((await accept(later, proposal)).error).toBe('proposalOwn');
  expect((await later.get('/proposals')).data[0].aloneFrom).toBeNull();
  expect(await isStopped(other)).toBe(true);
});

test('nobody approves through the account of a colleague whose password they have just reset', async () => {
  const [one, other, third] = [await admin(), await admin(), await admin()];
  const { proposal } = await propose(one);
  const reset = { action: 'members.resetPassword', objectType: 'user', objectId: other.user.id } as const;
  const context = { actor: { ...systemActor, userId: one.user.id }, address: null };
  await platform.db.transaction().execute((trx) => writeAudit(trx, context, reset));
  expect((await accept(other, proposal)).error).toBe('proposalOwn');
  expect((await accept(third, proposal)).code).toBe(200);
  // Nor do they propose through it and approve as themselves.
  const { proposal: turned } = await propose(other);
  expect((await accept(one, turned)).error).toBe('proposalOwn');
  expect((await accept(third, turned)).code).toBe(200);
});

test('whoever proposes and withdraws without end fills neither the log nor the table', async () => {
  const [one, other] = [await admin(), await admin()];
  await one.post('/commands/stop', { reason: 'Firmware' });
  const { stopped } = (await one.get('/commands')).data;
  const tryToResume = async (client: Client, nth: number) =>
    (await client.post('/commands/resume', { reason: `Try ${nth}`, stoppedAt: stopped.at })).error;
  for (let nth = 0; nth < LIMITS.proposalsPerHour; nth += 1) {
    expect(await tryToResume(one, nth)).toBe('secondPersonNeeded');
    const [{ id }] = (await one.get('/proposals')).data;
    await one.post(`/proposals/${id}/decline`, {});
  }
  expect(await tryToResume(one, 1000)).toBe('tooManyRequests');
  expect(await tryToResume(other, 1000)).toBe('secondPersonNeeded');
  platform.clock.advance(60 * MINUTE);
  expect(await tryToResume(await as(one.user), 1000)).toBe('secondPersonNeeded');
});

test('a proposal approved after its input changed is refused', async () => {
  const [one, other] = [await admin(), await admin()];
  const { proposal } = await propose(one);
  const input = proposal.input.replace('All is well', 'All is lost');
  await platform.db.updateTable('proposals').set({ input }).where('id', '=', proposal.id).execute();
  expect((await accept(other, proposal)).error).toBe('proposalChanged');
  await platform.db.updateTable('proposals').set({ input: proposal.input }).execute();
  const digest = randomBytes(32).toString('hex');
  expect((await accept(other, { id: proposal.id, digest })).error).toBe('proposalChanged');
  expect(await isStopped(one)).toBe(true);
});

test('an approval does not lift a newer stop than the one that was proposed to end', async () => {
  const [one, other] = [await admin(), await admin()];
  const { proposal } = await propose(one);
  platform.clock.advance(MINUTE);
  await other.post('/commands/stop', { reason: 'Worse' });
  expect((await accept(other, proposal)).error).toBe('stopChanged');
  expect((await one.get('/commands')).data.stopped.reason).toBe('Worse');
  expect((await accept(other, proposal)).error).toBe('proposalNotFound');
});

test('those who may not do it themselves neither see, approve nor decline it, and an approval wants a fresh proof', async () => {
  const [one, other] = [await admin(), await admin()];
  const { proposal } = await propose(one);
  const stranger = await as(await makeUser(platform, { role: 'organisationAdmin' }));
  expect((await stranger.get('/proposals')).data).toEqual([]);
  expect((await accept(stranger, proposal)).error).toBe('proposalNotFound');
  expect((await stranger.post(`/proposals/${proposal.id}/decline`)).error).toBe('proposalNotFound');
  await platform.db
    .updateTable('sessions')
    .set({ provenAt: null })
    .where('userId', '=', other.user.id)
    .execute();
  expect((await accept(other, proposal)).error).toBe('stepUpNeeded');
  expect(await isStopped(one)).toBe(true);
});

test('a proposal ends after half an hour, when it is declined, and when its proposer may not do it any more', async () => {
  const [one, other] = [await admin(), await admin()];
  const { body, proposal } = await propose(one);
  expect((await other.post(`/proposals/${proposal.id}/decline`)).code).toBe(200);
  expect((await accept(other, proposal)).error).toBe('proposalNotFound');
  expect((await one.post('/commands/resume', body)).error).toBe('secondPersonNeeded');
  const [again] = (await other.get('/proposals')).data;
  await platform.db.updateTable('users').set({ role: 'owner' }).where('id', '=', one.user.id).execute();
  expect((await accept(other, again)).error).toBe('proposalNotFound');
  await platform.db
    .updateTable('users')
    .set({ role: 'platformAdmin' })
    .where('id', '=', one.user.id)
    .execute();
  platform.clock.advance(31 * MINUTE);
  expect((await accept(await as(other.user), again)).error).toBe('proposalNotFound');
  expect(await isStopped(one)).toBe(true);
});

test('the only administrator waits a quarter of an hour, gets a message, and may then approve alone', async () => {
  const one = await admin();
  const { proposal } = await propose(one);
  await tellProposal(platform, proposal.id);
  const told = await platform.db
    .selectFrom('outbox')
    .select('template')
    .where('recipient', '=', one.user.email)
    .execute();
  expect(told).toEqual([{ template: 'approvalAsked' }]);
  expect(proposal.aloneFrom).toBe(proposal.proposedAt + 15 * MINUTE);
  expect((await accept(one, proposal)).error).toBe('proposalOwn');
  platform.clock.advance(15 * MINUTE);
  expect((await accept(await as(one.user), proposal)).code).toBe(200);
  expect(await isStopped(one)).toBe(false);
});

test('nobody becomes the only administrator by locking the others out', async () => {
  const [one, other] = [await admin(), await admin()];
  const { proposal } = await propose(one);
  const locked = { lockedAt: new Date(platform.clock.now()) };
  await platform.db.updateTable('users').set(locked).where('id', '=', other.user.id).execute();
  platform.clock.advance(16 * MINUTE);
  const later = await as(one.user);
  expect((await accept(later, proposal)).error).toBe('proposalOwn');
  await platform.db.updateTable('users').set({ role: 'owner' }).where('id', '=', other.user.id).execute();
  await platform.db
    .insertInto('auditLog')
    .values({
      at: new Date(platform.clock.now()),
      actorKind: 'user',
      userId: one.user.id,
      action: 'members.role',
      objectType: 'user',
      objectId: String(other.user.id),
    })
    .execute();
  expect((await accept(later, proposal)).error).toBe('proposalOwn');
});

test('those who could approve are told once, however often the job is done, and the same call twice waits once', async () => {
  const [one, other] = [await admin(), await admin()];
  const { body, proposal } = await propose(one);
  expect((await one.post('/commands/resume', body)).error).toBe('secondPersonNeeded');
  expect((await other.get('/proposals')).data).toHaveLength(1);
  for (let done = 0; done < 2; done += 1) await tellProposal(platform, proposal.id);
  const told = await platform.db
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'approvalAsked')
    .where('recipient', 'in', [one.user.email, other.user.email])
    .execute();
  expect(told).toEqual([{ recipient: other.user.email }]);
});

test('a route for two people asks its scope of both of them', async () => {
  const asked: (number | null)[] = [];
  const refused = new Set<number>();
  const own = await openApi(platform, registerProposalsRoutes, (one) => {
    const run = async () => null;
    const check = async ({ actor }: { actor: { userId: number | null } }) => {
      asked.push(actor.userId);
      if (refused.has(actor.userId ?? 0)) throw new AppError('stationNotFound');
    };
    registerProposedRoute(one, 'resumePlatformCommands', { check, run });
  });
  const people = [await makeUser(platform), await makeUser(platform)] as const;
  const [one, other] = [await own.as(people[0]), await own.as(people[1])];
  const body = { reason: 'x', stoppedAt: 1 };
  refused.add(people[0].id);
  expect((await one.post('/commands/resume', body)).error).toBe('stationNotFound');
  refused.clear();
  expect((await one.post('/commands/resume', body)).error).toBe('secondPersonNeeded');
  const [proposal] = (await other.get('/proposals')).data;
  refused.add(people[1].id);
  expect((await other.get('/proposals')).data).toEqual([]);
  expect((await accept(other, proposal)).error).toBe('proposalNotFound');
  refused.clear();
  refused.add(people[0].id);
  expect((await accept(other, proposal)).error).toBe('proposalNotFound');
  refused.clear();
  expect((await accept(other, proposal)).code).toBe(200);
  expect(new Set(asked)).toEqual(new Set(people.map(({ id }) => id)));
  await own.server.app.close();
});

test('nobody becomes the only administrator by taking the permission out of the role of the others', async () => {
  const one = await admin();
  const { proposal } = await propose(one);
  const changed = { action: 'roles.edit', objectType: 'role', objectId: 7 } as const;
  const context = { actor: { ...systemActor, userId: one.user.id }, address: null };
  await platform.db.transaction().execute((trx) => writeAudit(trx, context, changed));
  platform.clock.advance(16 * MINUTE);
  const later = await as(one.user);
  expect((await accept(later, proposal)).error).toBe('proposalOwn');
  expect((await later.get('/proposals')).data[0].aloneFrom).toBeNull();
});
