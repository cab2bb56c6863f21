import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_NEW_DEVICES_PER_DAY: '10' });
platform.clock.set(Date.now());
const { server, someone } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
interface Place {
  organisationId: number;
  ownerId?: number;
}

/** Adds new devices to a station until one is refused, and answers how many were added. */
async function fill(who: Someone, stationId: number) {
  const ids: number[] = [];
  for (;;) {
    const { data, error } = await who.post(`/stations/${stationId}/devices`, {
      sn: `NEW${randomUUID().slice(0, 12)}`,
      kind: 'inverter',
    });
    if (error === undefined) ids.push(data.device.id);
    else {
      expect(error).toBe('tooManyNewDevices');
      return ids;
    }
  }
}

async function organisation() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const place = async (values: Partial<Place> = {}) =>
    (await makeStation(platform, { organisationId, ...values })).id;
  const owner = async () => {
    const who = await someone('owner', { organisationId });
    return { who, stationId: await place({ ownerId: who.user.id }) };
  };
  return { admin, place, owner };
}

test('no customer of an organisation uses up its new devices of the day, also by unbinding them again', async () => {
  const { admin, place, owner } = await organisation();
  const [first, second, ofNobody] = [await owner(), await owner(), await place()];
  const added = await fill(first.who, first.stationId);
  expect(added).toHaveLength(6);
  for (const id of added) expect((await first.who.post(`/devices/${id}/unbind`)).code).toBe(200);
  expect(await fill(first.who, first.stationId)).toEqual([]);
  expect(await fill(second.who, second.stationId)).toHaveLength(2);
  expect(await fill(admin, ofNobody)).toHaveLength(2);
});

test('who works for the organisation adds all of them, also to a station of a customer', async () => {
  const { admin, owner } = await organisation();
  await owner();
  const { stationId } = await owner();
  expect(await fill(admin, stationId)).toHaveLength(10);
});
