import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { ROOM_FOR_NEW, TOO_MANY_CODE, type RoomSize } from './alarm-room.ts';
import { takeRoomOfAll } from './room-of-all.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

/** Room for ten alarms of an organisation, or for four of each of its devices. */
const SMALL: RoomSize = { ...ROOM_FOR_NEW, ofOrganisation: { least: 10, perDevice: 4 } };

type Kind = 'deviceFault' | 'rule' | 'offline';

/** What of so many alarms of each device finds room. */
async function take(
  devices: readonly { id: number }[],
  each: number,
  kind: Kind = 'deviceFault',
  perDevice = SMALL.ofOrganisation.perDevice,
) {
  const alarms = devices.flatMap(({ id: deviceId }) =>
    Array.from({ length: each }, (_, code) => ({
      subject: { deviceId, type: kind, code: String(code) },
      alarm: deviceId,
    })),
  );
  const size = { ...SMALL, ofOrganisation: { ...SMALL.ofOrganisation, perDevice } };
  return platform.db
    .transaction()
    .execute((trx) => takeRoomOfAll(trx, { ...size, now: platform.clock.now() }, alarms));
}

/** Devices of a new organisation. */
async function mint(most: number) {
  const { id: organisationId } = await makeOrganisation(platform);
  return Promise.all(Array.from({ length: most }, () => makeDevice(platform, { organisationId })));
}

test('devices of one organisation have room together, and those of another one their own', async () => {
  const [devices, others] = [await mint(2), await mint(2)];
  expect((await take(devices, 3)).refused).toEqual([]);
  const more = await take([...devices, ...others], 3);
  expect(more.taken.filter((id) => devices.some((device) => device.id === id))).toHaveLength(4);
  expect(more.refused).toEqual([devices[1]!.id, devices[1]!.id]);
  const end = platform.clock.now() + SMALL.spanMs;
  expect([...more.until]).toEqual([[devices[1]!.id, end]]);
  expect((await take(devices, 1)).taken).toEqual([]);
  platform.clock.advance(SMALL.spanMs);
  expect((await take(devices, 3)).refused).toEqual([]);
});

test('an organisation of many devices has as much more', async () => {
  const devices = await mint(5);
  const { taken, refused } = await take(devices, 5);
  expect([taken.length, refused.length]).toEqual([20, 5]);
});

test('alarms of rules count with them; what the platform finds by itself and the folded alarm need no room', async () => {
  const [device] = await mint(1);
  expect((await take([device!], 10, 'rule')).refused).toEqual([]);
  expect((await take([device!], 1, 'rule')).taken).toEqual([]);
  expect((await take([device!], 1)).taken).toEqual([]);
  expect((await take([device!], 9, 'offline')).refused).toEqual([]);
  const folded = {
    subject: { deviceId: device!.id, type: 'deviceFault' as const, code: TOO_MANY_CODE },
    alarm: 1,
  };
  const size = { ...SMALL, now: platform.clock.now() };
  const { taken } = await platform.db.transaction().execute((trx) => takeRoomOfAll(trx, size, [folded]));
  expect(taken).toEqual([1]);
});

/** Devices in a station of a new person of an organisation. */
async function mintOf(organisationId: number, most: number) {
  const owner = await makeUser(platform, { role: 'owner', organisationId });
  const { id: stationId } = await makeStation(platform, { organisationId, ownerId: owner.id });
  return Promise.all(Array.from({ length: most }, () => makeDevice(platform, { organisationId, stationId })));
}

test('the devices of one owner leave room to those of the others of the organisation', async () => {
  const { id } = await makeOrganisation(platform);
  const [flooding, others] = [await mintOf(id, 1), await mintOf(id, 1)];
  const first = await take(flooding, 9);
  expect([first.taken.length, first.refused.length]).toEqual([6, 3]);
  expect([...first.until]).toEqual([[flooding[0]!.id, platform.clock.now() + SMALL.spanMs]]);
  expect((await take(flooding, 9)).taken).toEqual([]);
  expect((await take(others, 4)).refused).toEqual([]);
  expect((await take(others, 1)).taken).toEqual([]);
  platform.clock.advance(SMALL.spanMs);
  expect((await take(flooding, 6)).refused).toEqual([]);
});

test('two owners together leave some to a third one', async () => {
  const { id } = await makeOrganisation(platform);
  const takenOf = async (devices: readonly { id: number }[]) =>
    (await take(devices, 9, 'deviceFault', 1)).taken.length;
  const owners = [await mintOf(id, 1), await mintOf(id, 1), await mintOf(id, 1)] as const;
  expect([await takenOf(owners[0]), await takenOf(owners[1]), await takenOf(owners[0])]).toEqual([6, 2, 0]);
  expect(await takenOf(owners[2])).toBe(1);
});

test('who alone has stations in an organisation has all of its room', async () => {
  const { id } = await makeOrganisation(platform);
  expect((await take(await mintOf(id, 1), 10)).refused).toEqual([]);
});
