import { afterAll, expect, test, vi } from 'vitest';
import type { LiveEvent } from '@sunfleet/contract';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { deviceLive, makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { stationLive } from '../../../test/station-live.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { signIn } from '../accounts/index.ts';
import { openPointRegistry } from '../telemetry/points/point-registry.ts';
import { createLive } from './create-live.ts';
import { ownFeed } from './own-feed.ts';
import type { OpenStream, StreamSink } from './open-stream.ts';
import { registerLiveRoutes } from './routes.ts';
import { createSight } from './sight.ts';
import { subscribe } from './subscription.ts';

const platform = await testPlatform();
const live = createLive(platform, ownFeed(platform, await openPointRegistry(platform)), {
  heartbeatMs: 3_600_000,
});
afterAll(async () => {
  live.stop();
  await platform.stop();
});

function testSink() {
  const events: LiveEvent[] = [];
  const sink: StreamSink = {
    write(text) {
      for (const [, data] of text.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data!) as LiveEvent);
    },
    waiting: () => 0,
    end: () => undefined,
    onClose: () => undefined,
  };
  return { sink, events };
}

test.each([
  ['a station', { userId: null }],
  ['a device', undefined],
])(
  'a stream whose rights were read right before %s left, and that stands right after it, carries nothing of it',
  async (what, access) => {
    const user = await makeUser(platform, { role: 'owner' });
    const owner: Actor = { ...systemActor, kind: 'user', role: 'owner', userId: user.id };
    const [station, other] = [
      await makeStation(platform, { ownerId: user.id }),
      await makeStation(platform, { ownerId: user.id }),
    ];
    const device = await makeDevice(platform, { stationId: station.id });
    const wanted = { stations: access ? [station.id] : [other.id], devices: [device.id] };
    const parts = { db: platform.db, sight: createSight(platform.db) };
    const askedAt = performance.now();
    const subscription = await subscribe(parts, owner, wanted);
    if (access) {
      await platform.db.updateTable('stations').set({ ownerId: null }).where('id', '=', station.id).execute();
      platform.bus.publish('accessChanged', access);
    } else {
      await platform.db.updateTable('devices').set({ stationId: null }).where('id', '=', device.id).execute();
      platform.bus.publish('deviceChanged', { deviceId: device.id });
    }
    const { sink, events } = testSink();
    const of = { person: what, userId: user.id, lastEventId: undefined, actor: async () => owner };
    live.open({ ...of, subscription, sink, askedAt });
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'access' }));
    platform.bus.publish('stationState', stationLive(station.id, 7));
    platform.bus.publish(
      'deviceState',
      deviceLive({ deviceId: device.id, stationId: station.id, status: 'normal' }),
    );
    expect(events.filter(({ type }) => type !== 'access')).toEqual([]);
  },
);

test('a route says when its stream was asked for', async () => {
  const opened: OpenStream[] = [];
  const open = (stream: OpenStream) => {
    opened.push(stream);
    stream.sink.end();
  };
  const { server } = await openApi(platform, (http) =>
    registerLiveRoutes(http, { open, streams: 0, stop: () => undefined }),
  );
  const bearer = await signIn(platform, await makeUser(platform));
  const before = performance.now();
  await server.app.inject({ url: '/api/live', headers: { authorization: `Bearer ${bearer}` } });
  await server.app.close();
  expect(opened).toHaveLength(1);
  expect(opened[0]!.askedAt).toBeGreaterThanOrEqual(before);
  expect(opened[0]!.askedAt).toBeLessThan(performance.now());
});
