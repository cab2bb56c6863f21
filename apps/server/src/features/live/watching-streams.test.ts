import type { DeviceLive } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { stationLive } from '../../../test/station-live.ts';
import { createLive } from './create-live.ts';
import type { FeedTo, OpenFeed } from './live-feed.ts';
import type { StreamSink } from './open-stream.ts';

const platform = await testPlatform();
let tell: FeedTo['event'] = () => undefined;
const feed: OpenFeed = ({ event }) => {
  tell = event;
  return { watch: () => () => undefined, stop: () => undefined };
};
const live = createLive(platform, feed, { heartbeatMs: 60_000 });
afterAll(async () => {
  live.stop();
  await platform.stop();
});

/** Asked whether it holds a device, once for each stream and change. */
class Watched extends Set<number> {
  asked = 0;
  override has(device: number): boolean {
    this.asked += 1;
    return super.has(device);
  }
}

function open(device: number, renewed: number[], stations: readonly number[] = []) {
  const devices = new Watched([device]);
  let asked = 0;
  let close = () => undefined as void;
  const sink: StreamSink = {
    write: () => undefined,
    waiting: () => 0,
    end: () => undefined,
    onClose: (listener) => (close = listener),
  };
  live.open({
    person: `reader of ${device}`,
    subscription: {
      devices,
      stations: new Set(stations),
      masked: false,
      wants: () => {
        asked += 1;
        return false;
      },
      renew: async () => false,
    },
    sink,
    lastEventId: undefined,
    userId: null,
    actor: async () => {
      renewed.push(device);
      return undefined;
    },
  });
  return { devices, close: () => close(), asked: () => asked };
}

test('a change of a device concerns the streams alone that watch it, however many are open', async () => {
  const renewed: number[] = [];
  const [one, other, gone] = [open(1, renewed), open(2, renewed), open(1, renewed)];
  gone.close();
  await platform.bus.publish('deviceChanged', { deviceId: 1 });
  await platform.bus.publish('deviceChanged', { deviceId: 3 });
  await expect.poll(() => renewed).toEqual([1]);
  expect([one.devices.asked, other.devices.asked]).toEqual([0, 0]);
});

test('what one device tells, or what is kept of a station, asks those streams alone that name it', () => {
  const streams = [open(11, []), open(12, []), open(13, [], [7]), open(11, [])];
  streams[3]!.close();
  const asked = () => streams.map((stream) => stream.asked());
  tell({ event: { type: 'points', deviceId: 11, time: 1, values: {} }, stationId: null, deviceId: 11 });
  expect(asked()).toEqual([1, 0, 0, 0]);
  tell({ event: { type: 'stationChanged', stationId: 7 }, stationId: 7, deviceId: null });
  expect(asked()).toEqual([1, 0, 1, 0]);
  tell({ event: { type: 'device', device: { deviceId: 11 } as DeviceLive }, stationId: 7, deviceId: 11 });
  expect(asked()).toEqual([2, 0, 2, 0]);
  tell({ event: { type: 'station', station: stationLive(7) }, stationId: 7, deviceId: null });
  expect(asked()).toEqual([3, 1, 3, 0]);
});
