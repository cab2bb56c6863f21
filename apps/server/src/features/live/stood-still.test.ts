import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { stationLive } from '../../../test/station-live.ts';
import { systemActor } from '../../platform/actor.ts';
import { openPointRegistry } from '../telemetry/points/point-registry.ts';
import { createLive } from './create-live.ts';
import { ownFeed } from './own-feed.ts';
import { createSight } from './sight.ts';
import { subscribe } from './subscription.ts';

const platform = await testPlatform();
const points = await openPointRegistry(platform);
afterAll(() => platform.stop());

test('a server that stood still ends its streams before it tells anything more', async () => {
  const station = await makeStation(platform);
  const live = createLive(platform, ownFeed(platform, points), { stillMs: 50 });
  const subscription = await subscribe({ db: platform.db, sight: createSight(platform.db) }, systemActor, {
    stations: undefined,
    devices: undefined,
  });
  let told = '';
  let ended = false;
  live.open({
    subscription,
    person: 'somebody',
    userId: null,
    lastEventId: undefined,
    actor: async () => systemActor,
    sink: {
      write: (text) => void (told += text),
      waiting: () => 0,
      end: () => void (ended = true),
      onClose: () => undefined,
    },
  });
  const times = () => told.split(`"stationId":${station.id}`).length - 1;
  platform.bus.publish('stationState', stationLive(station.id));
  expect([times(), ended]).toEqual([1, false]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  platform.bus.publish('stationState', stationLive(station.id));
  expect([times(), ended, live.streams]).toEqual([1, true, 0]);
  live.stop();
});
