import type { Role } from '@sunfleet/contract';
import { signIn } from '../src/features/accounts/index.ts';
import type { TestPlatform } from './harness.ts';
import { makeOrganisation, makeStation, makeUser } from './makers.ts';
import type { World } from './scope-model.ts';

const BEGIN = Date.UTC(2026, 5, 21, 10);

/** Merchant 0 with a tight department 1 and a loose one 2, and merchant 3 beside it. */
export const ORGANISATIONS = [
  { parent: null, tie: 'tight' },
  { parent: 0, tie: 'tight' },
  { parent: 0, tie: 'loose' },
  { parent: null, tie: 'tight' },
] as const;
export const USERS: readonly (readonly [Role, number])[] = [
  ['organisationAdmin', 0],
  ['installer', 1],
  ['owner', 1],
  ['organisationAdmin', 3],
  ['serviceProvider', 3],
  ['internalReadOnly', 2],
  ['owner', 3],
];
export const STATIONS = [0, 1, 1, 2, 3];

/** What the model's indices are in the database. */
interface Ids {
  organisations: { id: number; code: string }[];
  users: { id: number; email: string; bearer: string }[];
  stations: number[];
  grants: number[];
}

export interface Scene {
  world: World;
  ids: Ids;
}

/** The world at its beginning, in the model and in the database. */
export async function openScene(platform: TestPlatform): Promise<Scene> {
  platform.clock.set(BEGIN);
  const world: World = {
    now: BEGIN,
    organisations: ORGANISATIONS.map((organisation) => ({ ...organisation })),
    users: USERS.map(([role, organisation]) => ({ role, organisation, locked: false })),
    stations: STATIONS.map((organisation, index) => ({
      organisation,
      owner: index === 1 ? 2 : null,
      handedOver: false,
    })),
    grants: [],
  };
  const ids: Ids = { organisations: [], users: [], stations: [], grants: [] };
  for (const _ of ORGANISATIONS) ids.organisations.push(await makeOrganisation(platform));
  await replant(platform, { world, ids });
  for (const [role, organisation] of USERS) {
    const user = await makeUser(platform, { role, organisationId: ids.organisations[organisation]!.id });
    ids.users.push({ id: user.id, email: user.email!, bearer: await signIn(platform, user) });
  }
  for (const { organisation, owner } of world.stations) {
    const ownerId = owner === null ? null : ids.users[owner]!.id;
    const organisationId = ids.organisations[organisation]!.id;
    ids.stations.push((await makeStation(platform, { organisationId, ownerId })).id);
  }
  await platform.db
    .updateTable('sessions')
    .set({ expiresAt: new Date('2100-01-01') })
    .execute();
  return { world, ids };
}

/** Writes the tree of organisations with the paths that follow from it. */
export async function replant(platform: TestPlatform, { world, ids }: Scene): Promise<void> {
  const chain = (index: number, stopAtLoose: boolean): string => {
    const { parent, tie } = world.organisations[index]!;
    const above = parent === null || (stopAtLoose && tie === 'loose') ? '/' : chain(parent, stopAtLoose);
    return `${above}${ids.organisations[index]!.id}/`;
  };
  for (const [index, { parent, tie }] of world.organisations.entries()) {
    await platform.db
      .updateTable('organisations')
      .set({
        parentId: parent === null ? null : ids.organisations[parent]!.id,
        tie,
        path: chain(index, false),
        scopePath: chain(index, true),
      })
      .where('id', '=', ids.organisations[index]!.id)
      .execute();
  }
}
