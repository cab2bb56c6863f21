import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { stationLive } from '../../../test/station-live.ts';
import { createLive } from './create-live.ts';
import type { LiveFeed, OpenFeed } from './live-feed.ts';
import type { OpenStream } from './open-stream.ts';

const platform = await testPlatform();
let tell = (_power: number): void => undefined;
const feed: OpenFeed = (to) => {
  tell = (power) =>
    to.event({ event: { type: 'station', station: stationLive(1, power) }, stationId: 1, deviceId: null });
  return { watch: () => () => undefined, stop: () => undefined } satisfies LiveFeed;
};
const live = createLive(platform, feed, { heartbeatMs: 3_600_000, longestQueue: 10_000 });
afterAll(async () => {
  live.stop();
  await platform.stop();
});

/** Of what is written to it in one go nothing is read in between. */
function comeBack(lastEventId?: string) {
  const seen = { text: '', isEnded: false };
  const stream: OpenStream = {
    subscription: {
      devices: new Set(),
      stations: new Set(),
      masked: false,
      wants: () => true,
      renew: async () => false,
    },
    sink: {
      write: (text) => void (seen.text += text),
      waiting: () => seen.text.length,
      end: () => void (seen.isEnded = true),
      onClose: () => undefined,
    },
    person: 'somebody',
    userId: null,
    lastEventId,
    actor: async () => undefined,
  };
  live.open(stream);
  return seen;
}

test('who missed more than may wait reads afresh, and is not cut off each time', () => {
  const lastId = /^id: (.*)$/m.exec(comeBack().text)![1]!;
  for (let power = 0; power < 3; power += 1) tell(power);
  expect(comeBack(lastId).text.match(/"type":"station"/g)).toHaveLength(3);
  for (let power = 0; power < 60; power += 1) tell(power);
  const seen = comeBack(lastId);
  expect(seen.isEnded).toBe(false);
  expect(seen.text).toContain('{"type":"reset"}');
  expect(seen.text).not.toContain('"type":"station"');
});
