import { once } from 'node:events';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { failingDb } from '../../../test/failing-db.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { fakeLogger, testIngest } from '../../../test/v5-logger.ts';
import { revokeSecret } from '../../features/devices/index.ts';
import { openFleet } from '../../features/fleet/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { createV5Gateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
const fleet = await openFleet(platform);
const gateway = createV5Gateway(platform, {
  directory: fleet.directory,
  ingest: testIngest(platform),
  options: { pollMs: 3_600_000 },
});
const port = await gateway.start();
afterAll(async () => {
  await gateway.stop();
  await fleet.stop();
  await platform.stop();
});

const context = { actor: systemActor, language: 'en-US', address: null, bearer: '' } as const;

/** A stick that is connected, registered in a station of its own. */
async function connected(to = { port, fleet }) {
  const { id: stationId, organisationId } = await makeStation(platform);
  const stick = await fakeLogger(to.port, { mode: 'silent' });
  const sn = String(stick.serial);
  const logger = await makeDevice(platform, { sn, kind: 'logger', stationId, organisationId });
  await to.fleet.ensure([logger.id]);
  stick.hello({});
  await vi.waitUntil(() => stick.answers.length === 1);
  return { stick, sn, logger };
}

test('a thief with a stolen stick loses the connection when its owner revokes it, and does not come back', async () => {
  const { stick, logger } = await connected();
  const closed = once(stick.socket, 'close');
  await revokeSecret(platform, context, logger.id);
  await closed;
  const again = await fakeLogger(port, { mode: 'silent' }, stick.serial);
  const refused = once(again.socket, 'close');
  again.hello({});
  await refused;
  expect(again.answers).toEqual([]);
});

test('somebody else ends no connection of a stick by a device whose serial number is the same figure', async () => {
  const [victim, own] = [await connected(), await connected()];
  const { id: stationId, organisationId } = await makeStation(platform);
  for (const sn of [`0${victim.sn}`, `${victim.sn}.0`]) {
    const alike = await makeDevice(platform, { sn, kind: 'logger', stationId, organisationId });
    await fleet.ensure([alike.id]);
    await revokeSecret(platform, context, alike.id);
  }
  // The gateway looks at all that changed at once.
  const looked = once(own.stick.socket, 'close');
  await revokeSecret(platform, context, own.logger.id);
  await looked;
  victim.stick.hello({});
  await vi.waitUntil(() => victim.stick.answers.length === 2);
  expect(victim.stick.socket.closed).toBe(false);
});

test('a stick loses its connection although the directory hears later than the gateway that it is revoked', async () => {
  const late: typeof platform.bus = { ...platform.bus, subscribe: () => () => undefined };
  const slow = await openFleet({ ...platform, bus: late });
  const beside = createV5Gateway(platform, {
    directory: slow.directory,
    ingest: testIngest(platform),
    options: { pollMs: 3_600_000 },
  });
  onTestFinished(async () => {
    await beside.stop();
    await slow.stop();
  });
  const { stick, logger } = await connected({ port: await beside.start(), fleet: slow });
  const closed = once(stick.socket, 'close');
  await revokeSecret(platform, context, logger.id);
  await closed;
  expect(slow.directory.secrets.isRevoked(logger.id)).toBe(false);
});

test('a stick loses its connection also where PostgreSQL was restarted right after it was revoked', async () => {
  const away = failingDb(platform.db);
  const beside = createV5Gateway(
    { ...platform, db: away.db },
    { directory: fleet.directory, ingest: testIngest(platform), options: { pollMs: 3_600_000 } },
  );
  onTestFinished(async () => {
    away.isAway = false;
    await beside.stop();
  });
  const { stick, logger } = await connected({ port: await beside.start(), fleet });
  const closed = once(stick.socket, 'close');
  away.isAway = true;
  await revokeSecret(platform, context, logger.id);
  await vi.waitUntil(() => away.refused > 0);
  away.isAway = false;
  await closed;
}, 10_000);
