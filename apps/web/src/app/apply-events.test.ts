import { CallError, type OutputOf } from '@sunfleet/api-client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { mintDeviceLive, mintDeviceRow, mintStationLive, mintStationRow } from '../test/mint.ts';
import { createQueryClient } from '../lib/call/query-client.ts';
import { callKey } from '../lib/call/use-call.ts';
import { applyEvents } from './apply-events.ts';

const LIST = callKey('listStations', { query: { page: 1 } });
const LATEST = callKey('deviceLatest', { params: { id: 7 } });

function clientWith(key: readonly unknown[], data: unknown): QueryClient {
  const client = new QueryClient();
  client.setQueryData(key, data);
  return client;
}

test('a station’s live state reaches its row, and other rows stay the same objects', () => {
  const rows = [mintStationRow({ id: 1 }), mintStationRow({ id: 2 })];
  const client = clientWith(LIST, { total: 2, page: 1, pageSize: 20, rows, counts: {} });
  applyEvents(client, [{ type: 'station', station: mintStationLive({ stationId: 2, power: 900 }) }]);
  const list = client.getQueryData<OutputOf<'listStations'>>(LIST)!;
  expect(list.rows[1]!.live.power).toBe(900);
  expect(list.rows[0]).toBe(rows[0]);
});

test('the last of several states of one station counts, on its page and on the map', () => {
  const client = clientWith(callKey('getStation', { params: { id: 1 } }), mintStationRow({ id: 1 }));
  const place = { id: 1, name: 'A', latitude: 1, longitude: 2, capacityKw: 5, status: 'normal', power: 1 };
  client.setQueryData(callKey('mapStations', {}), [place]);
  applyEvents(client, [
    { type: 'station', station: mintStationLive({ power: 100 }) },
    { type: 'station', station: mintStationLive({ power: 200, status: 'alarm' }) },
  ]);
  expect(client.getQueryData(callKey('getStation', { params: { id: 1 } }))).toMatchObject({
    live: { power: 200 },
  });
  expect(client.getQueryData(callKey('mapStations', {}))).toEqual([
    { ...place, power: 200, status: 'alarm' },
  ]);
});

test('a device’s live state reaches list and page', () => {
  const listKey = callKey('listDevices', {});
  const client = clientWith(listKey, {
    total: 1,
    page: 1,
    pageSize: 20,
    rows: [mintDeviceRow({ id: 7 })],
    counts: {},
  });
  client.setQueryData(callKey('getDevice', { params: { id: 7 } }), mintDeviceRow({ id: 7 }));
  applyEvents(client, [{ type: 'device', device: mintDeviceLive({ deviceId: 7, status: 'abnormal' }) }]);
  expect(client.getQueryData(listKey)).toMatchObject({ rows: [{ live: { status: 'abnormal' } }] });
  expect(client.getQueryData(callKey('getDevice', { params: { id: 7 } }))).toMatchObject({
    live: { status: 'abnormal' },
  });
});

test('points are renewed by newer readings only', () => {
  const point = (key: string, value: number, time: number) => ({
    key,
    unit: 'W',
    value,
    time,
    custom: false,
  });
  const client = clientWith(LATEST, [point('ac.power', 1, 100), point('dc.power', 2, 300)]);
  applyEvents(client, [
    { type: 'points', deviceId: 7, time: 200, values: { 'ac.power': 11, 'dc.power': 22 } },
  ]);
  expect(client.getQueryData(LATEST)).toEqual([point('ac.power', 11, 200), point('dc.power', 2, 300)]);
  expect(client.getQueryState(LATEST)!.isInvalidated).toBe(false);
});

test('a point not seen before makes the list be read again', () => {
  const client = clientWith(LATEST, []);
  applyEvents(client, [{ type: 'points', deviceId: 7, time: 200, values: { 'pv1.power': 11 } }]);
  expect(client.getQueryState(LATEST)!.isInvalidated).toBe(true);
});

test('a reset makes everything be read again', () => {
  const client = clientWith(LIST, { rows: [] });
  applyEvents(client, [{ type: 'reset' }]);
  expect(client.getQueryState(LIST)!.isInvalidated).toBe(true);
});

test('after a change of access nothing that is not on screen is kept', () => {
  const client = clientWith(LIST, { rows: [] });
  applyEvents(client, [{ type: 'access' }]);
  expect(client.getQueryData(LIST)).toBeUndefined();
});

test('after a change of access nothing asks again for what is not there any more', async () => {
  const client = createQueryClient();
  const reads = { gone: 0, there: 0 };
  const watch = (key: 'gone' | 'there', error?: CallError) =>
    new QueryObserver(client, {
      queryKey: [key],
      queryFn: async () => {
        reads[key] += 1;
        if (error) throw error;
        return key;
      },
    }).subscribe(() => {});
  const ends = [
    watch('gone', new CallError('refused', { code: 40401, error: 'stationNotFound' })),
    watch('there'),
  ];
  await vi.waitFor(() => expect(client.getQueryState(['gone'])!.status).toBe('error'));
  applyEvents(client, [{ type: 'access' }]);
  await vi.waitFor(() => expect(reads.there).toBe(2));
  expect(reads.gone).toBe(1);
  for (const end of ends) end();
});

test('a station that changed is read again with its lists, others are not', () => {
  const client = clientWith(callKey('getStation', { params: { id: 1 } }), mintStationRow({ id: 1 }));
  client.setQueryData(callKey('getStation', { params: { id: 2 } }), mintStationRow({ id: 2 }));
  client.setQueryData(LIST, { total: 0, page: 1, pageSize: 20, rows: [], counts: {} });
  applyEvents(client, [{ type: 'stationChanged', stationId: 1 }]);
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)!.isInvalidated;
  expect(isOld(callKey('getStation', { params: { id: 1 } }))).toBe(true);
  expect(isOld(callKey('getStation', { params: { id: 2 } }))).toBe(false);
  expect(isOld(LIST)).toBe(true);
});
