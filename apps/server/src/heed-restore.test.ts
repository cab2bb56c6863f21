import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../test/makers.ts';
import { COOLING_OFF_MS } from './features/accounts/index.ts';
import { eraseDue } from './features/cancellation/index.ts';
import { expireEnded } from './features/ended-stations/index.ts';
import { askProvider } from './features/sims/index.ts';
import { heedRestore } from './heed-restore.ts';
import { markRestored } from './platform/backup/restored-mark.ts';

const DAY_MS = 86_400_000;
const asked: string[] = [];
const provider = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.end('{}');
});
await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
const platform = await testPlatform({
  SUNFLEET_SIM_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  SUNFLEET_SIM_SOURCE: 'Test cards',
});
const { db, clock } = platform;
const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-heed-'));
afterAll(async () => {
  provider.close();
  await platform.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const running = new AbortController().signal;

/** An organisation of an administrator with what waits of it: an order of a card, an ended station, an account to be erased. */
async function mintWaiting() {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const now = new Date(clock.now());
  const station = await makeStation(platform, { organisationId, endedAt: now });
  const leaving = await makeUser(platform, {
    role: 'owner',
    organisationId,
    cancelRequestedAt: now,
  });
  const card = { organisationId, iccid: `8934${String(Date.now()).padStart(15, '0')}`, askedAt: now };
  const { id: simId } = await db
    .insertInto('simCards')
    .values(card)
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = { simId, userId, action: 'renew', dueAt: now, askedAt: now } as const;
  await db.insertInto('simRequests').values(order).execute();
  return { simId, stationId: station.id, leavingId: leaving.id };
}

/** Does what is due; answers what is left of it. */
async function workOn({ simId, stationId, leavingId }: Awaited<ReturnType<typeof mintWaiting>>) {
  await askProvider(platform, running);
  await expireEnded(platform);
  await eraseDue(platform);
  const [order, station, user] = await Promise.all([
    db.selectFrom('simRequests').select(['state', 'reason']).where('simId', '=', simId).executeTakeFirst(),
    db.selectFrom('stations').select('id').where('id', '=', stationId).executeTakeFirst(),
    db.selectFrom('users').select('id').where('id', '=', leavingId).executeTakeFirst(),
  ]);
  return { order, station: station !== undefined, account: user !== undefined };
}

test('after a restore no card is ordered anything again, and what was to be deleted waits its whole time once more', async () => {
  const waiting = await mintWaiting();
  const madeAt = new Date(clock.now()).toISOString();
  clock.advance(40 * DAY_MS);
  await db
    .updateTable('simCards')
    .set({ askedAt: new Date(clock.now()) })
    .execute();
  await markRestored(dataDir, madeAt);
  await heedRestore({ ...platform, config: { ...platform.config, dataDir } });

  expect(await workOn(waiting)).toEqual({
    order: { state: 'failed', reason: `restored from a backup of ${madeAt}` },
    station: true,
    account: true,
  });
  expect(asked).toEqual([]);
  expect(await readdir(dataDir)).toEqual([]);

  // A start that nothing was restored before leaves their times alone.
  clock.advance(Math.max(LIMITS.endedStationMs, COOLING_OFF_MS) + 1);
  await heedRestore({ ...platform, config: { ...platform.config, dataDir } });
  expect(await workOn(waiting)).toMatchObject({ station: false, account: false });
});
