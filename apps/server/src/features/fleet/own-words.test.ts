import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { makeSecretDevice } from '../../../test/secret-device.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

const rowOf = (id: number) =>
  platform.db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function newHome() {
  const organisation = await makeOrganisation(platform);
  const { id: stationId } = await makeStation(platform, { organisationId: organisation.id });
  return { stationId, organisationId: organisation.id };
}

test('a device decides neither at which address it is asked behind its logger, nor that another logger speaks for it', async () => {
  const home = await newHome();
  const [logger, other] = [
    await makeDevice(platform, { kind: 'logger', ...home }),
    await makeDevice(platform, { kind: 'logger', ...home }),
  ];
  const { row } = await makeSecretDevice(platform, directory, {
    ...home,
    parentId: logger.id,
    loggerSpeaks: true,
    attributes: JSON.stringify({ slave: '2' }),
  });
  await directory.describe(row.id, { parentSn: logger.sn, attributes: { slave: '7', slot: 'a' } });
  expect(await rowOf(row.id)).toMatchObject({ parentId: logger.id, loggerSpeaks: true });
  expect((await rowOf(row.id)).attributes).toEqual({ slave: '2', slot: 'a' });
  await directory.describe(row.id, { parentSn: other.sn });
  expect(await rowOf(row.id)).toMatchObject({ parentId: other.id, loggerSpeaks: false });
  const { row: bare } = await makeSecretDevice(platform, directory, home);
  await directory.describe(bare.id, { attributes: { slave: '7' } });
  expect((await rowOf(bare.id)).attributes).toEqual({});
});

test('devices that hang on each other in a ring by their own words hang where they did', async () => {
  const home = await newHome();
  const device = () => makeSecretDevice(platform, directory, home).then(({ row }) => row);
  const top = await device();
  const middle = await makeDevice(platform, { ...home, parentId: top.id });
  const low = await makeDevice(platform, { ...home, parentId: middle.id });
  await directory.describe(top.id, { parentSn: low.sn, firmware: '1.0' });
  expect(await rowOf(top.id)).toMatchObject({ parentId: null, firmware: '1.0' });
  const [one, two, battery, inverter] = [await device(), await device(), await device(), await device()];
  const said = new Map([
    [one.id, { parentSn: two.sn }],
    [two.id, { parentSn: one.sn }],
    [battery.id, { parentSn: inverter.sn }],
    [inverter.id, { parentSn: top.sn }],
  ]);
  const organisation = { id: home.organisationId, code: '', manages: new Set<number>() };
  await directory.describeAll(organisation, said, () => false);
  const parents = await Promise.all([one, two, battery, inverter].map(({ id }) => rowOf(id)));
  expect(parents.map(({ parentId }) => parentId)).toEqual([null, null, inverter.id, top.id]);
});

test('a device hangs by its own word on none above which more devices hang in a row than in any station', async () => {
  const home = await newHome();
  const row = [await makeDevice(platform, home)];
  while (row.length < 12) row.push(await makeDevice(platform, { ...home, parentId: row.at(-1)!.id }));
  const { row: device } = await makeSecretDevice(platform, directory, home);
  await directory.describe(device.id, { parentSn: row.at(-1)!.sn, firmware: '1.0' });
  expect(await rowOf(device.id)).toMatchObject({ parentId: null, firmware: '1.0' });
  await directory.describe(device.id, { parentSn: row[7]!.sn });
  expect(await rowOf(device.id)).toMatchObject({ parentId: row[7]!.id });
});
