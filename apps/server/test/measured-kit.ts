import type { TestPlatform } from './harness.ts';

/** Everything the stores tell of devices and of their station, without the ids, so that two stations can be compared. */
export async function measuredOf(platform: TestPlatform, stationId: number, deviceIds: readonly number[]) {
  const { samples, db } = platform;
  const read = (sql: string) =>
    samples.query<Record<string, number | string | null>>(sql, { devices: deviceIds, station: stationId });
  const ofDevices = 'device IN {devices:Array(UInt32)}';
  const cells = (subject: string, which: string) =>
    read(`SELECT grain, flow, toUnixTimestamp(start) AS at, round(kwh, 6) AS sum, round(spread, 6) AS laid, source,
        round(completeness, 4) AS share
      FROM energy FINAL WHERE subject = '${subject}' AND ${which} ORDER BY grain, flow, at`);
  return {
    samples: await read(
      `SELECT point, toUnixTimestamp64Milli(time) AS at, value FROM samples FINAL WHERE ${ofDevices} ORDER BY point, at`,
    ),
    means: await read(
      `SELECT point, toUnixTimestamp(bucket) AS at, avg, min, max, n FROM rollup_5m FINAL WHERE ${ofDevices} ORDER BY point, at`,
    ),
    runStates: await read(
      `SELECT toUnixTimestamp(bucket) AS at, state FROM run_state_5m FINAL WHERE ${ofDevices} ORDER BY at`,
    ),
    runStateDays: await read(
      `SELECT toString(day) AS day, running, outages FROM run_state_days FINAL WHERE ${ofDevices} ORDER BY day`,
    ),
    ofDevices: await cells('device', 'id IN {devices:Array(UInt32)}'),
    ofStation: await cells('station', 'id = {station:UInt32}'),
    powers: await read(
      `SELECT * EXCEPT (station, version) FROM station_power_5m FINAL WHERE station = {station:UInt32} ORDER BY bucket`,
    ),
    alarms: await db
      .selectFrom('alarms')
      .select(['type', 'code', 'beganAt', 'recoveredAt', 'count'])
      .where('stationId', '=', stationId)
      .orderBy('beganAt')
      .orderBy('code')
      .execute(),
  };
}
