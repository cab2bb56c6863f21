import type { Role } from '@sunfleet/contract';
import type { Api } from './api-kit.ts';
import type { TestPlatform } from './harness.ts';
import { makeOrganisation, makeUser } from './makers.ts';

/** A root organisation with a tight and a loose one below it, and an administrator of each who can be asked for. */
export async function makeWorld(platform: TestPlatform, api: Api) {
  const root = await makeOrganisation(platform);
  const tight = await makeOrganisation(platform, root);
  const loose = await makeOrganisation(platform, root, 'loose');
  const member = (organisation: { id: number }, role: Role, roleId: number | null = null) =>
    makeUser(platform, { role, roleId, organisationId: organisation.id });
  const admins = {
    root: await member(root, 'organisationAdmin'),
    tight: await member(tight, 'organisationAdmin'),
    loose: await member(loose, 'organisationAdmin'),
  };
  const as = {
    root: await api.as(admins.root),
    tight: await api.as(admins.tight),
    loose: await api.as(admins.loose),
  };
  return { root, tight, loose, admins, as, member };
}
