import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { registerProposedRoute } from '../../platform/http/register-proposed-route.ts';
import { AppError } from '../../platform/errors.ts';
import { registerProposalsRoutes, tellProposal } from './index.ts';

const platform = await testPlatform();
/** A route for two people of the organisation that its call names in place of a firmware. */
const { server, someone } = await openApi(platform, registerProposalsRoutes, (one) => {
  registerProposedRoute(one, 'startFirmwareUpgrade', {
    run: async () => null,
    check: async ({ actor }, { body }) => {
      if (body.firmwareId !== actor.organisationId) throw new AppError('firmwareNotFound');
    },
  });
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;

async function propose({ user, post, organisationId }: Someone): Promise<number> {
  const body = { firmwareId: organisationId!, sns: ['X123'] };
  expect(await post('/firmware-upgrades', body)).toMatchObject({ error: 'secondPersonNeeded' });
  const { id } = await platform.db
    .selectFrom('proposals')
    .select('id')
    .where('proposedBy', '=', user.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

test('who holds the permission elsewhere declines nothing of others', async () => {
  const [one, stranger] = [await someone('organisationAdmin'), await someone('organisationAdmin')];
  const { organisationId } = one;
  const other = await someone('organisationAdmin', { organisationId });
  const id = await propose(one);
  expect((await stranger.post(`/proposals/${id}/decline`)).error).toBe('proposalNotFound');
  expect((await other.get('/proposals')).data).toHaveLength(1);
  expect((await other.post(`/proposals/${id}/decline`)).code).toBe(200);
});

test('what others propose without end hides nothing of the own organisation', async () => {
  const [one, stranger] = [await someone('organisationAdmin'), await someone('organisationAdmin')];
  const { organisationId } = one;
  const other = await someone('organisationAdmin', { organisationId });
  const now = platform.clock.now();
  const many = Array.from({ length: 120 }, () => ({
    route: 'startFirmwareUpgrade',
    input: JSON.stringify({ body: { firmwareId: stranger.organisationId } }),
    digest: randomBytes(32).toString('hex'),
    proposedBy: stranger.user.id,
    proposedAt: new Date(now),
    expiresAt: new Date(now + 60_000),
  }));
  await platform.db.insertInto('proposals').values(many).execute();
  const id = await propose(one);
  expect((await other.get('/proposals')).data).toMatchObject([{ id }]);
});

test('those who could approve in the organisation and above it are told, and nobody of another one', async () => {
  const above = await makeOrganisation(platform);
  const home = await makeOrganisation(platform, above);
  const [stranger, superior, one, colleague] = [
    await someone('organisationAdmin'),
    await someone('organisationAdmin', { organisationId: above.id }),
    await someone('organisationAdmin', { organisationId: home.id }),
    await someone('organisationAdmin', { organisationId: home.id }),
  ];
  const crew = await someone('serviceProvider', { organisationId: above.id });
  const platformAdmin = await someone('platformAdmin', { organisationId: null });
  await tellProposal(platform, await propose(one));
  const told = await platform.db
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'approvalAsked')
    .execute();
  const recipients = told.map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual([superior.user.email, colleague.user.email].toSorted());
  for (const { user } of [stranger, crew, platformAdmin, one]) expect(recipients).not.toContain(user.email);
  // Where there is nobody near, those who run the platform hear of it.
  await tellProposal(platform, await propose(stranger));
  const { recipient } = await platform.db
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'approvalAsked')
    .where('recipient', '=', platformAdmin.user.email)
    .executeTakeFirstOrThrow();
  expect(recipient).toBe(platformAdmin.user.email);
});
