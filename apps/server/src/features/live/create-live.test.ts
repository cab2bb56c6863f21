import { afterAll, expect, test, vi } from 'vitest';
import type { LiveEvent } from '@sunfleet/contract';
import { testPlatform } from '../../../test/harness.ts';
import { deviceLive, makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { liveAlarm } from '../../../test/live-alarm.ts';
import { stationLive } from '../../../test/station-live.ts';
import { type Access, systemActor, type Actor } from '../../platform/actor.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { openPointRegistry } from '../telemetry/points/point-registry.ts';
import { createLive } from './create-live.ts';
import { ownFeed } from './own-feed.ts';
import type { StreamSink } from './open-stream.ts';
import { createSight } from './sight.ts';
import { subscribe, subscribeToAccess, type Wanted } from './subscription.ts';

const platform = await testPlatform();
const points = await openPointRegistry(platform);
const live = createLive(platform, ownFeed(platform, points), {
  ringSize: 50,
  heartbeatMs: 20,
  longestQueue: 1000,
});
afterAll(async () => {
  live.stop();
  await platform.stop();
});

class TestSink implements StreamSink {
  text = '';
  queue = 0;
  closed = false;
  #listener = () => {};
  write(text: string) {
    this.text += text;
  }
  waiting() {
    return this.queue;
  }
  end() {
    this.closed = true;
    this.#listener();
  }
  onClose(listener: () => void) {
    this.#listener = listener;
  }
  get events(): LiveEvent[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1]!) as LiveEvent);
  }
  get lastId(): string {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
  }
}

async function open(wanted: Partial<Wanted>, as: Actor = systemActor, lastEventId?: string) {
  const sink = new TestSink();
  const session = { actor: as as Actor | undefined };
  const subscription = await subscribe({ db: platform.db, sight: createSight(platform.db) }, as, {
    stations: undefined,
    devices: undefined,
    ...wanted,
  });
  live.open({
    person: 'somebody',
    subscription,
    sink,
    lastEventId,
    userId: as.userId,
    actor: async () => session.actor,
  });
  return { sink, session };
}

const stationsOf = (sink: TestSink) =>
  sink.events.flatMap((event) => (event.type === 'station' ? [event.station.stationId] : []));

test('an owner hears of his own stations only', async () => {
  const user = await makeUser(platform, { role: 'owner' });
  const mine = await makeStation(platform, { ownerId: user.id });
  const other = await makeStation(platform);
  const owner: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: user.id };
  const { sink } = await open({}, owner);
  const { sink: admin } = await open({});
  platform.bus.publish('stationState', stationLive(mine.id));
  platform.bus.publish('stationState', stationLive(other.id));
  expect(stationsOf(sink)).toEqual([mine.id]);
  expect(stationsOf(admin)).toEqual([mine.id, other.id]);
  await expect(open({ stations: [other.id] }, owner)).rejects.toMatchObject({ key: 'stationNotFound' });
  const device = await makeDevice(platform, { stationId: other.id });
  await expect(open({ devices: [device.id] }, owner)).rejects.toMatchObject({ key: 'deviceNotFound' });
  sink.end();
  admin.end();
});

test('a named station is all that comes', async () => {
  const [one, two] = [await makeStation(platform), await makeStation(platform)];
  const { sink } = await open({ stations: [one.id] });
  platform.bus.publish('stationState', stationLive(two.id));
  platform.bus.publish('stationState', stationLive(one.id));
  expect(stationsOf(sink)).toEqual([one.id]);
  sink.end();
});

test('who looks at a station hears that what is kept of it has changed; over a whole fleet nobody does', async () => {
  const station = await makeStation(platform);
  const [named, fleet, other] = [
    await open({ stations: [station.id] }),
    await open({}),
    await open({ stations: [(await makeStation(platform)).id] }),
  ];
  await announceChange(platform.db, { stations: [station.id] });
  await platform.changes.catchUp();
  const told = { type: 'stationChanged', stationId: station.id };
  expect(named.sink.events).toContainEqual(told);
  expect(fleet.sink.events).not.toContainEqual(told);
  expect(other.sink.events).not.toContainEqual(told);
});

test('points of a named device come gathered, by their keys, the newest of each', async () => {
  const device = await makeDevice(platform);
  const { sink } = await open({ devices: [device.id] });
  const block = (time: number, value: number) => ({
    length: 3,
    devices: Uint32Array.of(device.id, device.id, 999_999),
    points: Uint32Array.of(1, 120, 1),
    times: new Float64Array(3).fill(time),
    values: Float64Array.of(value, 55, 7),
  });
  platform.bus.publish('stored', block(1000, 10));
  platform.bus.publish('stored', block(2000, 20));
  platform.bus.publish('stored', block(500, 99));
  await vi.waitFor(() => expect(sink.events).toHaveLength(1));
  expect(sink.events[0]).toEqual({
    type: 'points',
    deviceId: device.id,
    time: 2000,
    values: { 'ac.power': 20, 'battery.soc': 55 },
  });
  sink.end();
});

test('who comes back gets what was missed, or is told to read afresh', async () => {
  const station = await makeStation(platform);
  const { sink } = await open({ stations: [station.id] });
  platform.bus.publish('stationState', stationLive(station.id, 1));
  sink.end();
  platform.bus.publish('stationState', stationLive(station.id, 2));
  const { sink: again } = await open({ stations: [station.id] }, systemActor, sink.lastId);
  expect(again.events).toEqual([{ type: 'station', station: stationLive(station.id, 2) }]);
  again.end();
  for (let i = 0; i < 60; i += 1) platform.bus.publish('stationState', stationLive(station.id, i));
  const { sink: late } = await open({ stations: [station.id] }, systemActor, sink.lastId);
  expect(late.events).toEqual([{ type: 'reset' }]);
  late.end();
});

test('a slow reader is let go instead of filling memory', async () => {
  const station = await makeStation(platform);
  const { sink } = await open({ stations: [station.id] });
  sink.queue = 2000;
  platform.bus.publish('stationState', stationLive(station.id));
  expect(sink.closed).toBe(true);
  expect(sink.events).toEqual([]);
});

test('a stream beats, and ends with its session', async () => {
  const { sink, session } = await open({});
  await vi.waitFor(() => expect(sink.text).toContain(': still here'));
  const before = live.streams;
  session.actor = undefined;
  await vi.waitFor(() => expect(sink.closed).toBe(true));
  expect(live.streams).toBe(before - 1);
});

test('stations that come to an organisation are heard of without a new stream', async () => {
  const organisation = await makeOrganisation(platform);
  const actor: Actor = {
    ...systemActor,
    role: 'organisationAdmin',
    organisationId: organisation.id,
    organisationPath: organisation.path,
  };
  const { sink } = await open({}, actor);
  const station = await makeStation(platform, { organisationId: organisation.id });
  await vi.waitFor(() => {
    platform.bus.publish('stationState', stationLive(station.id));
    expect(stationsOf(sink)).toContain(station.id);
  });
  sink.end();
});

test('of two changes at the same moment the later one counts, however long the first takes', async () => {
  const station = await makeStation(platform);
  const wide = { ...systemActor, kind: 'user' as const };
  const narrow = { ...wide, role: 'owner' as const, userId: (await makeUser(platform)).id };
  const sink = new TestSink();
  const wanted = { stations: [station.id], devices: undefined };
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const own = createLive(platform, ownFeed(platform, points), { ringSize: 50, heartbeatMs: 3_600_000 });
  own.open({
    person: 'somebody',
    subscription: await subscribe({ db: platform.db, sight: createSight(platform.db) }, wide, wanted),
    sink,
    lastEventId: undefined,
    userId: narrow.userId,
    async actor() {
      asked += 1;
      if (asked > 1) return narrow;
      await gate;
      return wide;
    },
  });
  platform.bus.publish('accessChanged', { userId: null });
  platform.bus.publish('accessChanged', { userId: null });
  for (let query = 0; query < 5; query += 1) await platform.db.selectFrom('users').select('id').execute();
  open();
  await vi.waitFor(() => expect(sink.text.match(/still here|"access"/g)).toHaveLength(2));
  platform.bus.publish('stationState', stationLive(station.id, 7));
  expect(stationsOf(sink)).toEqual([]);
  own.stop();
});

test('a stream for access alone tells of a new role, a lost station and the end of the session, and of nothing else', async () => {
  const user = await makeUser(platform, { role: 'owner' });
  const station = await makeStation(platform, { ownerId: user.id });
  const owner: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: user.id };
  const session = { actor: owner as Actor | undefined };
  const sink = new TestSink();
  const subscription = await subscribeToAccess(createSight(platform.db), owner);
  live.open({
    person: 'somebody',
    subscription,
    sink,
    lastEventId: undefined,
    userId: null,
    actor: async () => session.actor,
  });
  platform.bus.publish('stationState', stationLive(station.id));
  await platform.db.updateTable('stations').set({ ownerId: null }).where('id', '=', station.id).execute();
  platform.bus.publish('accessChanged', { userId: null });
  await vi.waitFor(() => expect(sink.events).toEqual([{ type: 'access' }]));
  session.actor = { ...owner, role: 'installer' };
  platform.bus.publish('accessChanged', { userId: null });
  await vi.waitFor(() => expect(sink.events).toHaveLength(2));
  session.actor = undefined;
  platform.bus.publish('accessChanged', { userId: null });
  await vi.waitFor(() => expect(sink.closed).toBe(true));
});

test('who loses a station, or holds another role, is told once that access has changed', async () => {
  const user = await makeUser(platform, { role: 'owner' });
  const station = await makeStation(platform, { ownerId: user.id });
  const owner: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: user.id };
  const { sink, session } = await open({ stations: [station.id] }, owner);
  const { sink: other } = await open({ stations: [station.id] });
  const told = (of: TestSink) => of.events.filter(({ type }) => type === 'access').length;
  await platform.db.updateTable('stations').set({ ownerId: null }).where('id', '=', station.id).execute();
  platform.bus.publish('accessChanged', { userId: null });
  await vi.waitFor(() => expect(told(sink)).toBe(1));
  platform.bus.publish('stationState', stationLive(station.id));
  expect(stationsOf(sink)).toEqual([]);
  expect(stationsOf(other)).toEqual([station.id]);
  const access: Access = { scope: 'own', permissions: new Set(['telemetry.view']), views: ['stations'] };
  session.actor = { ...owner, access };
  await vi.waitFor(() => expect(told(sink)).toBe(2));
  session.actor = { ...owner, access: { ...access, views: null } };
  await vi.waitFor(() => expect(told(sink)).toBe(3));
  expect(told(other)).toBe(0);
  sink.end();
  other.end();
});

test('who watches alarms hears of those of every visible station, beside what is named and else alone', async () => {
  const [organisation, foreign] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const [named, other] = [
    await makeStation(platform, { organisationId: organisation.id }),
    await makeStation(platform, { organisationId: organisation.id }),
  ];
  const hidden = await makeStation(platform, { organisationId: foreign.id });
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const actor = (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() }))!;
  const { sink: page } = await open({ stations: [named.id], alarms: true }, actor);
  const { sink: around } = await open({ alarms: true }, actor);
  for (const station of [other, hidden]) {
    platform.bus.publish('stationState', stationLive(station.id));
    platform.bus.publish('alarm', liveAlarm(station));
  }
  platform.bus.publish('stationState', stationLive(named.id));
  const told = (sink: TestSink) => sink.events.map(({ type }) => type);
  expect(told(page)).toEqual(['alarm', 'station']);
  expect(told(around)).toEqual(['alarm']);
  for (const sink of [page, around]) sink.end();
});

test('a visitor gets serial numbers masked, and an actor without alarms.view gets no alarm at all', async () => {
  const station = await makeStation(platform, { shared: true });
  const visitor: Actor = { ...systemActor, kind: 'visitor', role: 'visitor' };
  const blind: Access = { scope: 'all', permissions: new Set(['stations.view', 'telemetry.view']) };
  const { sink: seen } = await open({}, visitor);
  const { sink: whole } = await open({});
  const { sink: none } = await open({}, { ...systemActor, kind: 'user', access: blind });
  platform.bus.publish('alarm', liveAlarm(station));
  const snOf = (sink: TestSink) =>
    sink.events.flatMap((event) => (event.type === 'alarm' ? [event.alarm.device?.sn] : []));
  expect(snOf(whole)).toEqual(['SN1234567890']);
  expect(snOf(seen)).toEqual(['SN1*******90']);
  expect(seen.text).not.toContain('1234567');
  expect(none.events).toEqual([]);
  for (const sink of [seen, whole, none]) sink.end();
});

test('a change that names a person makes nobody else ask again', async () => {
  const [one, other] = [await makeUser(platform), await makeUser(platform)];
  const own = createLive(platform, ownFeed(platform, points), { heartbeatMs: 3_600_000 });
  const asked: number[] = [];
  for (const { id } of [one, other]) {
    const actor: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: id };
    own.open({
      person: 'somebody',
      subscription: await subscribeToAccess(createSight(platform.db), actor),
      sink: new TestSink(),
      lastEventId: undefined,
      userId: id,
      async actor() {
        asked.push(id);
        return actor;
      },
    });
  }
  platform.bus.publish('accessChanged', { userId: one.id });
  await vi.waitFor(() => expect(asked).toEqual([one.id]));
  platform.bus.publish('accessChanged', { userId: null });
  await vi.waitFor(() => expect(asked.toSorted()).toEqual([one.id, one.id, other.id].toSorted()));
  own.stop();
});

test('who has lost a device hears nothing more of it, and who has it now nothing of what was before', async () => {
  const calm = createLive(platform, ownFeed(platform, points), { ringSize: 50, heartbeatMs: 3_600_000 });
  const personOf = async () => {
    const { id } = await makeUser(platform, { role: 'owner' });
    const station = await makeStation(platform, { ownerId: id });
    const actor: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: id };
    const watch = async (devices: number[] | undefined, lastEventId?: string) => {
      const sink = new TestSink();
      const sight = createSight(platform.db);
      const subscription = await subscribe({ db: platform.db, sight }, actor, {
        stations: undefined,
        devices,
      });
      const of = { person: `user ${id}`, userId: id, actor: async () => actor };
      calm.open({ ...of, subscription, sink, lastEventId });
      return sink;
    };
    return { station, watch };
  };
  const [before, after] = [await personOf(), await personOf()];
  const device = await makeDevice(platform, { stationId: before.station.id });
  const tell = (stationId: number, power: number) =>
    platform.bus.publish(
      'deviceState',
      deviceLive({ deviceId: device.id, stationId, status: 'normal', power }),
    );
  const powersOf = (sink: TestSink) =>
    sink.events.flatMap((event) => (event.type === 'device' ? [event.device.power] : []));
  const former = await before.watch([device.id]);
  const away = await after.watch(undefined);
  const { lastId } = away;
  void tell(before.station.id, 1);
  await platform.db
    .updateTable('devices')
    .set({ stationId: after.station.id })
    .where('id', '=', device.id)
    .execute();
  void platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitFor(() => expect(former.events.at(-1)).toEqual({ type: 'access' }));
  void tell(after.station.id, 2);
  const next = await after.watch([device.id], lastId);
  void tell(after.station.id, 3);
  expect([powersOf(former), powersOf(next)]).toEqual([[1], [3]]);
  expect(next.events[0]).toEqual({ type: 'reset' });
  const again = await after.watch([device.id], next.lastId);
  void tell(after.station.id, 4);
  expect([again.events[0]?.type, powersOf(again)]).toEqual(['device', [4]]);
  calm.stop();
});
