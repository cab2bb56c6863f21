import { afterAll, expect, test } from 'vitest';
import { makeRole } from '../../../test/makers.ts';
import { openMembers } from '../../../test/members-kit.ts';
import { askMeanwhile, holdOrganisation } from '../../../test/ask-meanwhile.ts';
import { registerRolesRoutes } from '../roles/index.ts';

/** Who is demoted, locked or signed out while a change of somebody's rights waits for its turn does not make it any more. */

const { platform, api, world, userOf, close } = await openMembers(registerRolesRoutes);
const { db } = platform;
afterAll(close);

type World = Awaited<ReturnType<typeof world>>;

/** What is asked by an administrator whose organisation somebody else holds meanwhile, who ends a right of that administrator. */
const askAmid = <T>({ tight }: World, ask: () => Promise<T>, end: string): Promise<T> =>
  askMeanwhile(platform, ask, { hold: holdOrganisation(tight.id), end });

const ENDS = {
  demoted: ({ admins }: World) => `UPDATE users SET role = 'internalReadOnly' WHERE id = ${admins.tight.id}`,
  locked: ({ admins }: World) => `UPDATE users SET locked_at = now() WHERE id = ${admins.tight.id}`,
  'taken out': ({ admins, loose }: World) =>
    `UPDATE users SET organisation_id = ${loose.id} WHERE id = ${admins.tight.id}`,
  'signed out': ({ admins }: World) => `DELETE FROM sessions WHERE user_id = ${admins.tight.id}`,
};

test.each(Object.entries(ENDS))('who is %s meanwhile makes nobody an administrator', async (_, end) => {
  const w = await world();
  const friend = await w.member(w.tight, 'internalReadOnly');
  const answer = await askAmid(
    w,
    () => w.as.tight.put(`/ups/user/${friend.id}/role`, { role: 'organisationAdmin' }),
    end(w),
  );
  expect(answer.error).toMatch(/^(?:noDataPermission|unauthorised)$/);
  expect((await userOf(friend.id))!.role).toBe('internalReadOnly');
});

test('nor does that one add to a role, or whose own role was narrowed', async () => {
  const w = await world();
  const role = await makeRole(platform, { organisationId: w.tight.id, permissions: ['stations.view'] });
  const permissions = ['stations.view', 'members.view'];
  const widen = () => w.as.tight.put(`/roles/${role.id}`, { permissions });
  expect((await askAmid(w, widen, ENDS.demoted(w))).error).toBe('noDataPermission');
  const held = ['roles.view', 'roles.manage', 'members.view', 'stations.view'] as const;
  const own = await makeRole(platform, { organisationId: w.tight.id, permissions: [...held] });
  const keeper = await api.as(await w.member(w.tight, 'organisationAdmin', own.id));
  const narrow = `UPDATE roles SET permissions = '{roles.view,roles.manage,stations.view}' WHERE id = ${own.id}`;
  const widened = await askAmid(w, () => keeper.put(`/roles/${role.id}`, { permissions }), narrow);
  expect(widened.error).toBe('noDataPermission');
  const kept = db.selectFrom('roles').select('permissions').where('id', '=', role.id);
  expect(await kept.execute()).toEqual([{ permissions: ['stations.view'] }]);
});

test('whose rights stay as they were changes it once the other is done', async () => {
  const w = await world();
  const friend = await w.member(w.tight, 'internalReadOnly');
  const ask = () => w.as.tight.put(`/ups/user/${friend.id}/role`, { role: 'installer' });
  expect((await askAmid(w, ask, 'SELECT 1')).code).toBe(200);
});
