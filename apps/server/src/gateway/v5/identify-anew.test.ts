import net from 'node:net';
import { encodePoints, profileById, RegisterImage } from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { mintSerial, testDirectory, testIngest } from '../../../test/v5-logger.ts';
import { createRepeatedLines } from '../../platform/repeated-lines.ts';
import { createWorkSlices } from '../../platform/work-slices.ts';
import { createCounters } from './counters.ts';
import { newSession } from './new-session.ts';
import { DEFAULT_V5_OPTIONS } from './options.ts';
import { createOwnProfiles } from './own-profiles.ts';
import { createPollLoop } from './poll-loop.ts';
import type { V5Session } from './session.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const profile = profileById('sunfleet-modbus')!;

function imageOf(firmware: string): RegisterImage {
  const image = new RegisterImage();
  encodePoints(profile, { values: { 'ac.power': 1000 }, texts: { firmware, model: 'SF-M1' } }, image);
  return image;
}

/** A connection that is believed, of a logger with one device that says what `image` has. */
async function standing(image: () => RegisterImage) {
  const directory = testDirectory(platform);
  const ingest = testIngest(platform);
  const serial = mintSerial();
  const logger = await directory.discover(String(serial), { kind: 'logger' });
  const child = await directory.discover(`ANEW${serial}`, {
    profileId: profile.id,
    parentSn: String(serial),
  });
  const options = { ...DEFAULT_V5_OPTIONS, pollMs: 10 };
  const made = newSession(new net.Socket(), {
    platform,
    directory,
    ingest,
    options,
    counters: createCounters(),
    firmware: undefined,
    ownProfiles: createOwnProfiles(platform.db),
    slices: createWorkSlices(),
    repeated: createRepeatedLines(60_000),
  });
  const session: V5Session = {
    ...made,
    serial,
    logger: Promise.resolve(logger),
    believed: { is: true, until: 0 },
    channel: {
      ...made.channel,
      read: ({ fn, addr, count }) => Promise.resolve(image().read(fn, addr, count) ?? new Uint16Array(count)),
    },
  };
  const poll = createPollLoop(session);
  onTestFinished(() => {
    session.closed = true;
    poll.stop();
  });
  return { poll, directory, ingest, child };
}

test('a device that starts with a new version while it is read is asked again who it is', async () => {
  let image = imageOf('1.4.2');
  const { poll, directory, ingest, child } = await standing(() => image);
  const { store } = ingest;
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  ingest.store = async (...given) => {
    reached.resolve();
    await goOn.promise;
    return store(...given);
  };
  poll.start();
  await reached.promise;
  image = imageOf('1.5.0');
  poll.identify(child.id);
  goOn.resolve();
  await expect.poll(() => directory.identities.get(child.sn)?.firmware).toBe('1.5.0');
});
