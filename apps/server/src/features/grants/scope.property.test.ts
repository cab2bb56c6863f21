import { MEMBER_ROLES, type Role } from '@sunfleet/contract';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import * as model from '../../../test/scope-model.ts';
import { openScene, ORGANISATIONS, replant, STATIONS, USERS, type Scene } from '../../../test/scope-scene.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { resolveActor } from '../accounts/index.ts';
import { stationScope } from '../scope/index.ts';
import { acceptGrant, declineGrant } from './answer-grant.ts';
import { acceptHandOver } from './accept-hand-over.ts';
import { changeInstaller } from './change-installer.ts';
import { createGrant } from './create-grant.ts';
import { handOverStation } from './hand-over-station.ts';
import { revokeGrant } from './revoke-grant.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const HOUR = 3_600_000;
async function contextOf({ ids }: Scene, user: number): Promise<RequestContext | undefined> {
  const { bearer } = ids.users[user]!;
  const session = await resolveActor(platform, bearer);
  return session && { actor: session.actor, language: 'en-US', address: null, bearer };
}

/** Whether a verb was let through; errors of the product are refusals, anything else fails the test. */
async function passes(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const organisation = fc.nat({ max: ORGANISATIONS.length - 1 });
const user = fc.nat({ max: USERS.length - 1 });
const station = fc.nat({ max: STATIONS.length - 1 });
const grant = fc.nat({ max: 20 });
const role = fc.constantFrom(...MEMBER_ROLES);

interface NewGrant {
  by: number;
  stations: number[];
  whole: number | null;
  toUser: number | null;
  toOrganisation: number;
  wait: number;
  hours: number;
}
interface Pick {
  by: number;
  grant: number;
}
type Step = (scene: Scene) => Promise<void>;

/** Offers a grant and, half of the time, lets somebody who may accept it at once. */
async function give(scene: Scene, { by, stations, whole, toUser, toOrganisation, wait, hours }: NewGrant) {
  const { world, ids } = scene;
  const context = await contextOf(scene, by);
  if (!context) return;
  const begins = world.now + wait * HOUR;
  const made: model.ModelGrant = {
    by,
    stations: new Set(whole === null ? stations : []),
    whole,
    toUser,
    toOrganisation: toUser === null ? toOrganisation : null,
    state: 'pending',
    begins,
    ends: begins + hours * HOUR,
  };
  const work = createGrant(platform, context, {
    object:
      whole === null
        ? { stationIds: stations.map((one) => ids.stations[one]!) }
        : { organisationId: ids.organisations[whole]!.id },
    to:
      toUser === null
        ? { organisationCode: ids.organisations[toOrganisation]!.code }
        : { account: ids.users[toUser]!.email },
    role: 'viewer',
    commands: false,
    beginsAt: made.begins,
    endsAt: made.ends,
  }).then(({ id }) => ids.grants.push(id));
  const done = await passes(work);
  expect(done).toBe(model.mayOffer(world, made));
  if (done) world.grants.push(made);
}

async function answer(scene: Scene, { by, grant }: Pick, how: 'accept' | 'decline') {
  const { world, ids } = scene;
  const context = await contextOf(scene, by);
  if (!context || world.grants.length === 0) return;
  const index = grant % world.grants.length;
  const asked = world.grants[index]!;
  const verb = how === 'accept' ? acceptGrant : declineGrant;
  const done = await passes(verb(platform, context, ids.grants[index]!));
  const open =
    model.isOpen(world, asked) &&
    (how === 'decline' || (asked.state === 'pending' && model.stillGives(world, asked)));
  expect(done).toBe(open && model.mayAnswer(world, by, asked));
  if (done) asked.state = how === 'accept' ? 'accepted' : 'ended';
}

async function revoke(scene: Scene, { by, grant }: Pick) {
  const { world, ids } = scene;
  const context = await contextOf(scene, by);
  if (!context || world.grants.length === 0) return;
  const index = grant % world.grants.length;
  const asked = world.grants[index]!;
  const ends = model.isOpen(world, asked) ? model.revocable(world, by, asked) : undefined;
  const done = await passes(revokeGrant(platform, context, ids.grants[index]!));
  expect(done).toBe(ends !== undefined);
  if (ends === 'all') asked.state = 'ended';
  else if (ends) model.cut(asked, ends);
}

async function handOver(scene: Scene, { by, station, to }: { by: number; station: number; to: number }) {
  const { world, ids } = scene;
  const [giver, taker] = [await contextOf(scene, by), await contextOf(scene, to)];
  if (!giver || !taker) return;
  const home = world.stations[station]!;
  const may = model.mayHandOver(world, by, station) && by !== to;
  const input = { stationId: ids.stations[station]!, account: ids.users[to]!.email };
  const work = handOverStation(platform, giver, input).then(({ id }) => acceptHandOver(platform, taker, id));
  expect(await passes(work)).toBe(may);
  if (may) Object.assign(home, { owner: to, handedOver: true });
}

/** Asks an organisation to look after a station; somebody answers for it, or nobody, and nothing has changed. */
async function changeHome(
  scene: Scene,
  { by, station, organisation, answerer }: Record<'by' | 'station' | 'organisation' | 'answerer', number>,
) {
  const { world, ids } = scene;
  const context = await contextOf(scene, by);
  const other = await contextOf(scene, answerer);
  if (!context || !other) return;
  const home = world.stations[station]!;
  const input = {
    stationId: ids.stations[station]!,
    organisationCode: ids.organisations[organisation]!.code,
  };
  const asked: { id?: number } = {};
  const done = await passes(
    changeInstaller(platform, context, input).then((offer) => void Object.assign(asked, offer)),
  );
  expect(done).toBe(home.owner === by);
  if (!done) return;
  expect(asked.id === undefined).toBe(model.answersFor(world, by, organisation));
  if (asked.id !== undefined) {
    await expectModel(scene);
    const accepted = await passes(acceptHandOver(platform, other, asked.id));
    expect(accepted).toBe(
      model.answersFor(world, answerer, organisation) && model.mayGrant(world, by, station),
    );
    if (!accepted) return;
  }
  if (home.organisation === organisation) return;
  home.organisation = organisation;
  for (const one of world.grants) {
    if (one.state !== 'ended' && one.stations.has(station) && one.by !== by) model.cut(one, [station]);
  }
}

async function lock({ world, ids }: Scene, user: number) {
  const one = world.users[user]!;
  one.locked = !one.locked;
  await platform.db
    .updateTable('users')
    .set({ lockedAt: one.locked ? new Date(world.now) : null })
    .where('id', '=', ids.users[user]!.id)
    .execute();
}

async function changeJob(
  { world, ids }: Scene,
  { user, organisation }: Record<'user' | 'organisation', number>,
) {
  world.users[user]!.organisation = organisation;
  await platform.db
    .updateTable('users')
    .set({ organisationId: ids.organisations[organisation]!.id })
    .where('id', '=', ids.users[user]!.id)
    .execute();
}

async function changeRole({ world, ids }: Scene, { user, role }: { user: number; role: Role }) {
  world.users[user]!.role = role;
  await platform.db.updateTable('users').set({ role }).where('id', '=', ids.users[user]!.id).execute();
}

async function moveOrganisation(
  scene: Scene,
  { organisation, parent }: { organisation: number; parent: number | null },
) {
  const { organisations } = scene.world;
  for (let at = parent; at !== null; at = organisations[at]!.parent) if (at === organisation) return;
  organisations[organisation]!.parent = parent;
  await replant(platform, scene);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        able: fc.boolean(),
        by: user,
        stations: fc.uniqueArray(station, { minLength: 1, maxLength: 3 }),
        whole: fc.option(organisation, { freq: 2 }),
        toUser: fc.option(user, { freq: 2 }),
        toOrganisation: organisation,
        wait: fc.nat({ max: 2 }),
        hours: fc.integer({ min: 1, max: 12 }),
      })
      .map(
        ({ able, ...input }) =>
          (scene: Scene) =>
            give(scene, able ? fromWhoMay(scene, input) : input),
      ),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({ by: user, grant })
      .map((input) => (scene: Scene) => answer(scene, toWhoMay(scene, input), 'accept')),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ by: user, grant })
      .map((input) => (scene: Scene) => answer(scene, input, 'accept')),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ by: user, grant })
      .map((input) => (scene: Scene) => answer(scene, input, 'decline')),
  },
  {
    weight: 3,
    arbitrary: fc.record({ by: user, grant }).map((input) => (scene: Scene) => revoke(scene, input)),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5 }).map((hours) => async ({ world }: Scene) => {
      world.now += hours * HOUR;
      platform.clock.set(world.now);
    }),
  },
  { weight: 1, arbitrary: user.map((one) => (scene: Scene) => lock(scene, one)) },
  {
    weight: 1,
    arbitrary: fc.record({ user, organisation }).map((input) => (scene: Scene) => changeJob(scene, input)),
  },
  {
    weight: 1,
    arbitrary: fc.record({ user, role }).map((input) => (scene: Scene) => changeRole(scene, input)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ organisation, parent: fc.option(organisation) })
      .map((input) => (scene: Scene) => moveOrganisation(scene, input)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ organisation, tie: fc.constantFrom('tight' as const, 'loose' as const) })
      .map(({ organisation, tie }) => (scene: Scene) => {
        scene.world.organisations[organisation]!.tie = tie;
        return replant(platform, scene);
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ by: user, station, to: user })
      .map((input) => (scene: Scene) => handOver(scene, input)),
  },
  {
    weight: 2,
    arbitrary: fc.record({ able: fc.boolean(), by: user, station, organisation, answerer: user }).map(
      ({ able, ...input }) =>
        (scene: Scene) =>
          changeHome(scene, able ? withWhoMay(scene, input) : input),
    ),
  },
);

/** The same offer of one station, from somebody who may grant on it. */
function fromWhoMay({ world }: Scene, input: NewGrant): NewGrant {
  const stations = input.stations.slice(0, 1);
  const able = USERS.findIndex((_, one) => model.mayGrant(world, one, stations[0]!));
  return able === -1 ? input : { ...input, by: able, stations, whole: null };
}

/** The same move, asked by the owner and answered by somebody who may. */
function withWhoMay({ world }: Scene, input: Record<'by' | 'station' | 'organisation' | 'answerer', number>) {
  const answerer = USERS.findIndex((_, one) => model.answersFor(world, one, input.organisation));
  const { owner } = world.stations[input.station]!;
  return { ...input, by: owner ?? input.by, answerer: answerer === -1 ? input.answerer : answerer };
}

/** The same choice, made by somebody who may answer, so that enough grants come to run. */
function toWhoMay({ world }: Scene, { by, grant }: Pick): Pick {
  const asked = world.grants[grant % Math.max(1, world.grants.length)];
  const able = asked ? USERS.findIndex((_, one) => model.mayAnswer(world, one, asked)) : -1;
  return { by: able === -1 ? by : able, grant };
}

/** Begins with a grant that runs, whatever the steps bring. */
async function grantOne(scene: Scene): Promise<void> {
  const offer = { by: 0, stations: [0], whole: null, toOrganisation: 0, wait: 0, hours: 12 };
  for (const toUser of USERS.keys()) {
    if (scene.world.grants.length > 0) break;
    await give(scene, fromWhoMay(scene, { ...offer, toUser }));
  }
  await answer(scene, toWhoMay(scene, { by: 0, grant: 0 }), 'accept');
  expect(scene.world.grants.map(({ state }) => state)).toEqual(['accepted']);
}

async function seenBy(scene: Scene, user: number): Promise<number[]> {
  const context = await contextOf(scene, user);
  if (!context) return [];
  const { stations } = scene.ids;
  const rows = await platform.db
    .selectFrom('stations')
    .select('id')
    .where(stationScope(context.actor))
    .execute();
  // Whatever it sees beyond the scene stands out as -1.
  return rows.map(({ id }) => stations.indexOf(id)).toSorted((a, b) => a - b);
}

async function expectModel(scene: Scene): Promise<void> {
  const seen = await Promise.all(USERS.map((_, user) => seenBy(scene, user)));
  expect(seen).toEqual(USERS.map((_, user) => model.visible(scene.world, user)));
}

test('whatever happens, everybody sees exactly what a plain model says, and nothing is left behind', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
    const scene = await openScene(platform);
    await grantOne(scene);
    await expectModel(scene);
    for (const one of steps) {
      await one(scene);
      await expectModel(scene);
    }
    scene.world.now += 24 * HOUR;
    platform.clock.set(scene.world.now);
    scene.world.grants = [];
    await expectModel(scene);
  });
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
}, 120_000);
