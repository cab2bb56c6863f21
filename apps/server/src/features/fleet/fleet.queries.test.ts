import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { readAllEntries, readAllStations, readEntries } from './fleet.queries.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

async function collected<Row>(pages: AsyncIterable<Row[]>): Promise<Row[][]> {
  const all: Row[][] = [];
  for await (const page of pages) all.push(page);
  return all;
}

test('a start reads devices and stations page by page, each as it is read alone', async () => {
  const stations = [];
  for (let n = 0; n < 3; n += 1) stations.push(await makeStation(platform));
  const devices = [];
  for (let n = 0; n < 5; n += 1)
    devices.push(
      await makeDevice(platform, { stationId: stations[n % 3]!.id, secretHash: Buffer.of(n, 255) }),
    );
  const pages = await collected(readAllEntries(platform.db, 2));
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  const ids = devices.map(({ id }) => id);
  expect(pages.flat().map(({ device }) => device.id)).toEqual(ids);
  const named = await readEntries(platform.db, { ids });
  expect(pages.flat()).toEqual(named.toSorted((a, b) => a.device.id - b.device.id));
  const read = await collected(readAllStations(platform.db, 2));
  expect(read.map((page) => page.map(({ id }) => id))).toEqual([
    [stations[0]!.id, stations[1]!.id],
    [stations[2]!.id],
  ]);
});
