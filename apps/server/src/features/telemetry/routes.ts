import { Readable } from 'node:stream';
import { CUSTOM_POINT_BASE } from '@sunfleet/device-model';
import { AppError } from '../../platform/errors.ts';
import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { createTurns } from '../../platform/turns.ts';
import { correctionsOf } from '../energy-corrections/index.ts';
import { measuredSince, requireDevice } from '../devices/index.ts';
import { requireStation, visibleStations } from '../stations/index.ts';
import { stationOf } from '../fleet/index.ts';
import { stationAvailability } from './availability/station-availability.ts';
import { correctBuckets } from './history/correct-buckets.ts';
import { dayCurves } from './history/day-curves.ts';
import { deviceHistory } from './history/device-history.ts';
import { completenessAt, energiesOf, energyHistory, labelOf } from './history/energy-history.ts';
import { shownPlace } from './history/shown-place.ts';
import { stationPower, type ExpectedOfDay, type PowerParts } from './history/station-power.ts';
import { rawExport } from './history/raw-export.ts';
import type { DeviceLatest } from './latest/device-latest.ts';
import { describePoints } from './points/describe-points.ts';
import { deviceRecordings } from './points/recordings/name-recordings.ts';
import { stationStorage } from './storage/station-storage.ts';
import { registerPointRoutes } from './points/routes.ts';
import type { TelemetryInput } from './open-telemetry-input.ts';
import type { Telemetry } from './open-telemetry.ts';

/** Histories that are read at the same time, of everybody and of one person; so many more of one may wait. A page of charts asks for a few. */
const HISTORIES_AT_ONCE = 6;
const HISTORIES_OF_ONE = 2;
const HISTORIES_WAITING = 60;

/** Devices whose newest values are named in one go, and those that are read at once: each may have hundreds of points. */
const DEVICES_AT_ONCE = 20;
const DEVICES_READ = 500;
/** Newest values of an answer. */
const MOST_LATEST = 500_000;
/** From so many devices on what is asked of all devices of a station for a year takes a part of a second. */
const LARGE_STATION = 50;
/** Answers about all devices of a station that are made at a time; organisations take turns. */
const WHOLE_STATIONS = { atOnce: 2, ofOne: 1, waitingEach: 20 } as const;

interface Input {
  expectedOf: ExpectedOfDay;
  points: Pick<TelemetryInput['points'], 'keyOf' | 'knownId'>;
  latest: Pick<TelemetryInput['latest'], 'latestOf'>;
}

type Parts = Pick<Telemetry, 'fleet' | 'sunlight'>;

/** Routes of what was measured: curves, energies, newest values. */
export function registerTelemetryRoutes(server: HttpServer, telemetry: Parts, input: Input): void {
  registerStationRoutes(server, telemetry, input);
  registerDeviceRoutes(server, input);
  registerLatestRoutes(server, telemetry, input);
  registerPointRoutes(server, input.latest);
}

function registerStationRoutes(server: HttpServer, telemetry: Parts, { latest, expectedOf }: Input): void {
  const { db, samples, clock } = server.platform;
  const { fleet, sunlight } = telemetry;
  const parts: PowerParts & Pick<Telemetry, 'fleet'> = { samples, fleet, sunlight, expectedOf };
  registerRoute(server, 'stationPower', async ({ actor }, { params, query }) => {
    await requireStation(db, actor, params.id, 'telemetry.view');
    const station = shownPlace(actor, await stationOf({ db, fleet }, params.id));
    return stationPower(parts, station, { day: query.day, now: clock.now() });
  });
  registerRoute(server, 'stationDayCurves', async ({ actor }, { query }) => {
    const seen = await visibleStations(db, actor, { ids: query.ids, permission: 'telemetry.view' });
    const stations = seen.flatMap((id) => fleet.station(id) ?? []);
    return dayCurves(samples, stations, clock.now());
  });
  const wholes = createTurns(WHOLE_STATIONS);
  registerRoute(
    server,
    'stationAvailability',
    async ({ actor }, { params, query }) => {
      await requireStation(db, actor, params.id, 'telemetry.view');
      const station = await stationOf({ db, fleet }, params.id);
      return stationAvailability(parts, station, { query, now: clock.now() });
    },
    {
      inTurn: ({ organisation }, { params }, work) =>
        fleet.devicesOf(params.id).length < LARGE_STATION ? work() : wholes.take(organisation, work),
    },
  );
  registerRoute(server, 'stationStorage', async ({ actor }, { params, query }) => {
    await requireStation(db, actor, params.id, 'telemetry.view');
    const of = { actor, station: await stationOf({ db, fleet }, params.id) };
    return stationStorage({ db, ...parts, latest }, of, { query, now: clock.now() });
  });
  registerRoute(server, 'stationEnergy', async ({ actor }, { params, query }) => {
    const { timeZone } = await requireStation(db, actor, params.id, 'telemetry.view');
    const station = fleet.station(params.id);
    const of = { subject: 'station', id: params.id, zone: timeZone } as const;
    const buckets = await energyHistory(samples, of, query);
    const measured = await inSlices([...buckets], ([start, flows]) => ({
      start: labelOf(start, query.grain, timeZone),
      ...energiesOf(flows),
      spread: flows.get('pv')?.spread ?? 0,
      completeness: completenessAt(
        flows.get('pv'),
        { start, grain: query.grain, now: clock.now() },
        { sunlight, station },
      ),
    }));
    const corrections = await correctionsOf(db, params.id);
    return { grain: query.grain, timeZone, buckets: correctBuckets(measured, corrections, query) };
  });
}

function registerDeviceRoutes(server: HttpServer, input: Input): void {
  const { platform } = server;
  const turns = createTurns({
    atOnce: HISTORIES_AT_ONCE,
    ofOne: HISTORIES_OF_ONE,
    waitingEach: HISTORIES_WAITING,
  });
  registerRoute(
    server,
    'deviceHistory',
    ({ actor }, { params, query }) => deviceHistory(platform, input.points, { actor, id: params.id, query }),
    { inTurn: ({ person }, _request, work) => turns.take(person, work) },
  );
  registerRoute(server, 'exportDeviceHistory', (context, { params, query }, { reply }) =>
    sendFile(server, { context, name: 'exportDeviceHistory', reply, isWritten: true }, async (readPart) => {
      const wish = { readPart, id: params.id, query };
      const { sn, lines } = await rawExport(platform, input.points, context, wish);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${sn}.csv"`)
        .header('cache-control', 'no-store');
      return Readable.from(lines, { objectMode: false });
    }),
  );
  registerRoute(server, 'deviceEnergy', async ({ actor }, { params, query }) => {
    const { timeZone, measuredSince } = await requireDevice(platform.db, actor, params.id, 'telemetry.view');
    const of = { subject: 'device', id: params.id, zone: timeZone, since: measuredSince } as const;
    const buckets = await energyHistory(platform.samples, of, query);
    return {
      grain: query.grain,
      timeZone,
      buckets: await inSlices([...buckets], ([start, flows]) => ({
        start: labelOf(start, query.grain, timeZone),
        ...energiesOf(flows),
      })),
    };
  });
}

function registerLatestRoutes(server: HttpServer, { fleet }: Parts, input: Input): void {
  const { db } = server.platform;
  const pointsOf = (latest: DeviceLatest | undefined, since = Number.NEGATIVE_INFINITY) =>
    (latest?.points ?? [])
      .map((id, place) => {
        const key = input.points.keyOf(id) ?? String(id);
        return { id, key, value: latest!.values[place]!, time: latest!.timeAt(place) };
      })
      .filter(({ time }) => time >= since)
      .toSorted((a, b) => a.id - b.id);
  /** Newest values of devices of one organisation. Throws AppError `stationValuesTooMany`. */
  const valuesOf = async (ids: readonly number[]) => {
    const devices: { deviceId: number; points: ReturnType<typeof pointsOf> }[] = [];
    let values = 0;
    for (let from = 0; from < ids.length; from += DEVICES_READ) {
      const some = ids.slice(from, from + DEVICES_READ);
      const since = await measuredSince(db, some);
      const latest = await input.latest.latestOf(some);
      const told = await inSlices(some, (id) => pointsOf(latest.get(id), since.get(id)), DEVICES_AT_ONCE);
      for (const [place, points] of told.entries()) {
        devices.push({ deviceId: some[place]!, points });
        values += points.length;
      }
      if (values > MOST_LATEST) throw new AppError('stationValuesTooMany', { most: MOST_LATEST });
    }
    return devices;
  };
  /** The same, each point as it is called there. */
  const latestOf = async (ids: readonly number[]) => {
    const devices = await valuesOf(ids);
    const custom = devices.flatMap(({ points }) => points.filter(({ id }) => id >= CUSTOM_POINT_BASE));
    const describe = await describePoints(db, ids[0] ?? 0, [...new Set(custom.map(({ key }) => key))]);
    return inSlices(
      devices,
      ({ deviceId, points }) => ({
        deviceId,
        points: points.map(({ id, key, value, time }) => {
          const { name, unit, kind, decimals } = describe(key);
          return { key, value, time, name, unit, kind, decimals, custom: id >= CUSTOM_POINT_BASE };
        }),
      }),
      DEVICES_AT_ONCE,
    );
  };
  const wholes = createTurns(WHOLE_STATIONS);
  registerRoute(
    server,
    'stationLatest',
    async ({ actor }, { params }) => {
      await requireStation(db, actor, params.id, 'telemetry.view');
      return { devices: await latestOf(fleet.devicesOf(params.id).map((device) => device.id)) };
    },
    { inTurn: byOrganisation(wholes) },
  );
  registerRoute(server, 'deviceLatest', async ({ actor }, { params }) => {
    await requireDevice(db, actor, params.id, 'telemetry.view');
    const [device] = await latestOf([params.id]);
    const { points } = device!;
    const custom = points.flatMap(({ key, custom: isCustom }) => (isCustom ? [key] : []));
    const recorded = await deviceRecordings(db, params.id, custom);
    return points.map((point) => (point.custom ? { ...point, ...recorded.get(point.key) } : point));
  });
}
