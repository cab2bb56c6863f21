import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { dueStations } from './due-alarms.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

/** Stations of one organisation whose alarms are due since so many days. */
async function due(stations: number, days: number): Promise<number[]> {
  const { id: organisationId } = await makeOrganisation(platform);
  const ids: number[] = [];
  for (let n = 0; n < stations; n += 1) {
    const station = await makeStation(platform, { organisationId });
    const device = await makeDevice(platform, { stationId: station.id, organisationId });
    const since = new Date(clock.now() - days * 86_400_000);
    await sql`
      INSERT INTO alarms (device_id, station_id, level, type, code, text_key, began_at, last_seen_at, loss_due_at)
      VALUES (${device.id}, ${station.id}, 'general', 'fault', '1', '', ${since}, ${since}, ${since})`.execute(
      db,
    );
    ids.push(station.id);
  }
  return ids;
}

test('whoever has old faults of many stations keeps the losses of nobody else waiting', async () => {
  const busy = await due(5, 300);
  const [patient] = await due(1, 1);
  const ids = await dueStations(db, { now: clock.now(), limit: 2, done: [] });
  expect(ids).toEqual([busy[0], patient]);
  const after = await dueStations(db, { now: clock.now(), limit: 9, done: ids });
  expect(after).toEqual(busy.slice(1));
});
