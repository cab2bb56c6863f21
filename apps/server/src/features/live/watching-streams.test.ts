import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createLive } from './create-live.ts';
import type { StreamSink } from './open-stream.ts';

const platform = await testPlatform();
const live = createLive(platform, () => ({ watch: () => () => undefined, stop: () => undefined }), {
  heartbeatMs: 60_000,
});
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

function open(device: number, renewed: number[]) {
  const devices = new Watched([device]);
  let close = () => undefined as void;
  const sink: StreamSink = {
    write: () => undefined,
    waiting: () => 0,
    end: () => undefined,
    onClose: (listener) => (close = listener),
  };
  live.open({
    person: `reader of ${device}`,
    subscription: { devices, masked: false, wants: () => false, renew: async () => false },
    sink,
    lastEventId: undefined,
    userId: null,
    actor: async () => {
      renewed.push(device);
      return undefined;
    },
  });
  return { devices, close: () => close() };
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
