import { registerMembersRoutes } from '../src/features/members/index.ts';
import { openApi, type Register } from './api-kit.ts';
import { testPlatform } from './harness.ts';
import { makeWorld } from './people-world.ts';

/** A platform with the routes of members and more, organisations with their people, and what is kept of a member. */
export async function openMembers(...more: readonly Register[]) {
  const platform = await testPlatform();
  const api = await openApi(platform, registerMembersRoutes, ...more);
  return {
    platform,
    api,
    world: () => makeWorld(platform, api),
    userOf: (id: number) =>
      platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    auditOf: (id: number, action: string) =>
      platform.db
        .selectFrom('auditLog')
        .selectAll()
        .where('objectType', '=', 'user')
        .where('objectId', '=', String(id))
        .where('action', '=', action)
        .executeTakeFirst(),
    async close() {
      await api.server.app.close();
      await platform.stop();
    },
  };
}
