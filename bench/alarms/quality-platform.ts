import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALARM_RULE_PACK, PACKED_RULES } from '@sunfleet/contract';
import type { Fleet } from '../../apps/simulator/fleets/schema.ts';
import { createPlatform } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createAlarms } from '../../apps/server/src/features/alarms/index.ts';
import { expectPower, learnStations } from '../../apps/server/src/features/expected-power/index.ts';
import { countAlarmLosses } from '../../apps/server/src/features/alarm-losses/index.ts';
import { createSunlight, openFleet } from '../../apps/server/src/features/fleet/index.ts';
import { createStates } from '../../apps/server/src/features/live-state/index.ts';
import { openTelemetry, openTelemetryInput } from '../../apps/server/src/features/telemetry/index.ts';
import { createPastWeather, type Weather } from '../../apps/server/src/features/weather/index.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createOwnership } from '../../apps/server/src/platform/ownership/ownership.ts';
import { PARTITIONS } from '../../apps/server/src/platform/ownership/partitions.ts';
import type { Platform } from '../../apps/server/src/platform/platform.ts';
import type { Db } from '../../apps/server/src/platform/postgres/client.ts';
import { openStores } from '../../apps/server/src/platform/stores.ts';
import { benchEnvironment } from '../bench-environment.ts';

/** The owner that a migrated database begins with. */
const FIRST_OWNER = '00000000-0000-0000-0000-000000000000';

export type QualityPlatform = Awaited<ReturnType<typeof openQualityPlatform>>;

/** Everything that decides over alarms on stores of its own, by a clock that somebody sets. No server answers, and no job runs by itself. */
export async function openQualityPlatform(fleetData: Fleet, start: number) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-quality-'));
  const config = readConfig({
    ...benchEnvironment(directory),
    SUNFLEET_LOG_LEVEL: process.env.BENCH_LOG ?? 'error',
  });
  const log = createLog(config.logLevel);
  const stores = await openStores(config, log);
  let now = start;
  const plain = await createPlatform({ config, log, version: 'bench' }, stores);
  const platform: Platform = { ...plain, clock: { now: () => now } };
  await registerFleet(platform.db, fleetData);
  const fleet = await openFleet(platform);
  const input = await openTelemetryInput(platform, fleet);
  const partitions = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
  const ownership = createOwnership(platform.db, { id: FIRST_OWNER, partitions, isSole: true });
  const storedUntil = () => input.ingest.storedUntil();
  const alarms = createAlarms(platform, { ownership, fleet, storedUntil });
  const sunlight = createSunlight();
  const telemetry = openTelemetry(platform, { ownership, fleet, owned: fleet, sunlight, storedUntil });
  await alarms.start();
  await telemetry.rollUps.read();
  const states = await createStates(platform, telemetry);
  const weather = createPastWeather({ ...platform, weather: {} as Weather });
  return {
    platform,
    fleet,
    ingest: input.ingest,
    alarms,
    states,
    rollUps: telemetry.rollUps,
    setTime: (time: number) => void (now = time),
    /** Expected power up to now; nobody asks a service. */
    async expect() {
      await expectPower(
        { ...platform, fleet, weather: { ...weather, refresh: async () => {} } },
        new AbortController().signal,
      );
      // They are read again for two minutes of the clock on the wall, which are days here.
      await platform.samples.command('TRUNCATE TABLE expected_marks');
    },
    /** What the days until now teach of each station. */
    learn: () =>
      learnStations(
        { ...platform, fleet, weather: { ...weather, refresh: async () => {} } },
        new AbortController().signal,
      ),
    countLosses: () => countAlarmLosses({ ...platform, fleet }, new AbortController().signal),
    async stop() {
      await telemetry.stop();
      await alarms.stop();
      await states.stop();
      await input.stop();
      await fleet.stop();
      await plain.changes.stop();
      await plain.notifications.stop();
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function registerFleet(db: Db, { stations }: Fleet): Promise<void> {
  const { id } = await db
    .insertInto('organisations')
    .values({ code: 'QUALITY', name: 'Quality', parentId: null, tie: 'tight', path: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const paths = { path: `/${id}/`, scopePath: `/${id}/` };
  await db.updateTable('organisations').set(paths).where('id', '=', id).execute();
  for (const station of stations) {
    const {
      devices,
      organisation: _code,
      owner: _role,
      meanLoad: _load,
      climate: _climate,
      ...all
    } = station;
    const { size: _size, town: _town, ...fields } = all as typeof all & { size?: number; town?: string };
    const made = await db
      .insertInto('stations')
      .values({ ...fields, organisationId: id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('stationStates')
      .values({ stationId: made.id, devicesTotal: devices.length })
      .execute();
    const ids = new Map<string, number>();
    for (const { sn, kind, profileId, manufacturer, model, ratedPower, meterRole, parentSn } of devices) {
      const device = await db
        .insertInto('devices')
        .values({
          sn,
          kind,
          profileId,
          manufacturer,
          model,
          ratedPower,
          meterRole,
          stationId: made.id,
          organisationId: id,
          parentId: parentSn === null ? null : ids.get(parentSn)!,
          uploadIntervalSeconds: 300,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('deviceStates').values({ deviceId: device.id }).execute();
      ids.set(sn, device.id);
    }
  }
  await db
    .insertInto('alarmRules')
    .values(
      PACKED_RULES.map((pack) => ({
        ...ALARM_RULE_PACK[pack],
        organisationId: id,
        name: '',
        pack,
        enabled: true,
        stationIds: [],
        labelIds: [],
        models: [],
      })),
    )
    .execute();
}
