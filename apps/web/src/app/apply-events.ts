import type { OutputOf } from '@sunfleet/api-client';
import type { DeviceLive, LiveEvent, StationLive } from '@sunfleet/contract';
import type { QueryClient } from '@tanstack/react-query';
import { isMissing } from '../lib/call/query-client.ts';

type Points = Extract<LiveEvent, { type: 'points' }>;

/** What events have pages read again. */
export interface ReadsAgain {
  alarms: () => void;
  stations: (ids: ReadonlySet<number>) => void;
  screen: () => void;
}

/** Reads again as soon as it is asked. */
export const readsAtOnce = (client: QueryClient): ReadsAgain => ({
  alarms: () => readAlarms(client),
  stations: (ids) => readStations(client, ids),
  screen: () => readScreen(client),
});

/** Writes what the stream brings into the answers the pages already hold. The order of lists is left to the server. */
export function applyEvents(
  client: QueryClient,
  events: readonly LiveEvent[],
  reads: ReadsAgain = readsAtOnce(client),
): void {
  if (events.some(({ type }) => type === 'access')) {
    // What is not on screen is never drawn again, however often this happens.
    client.removeQueries({ type: 'inactive' });
    reads.screen();
    return;
  }
  if (events.some(({ type }) => type === 'reset')) {
    void client.invalidateQueries();
    return;
  }
  const stations = new Map<number, StationLive>();
  const devices = new Map<number, DeviceLive>();
  const points: Points[] = [];
  const changed = new Set<number>();
  let alarms = false;
  for (const event of events) {
    if (event.type === 'station') stations.set(event.station.stationId, event.station);
    else if (event.type === 'device') devices.set(event.device.deviceId, event.device);
    else if (event.type === 'points') points.push(event);
    else if (event.type === 'stationChanged') changed.add(event.stationId);
    else alarms = true;
  }
  if (stations.size > 0) applyStations(client, stations);
  if (devices.size > 0) applyDevices(client, devices);
  for (const event of points) applyPoints(client, event);
  if (changed.size > 0) reads.stations(changed);
  if (alarms) reads.alarms();
}

/** Reads again what is on screen of alarms. */
function readAlarms(client: QueryClient): void {
  for (const read of ['listAlarms', 'listAlarmSteps']) void client.invalidateQueries({ queryKey: [read] });
}

/**
 * Reads what is on screen again. Answers that say "gone" are not read again, because a page that is left open would ask at every change of
 * anybody's access.
 */
function readScreen(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => !isMissing(state.error) });
}

/** Reads again what is kept of stations; lists name them, too. */
function readStations(client: QueryClient, stations: ReadonlySet<number>): void {
  for (const id of stations) void client.invalidateQueries({ queryKey: ['getStation', { params: { id } }] });
  for (const list of ['listStations', 'mapStations']) void client.invalidateQueries({ queryKey: [list] });
}

function applyStations(client: QueryClient, stations: ReadonlyMap<number, StationLive>): void {
  client.setQueriesData<OutputOf<'listStations'>>(
    { queryKey: ['listStations'] },
    (list) => list && { ...list, rows: withLive(list.rows, stations) },
  );
  client.setQueriesData<OutputOf<'getStation'>>({ queryKey: ['getStation'] }, (station) => {
    const live = station && stations.get(station.id);
    return live ? { ...station, live } : station;
  });
  client.setQueriesData<OutputOf<'mapStations'>>({ queryKey: ['mapStations'] }, (places) =>
    places?.map((place) => {
      const live = stations.get(place.id);
      return live ? { ...place, status: live.status, power: live.power } : place;
    }),
  );
}

function applyDevices(client: QueryClient, devices: ReadonlyMap<number, DeviceLive>): void {
  client.setQueriesData<OutputOf<'listDevices'>>(
    { queryKey: ['listDevices'] },
    (list) => list && { ...list, rows: withLive(list.rows, devices) },
  );
  client.setQueriesData<OutputOf<'getDevice'>>({ queryKey: ['getDevice'] }, (device) => {
    const live = device && devices.get(device.id);
    return live ? { ...device, live } : device;
  });
}

/** Rows with their newer live state; rows that have none stay the same objects, so they are not drawn again. */
function withLive<Live, Row extends { id: number; live: Live }>(
  rows: Row[],
  lives: ReadonlyMap<number, Live>,
): Row[] {
  return rows.map((row) => {
    const live = lives.get(row.id);
    return live ? { ...row, live } : row;
  });
}

function applyPoints(client: QueryClient, { deviceId, time, values }: Points): void {
  const newer = <Point extends { key: string; value: number; time: number }>(points: Point[]): Point[] =>
    points.map((point) => {
      const value = values[point.key];
      return value === undefined || time < point.time ? point : { ...point, value, time };
    });
  const key = ['deviceLatest', { params: { id: deviceId } }];
  const known = client.getQueryData<OutputOf<'deviceLatest'>>(key);
  if (known) {
    client.setQueryData(key, newer(known));
    const keys = new Set(known.map((point) => point.key));
    if (Object.keys(values).some((name) => !keys.has(name))) void client.invalidateQueries({ queryKey: key });
  }
  client.setQueriesData<OutputOf<'stationLatest'>>(
    { queryKey: ['stationLatest'] },
    (station) =>
      station && {
        devices: station.devices.map((device) =>
          device.deviceId === deviceId ? { ...device, points: newer(device.points) } : device,
        ),
      },
  );
}
