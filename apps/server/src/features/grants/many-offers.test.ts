import { LIMITS, type HandOver } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerStationsRoutes } from '../stations/index.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;

/** Offers so many stations to an account, as its giver may within days. */
async function offerMany(giver: Someone, to: Someone, n: number): Promise<void> {
  const now = platform.clock.now();
  await sql`
    WITH made AS (
      INSERT INTO stations (organisation_id, owner_id, name, type, capacity_kw, time_zone, latitude, longitude)
      SELECT ${giver.organisationId}::bigint, ${giver.user.id}::bigint, 'Offered ' || n, 'residential', 5, 'UTC', 0, 0 FROM generate_series(1, ${n}::int) AS n
      RETURNING id)
    INSERT INTO hand_overs (station_id, from_user_id, to_user_id, to_account, state, created_at, expires_at)
    SELECT id, ${giver.user.id}::bigint, ${to.user.id}::bigint, ${to.user.email}, 'pending', ${new Date(now)}, ${new Date(now + LIMITS.handOverMs)} FROM made`.execute(
    platform.db,
  );
}

test('of hundreds of stations that some accounts offer to one the newest are listed, and none hides those that others offer', async () => {
  const buyer = await someone('owner');
  const installer = await someone('installer');
  const station = await makeStation(platform, {
    organisationId: installer.organisationId!,
    createdBy: installer.user.id,
  });
  const honest = await installer.post(`/stations/${station.id}/hand-over`, { account: buyer.user.email });
  for (const giver of [await someone('installer'), await someone('installer')])
    await offerMany(giver, buyer, 300);

  const offers = (await buyer.get('/hand-overs')).data as HandOver[];

  expect(offers).toHaveLength(100);
  expect(offers.at(-1)).toEqual(honest.data);
  expect(offers.map(({ id }) => id)).toEqual(offers.map(({ id }) => id).toSorted((a, b) => b - a));
  expect((await buyer.post(`/hand-overs/${honest.data.id}/accept`)).code).toBe(200);
});
