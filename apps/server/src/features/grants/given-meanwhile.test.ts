import { afterAll, expect, test } from 'vitest';
import { makeGrant, makeStation, makeUser } from '../../../test/makers.ts';
import { openMembers } from '../../../test/members-kit.ts';
import { askMeanwhile, holdOrganisation } from '../../../test/ask-meanwhile.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerLabelsRoutes } from '../labels/index.ts';
import { registerOrganisationsRoutes } from '../organisations/index.ts';
import { registerProposalsRoutes } from '../proposals/index.ts';
import { registerRolesRoutes } from '../roles/index.ts';
import { registerGrantsRoutes } from './index.ts';

/** Who is demoted, locked or signed out while something that gives others a way in waits for its turn does not give it any more. */

const { platform, api, world, close } = await openMembers(
  registerRolesRoutes,
  registerLabelsRoutes,
  registerGrantsRoutes,
  registerOrganisationsRoutes,
  registerCommandsRoutes,
  registerProposalsRoutes,
  registerDevicesRoutes,
);
const { db } = platform;
afterAll(close);

const DAY_MS = 86_400_000;

/** An administrator who asks for what gives others something, and what there is of it. */
async function scene() {
  const w = await world();
  const { id: stationId } = await makeStation(platform, { organisationId: w.tight.id });
  const offered = await makeStation(platform, { organisationId: w.loose.id });
  const grant = await makeGrant(platform, {
    stationId: offered.id,
    state: 'pending',
    toOrganisationId: w.tight.id,
    createdBy: w.admins.loose.id,
  });
  const { tight: as } = w.as;
  const period = { endsAt: platform.clock.now() + DAY_MS };
  const account = (await w.member(w.loose, 'owner')).email;
  const object = { stationIds: [stationId] };
  const own = await as.post(`/stations/${stationId}/devices`, { sn: `OWN${stationId}`, kind: 'inverter' });
  const commands = `/organisations/${w.tight.id}/commands`;
  await as.post(`${commands}/stop`, { reason: 'A fault' });
  const { at: stoppedAt } = (await as.get(commands)).data.stopped;
  const asks = {
    'end of a stop': () => as.post(`${commands}/resume`, { reason: 'It is over', stoppedAt }),
    device: () => as.post(`/stations/${stationId}/devices`, { sn: `NEW${stationId}`, kind: 'inverter' }),
    'new secret': () => as.post(`/devices/${own.data.device.id}/secret/rotate`),
    invitation: () =>
      as.post(`/organisations/${w.tight.id}/invites`, { role: 'installer', validDays: 1, maxUses: 1 }),
    role: () =>
      as.post('/roles', {
        name: 'Given',
        description: 'Given by a test',
        basedOn: 'installer',
        permissions: ['stations.view'],
        attribution: 'internal',
        scope: 'organisation',
        views: null,
      }),
    label: () => as.post('/labels', { name: 'Given', color: '#0000ff' }),
    authorisation: () => as.post('/grants', { object, to: { account }, role: 'viewer', ...period }),
    'accepted authorisation': () => as.post(`/grants/${grant.id}/accept`),
    'offer of a station': () => as.post(`/stations/${stationId}/hand-over`, { account }),
    'ingest key': () => as.post('/ingest-keys', { name: 'Given' }),
    'open station': () => as.put(`/stations/${stationId}/visitors`, { shared: true }),
  };
  return { ...w, asks };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** What is asked while somebody else holds the organisation, who ends a right of whoever asks. */
const askAmid = <T>({ tight }: Scene, ask: () => Promise<T>, end: string): Promise<T> =>
  askMeanwhile(platform, ask, { hold: holdOrganisation(tight.id), end });

const ENDS = {
  demoted: ({ admins }: Scene) => `UPDATE users SET role = 'internalReadOnly' WHERE id = ${admins.tight.id}`,
  locked: ({ admins }: Scene) => `UPDATE users SET locked_at = now() WHERE id = ${admins.tight.id}`,
  'signed out': ({ admins }: Scene) => `DELETE FROM sessions WHERE user_id = ${admins.tight.id}`,
};

const NAMES = [
  'end of a stop',
  'device',
  'new secret',
  'invitation',
  'role',
  'label',
  'authorisation',
  'accepted authorisation',
  'offer of a station',
  'ingest key',
  'open station',
] as const;

test.each(NAMES)('who is demoted meanwhile gives no %s', async (name) => {
  const s = await scene();
  expect((await askAmid(s, s.asks[name], ENDS.demoted(s))).error).toBe('noDataPermission');
});

test.each(['locked', 'signed out'] as const)('nor does who is %s', async (end) => {
  const s = await scene();
  const answer = await askAmid(s, s.asks.invitation, ENDS[end](s));
  expect(answer.error).toMatch(/^(?:noDataPermission|unauthorised)$/);
  const invites = db.selectFrom('invites').select('id').where('organisationId', '=', s.tight.id);
  expect(await invites.execute()).toEqual([]);
});

test.each(NAMES)('whose rights stay as they were gives the %s once the other is done', async (name) => {
  const s = await scene();
  expect((await askAmid(s, s.asks[name], 'SELECT 1')).code).toBe(200);
});

test('who is demoted meanwhile approves nothing', async () => {
  const [first, second] = [await makeUser(platform), await makeUser(platform)];
  const [one, other] = [await api.as(first), await api.as(second)];
  expect((await one.post('/commands/stop', { reason: 'A fault' })).code).toBe(200);
  const { at } = (await one.get('/commands')).data.stopped;
  await one.post('/commands/resume', { reason: 'It is over', stoppedAt: at });
  const [{ id, digest }] = (await other.get('/proposals')).data;
  const approved = await askMeanwhile(platform, () => other.post(`/proposals/${id}/accept`, { digest }), {
    hold: `UPDATE users SET role = 'internalReadOnly' WHERE id = ${second.id}`,
    end: 'SELECT 1',
  });
  expect(approved.error).toBe('noDataPermission');
  const state = db.selectFrom('proposals').select('state').where('id', '=', id);
  expect(await state.execute()).toEqual([{ state: 'open' }]);
});
