import { MEMBER_ROLES } from '@sunfleet/contract';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import * as model from '../../../test/scope-model.ts';
import { openScene, ORGANISATIONS, replant, STATIONS, USERS, type Scene } from '../../../test/scope-scene.ts';
import { stationLive } from '../../../test/station-live.ts';
import { resolveActor } from '../accounts/index.ts';
import { openPointRegistry } from '../telemetry/points/point-registry.ts';
import { createLive, type Live } from './create-live.ts';
import { ownFeed } from './own-feed.ts';
import type { StreamSink } from './open-stream.ts';
import { createSight } from './sight.ts';
import { subscribe } from './subscription.ts';

const platform = await testPlatform();
const points = await openPointRegistry(platform);
afterAll(() => platform.stop());

const HOUR = 3_600_000;
const organisation = fc.nat({ max: ORGANISATIONS.length - 1 });
const user = fc.nat({ max: USERS.length - 1 });
const station = fc.nat({ max: STATIONS.length - 1 });
type Step = (scene: Scene) => Promise<unknown>;

function setUser({ ids }: Scene, index: number, values: object): Promise<unknown> {
  return platform.db.updateTable('users').set(values).where('id', '=', ids.users[index]!.id).execute();
}

function setStation({ ids }: Scene, index: number, values: object): Promise<unknown> {
  return platform.db.updateTable('stations').set(values).where('id', '=', ids.stations[index]!).execute();
}

/** A grant that was accepted, to a person or an organisation, until an hour from now. */
async function grant({ world, ids }: Scene, { to, what, firm }: { to: number; what: number; firm: boolean }) {
  const [begins, ends] = [world.now, world.now + HOUR];
  const toOrganisation = firm ? to % ORGANISATIONS.length : null;
  const made = { by: 0, stations: new Set([what]), whole: null, state: 'accepted' as const, begins, ends };
  world.grants.push({ ...made, toUser: firm ? null : to, toOrganisation });
  const { id } = await platform.db
    .insertInto('grants')
    .values({
      state: 'accepted',
      toUserId: firm ? null : ids.users[to]!.id,
      toOrganisationId: toOrganisation === null ? null : ids.organisations[toOrganisation]!.id,
      role: 'viewer',
      beginsAt: new Date(begins),
      endsAt: new Date(ends),
      createdAt: new Date(begins),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.grants.push(id);
  await platform.db
    .insertInto('grantStations')
    .values({ grantId: id, stationId: ids.stations[what]! })
    .execute();
}

async function revoke({ world, ids }: Scene, nth: number) {
  if (world.grants.length === 0) return;
  const index = nth % world.grants.length;
  world.grants[index]!.state = 'ended';
  const end = { state: 'revoked', revokedAt: new Date(world.now) } as const;
  await platform.db.updateTable('grants').set(end).where('id', '=', ids.grants[index]!).execute();
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ to: user, what: station, firm: fc.boolean() })
    .map((input) => (scene: Scene) => grant(scene, input)),
  fc.nat({ max: 9 }).map((nth) => (scene: Scene) => revoke(scene, nth)),
  fc.constant(async ({ world }: Scene) => platform.clock.set((world.now += HOUR / 2))),
  user.map((one) => (scene: Scene) => {
    scene.world.users[one]!.locked = true;
    return setUser(scene, one, { lockedAt: new Date(0) });
  }),
  fc.record({ one: user, role: fc.constantFrom(...MEMBER_ROLES) }).map(({ one, role }) => (scene: Scene) => {
    scene.world.users[one]!.role = role;
    return setUser(scene, one, { role });
  }),
  fc.record({ one: user, organisation }).map(({ one, organisation }) => (scene: Scene) => {
    scene.world.users[one]!.organisation = organisation;
    return setUser(scene, one, { organisationId: scene.ids.organisations[organisation]!.id });
  }),
  fc.record({ one: station, owner: fc.option(user) }).map(({ one, owner }) => (scene: Scene) => {
    scene.world.stations[one]!.owner = owner;
    return setStation(scene, one, { ownerId: owner === null ? null : scene.ids.users[owner]!.id });
  }),
  fc.record({ one: station, organisation }).map(({ one, organisation }) => (scene: Scene) => {
    scene.world.stations[one]!.organisation = organisation;
    return setStation(scene, one, { organisationId: scene.ids.organisations[organisation]!.id });
  }),
  fc
    .record({ organisation, tie: fc.constantFrom('tight' as const, 'loose' as const) })
    .map(({ organisation, tie }) => (scene: Scene) => {
      scene.world.organisations[organisation]!.tie = tie;
      return replant(platform, scene);
    }),
);

/** The other end of a stream; `heard` resolves with the next renewal, or when the stream is ended. */
class Listener implements StreamSink {
  ended = false;
  stations: number[] = [];
  #heard = () => {};
  #closed = () => {};
  heard = Promise.resolve();
  expect() {
    this.stations = [];
    this.heard = this.ended ? Promise.resolve() : new Promise((resolve) => (this.#heard = resolve));
  }
  write(text: string) {
    const [, json] = /^data: (.*)$/m.exec(text) ?? [];
    const event = json ? (JSON.parse(json) as { type: string; station?: { stationId: number } }) : undefined;
    if (event?.type === 'station') this.stations.push(event.station!.stationId);
    if (text.startsWith(': still here') || event?.type === 'access') this.#heard();
  }
  waiting() {
    return 0;
  }
  end() {
    this.ended = true;
    this.#closed();
    this.#heard();
  }
  onClose(listener: () => void) {
    this.#closed = listener;
  }
}

async function listen({ ids }: Scene, live: Live): Promise<Listener[]> {
  return Promise.all(
    ids.users.map(async ({ bearer }) => {
      const sink = new Listener();
      const { actor } = (await resolveActor(platform, bearer))!;
      const subscription = await subscribe({ db: platform.db, sight: createSight(platform.db) }, actor, {
        stations: undefined,
        devices: undefined,
      });
      const asked = async () => (await resolveActor(platform, bearer))?.actor;
      live.open({
        person: 'somebody',
        subscription,
        sink,
        lastEventId: undefined,
        userId: null,
        actor: asked,
      });
      return sink;
    }),
  );
}

/** Tells of every station, and compares who heard of which with the model. */
async function expectModel(scene: Scene, listeners: readonly Listener[]): Promise<void> {
  for (const one of listeners) one.expect();
  platform.bus.publish('accessChanged', { userId: null });
  await Promise.all(listeners.map(({ heard }) => heard));
  for (const stationId of scene.ids.stations) platform.bus.publish('stationState', stationLive(stationId));
  const heard = listeners.map(({ stations }) => stations.map((id) => scene.ids.stations.indexOf(id)));
  expect(heard).toEqual(USERS.map((_, one) => model.visible(scene.world, one)));
}

test('an open stream carries exactly what its account sees, whatever happens while it is open', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
    const scene = await openScene(platform);
    const live = createLive(platform, ownFeed(platform, points), { heartbeatMs: HOUR });
    const listeners = await listen(scene, live);
    for (const one of steps) {
      await one(scene);
      await expectModel(scene, listeners);
      expect(listeners.map(({ ended }) => ended)).toEqual(scene.world.users.map(({ locked }) => locked));
    }
    live.stop();
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
}, 120_000);
