import { LIMITS, type StationArray } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { type FleetChange, openFleet } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { registerStationDesignsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, visitor } = await openApi(platform, registerStationDesignsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const array = (values: Partial<StationArray> = {}): StationArray => ({
  name: 'East',
  tilt: 15,
  azimuth: 90,
  module: { componentId: null, model: 'M-400', power: 400, temperatureCoefficient: -0.5, electrics: null },
  quantity: 20,
  series: 10,
  share: null,
  height: null,
  spacing: null,
  slant: null,
  albedo: 0.3,
  bifacial: null,
  ...values,
});
const west = array({ name: 'West', azimuth: 270 });
const design = (revision: number, ...arrays: StationArray[]) => ({
  versions: [{ from: null, arrays, horizon: null, inverters: [], coldest: null, hottest: null }],
  revision,
});

test('a station is configured over the revision that was read, and its log says it', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  const path = `/stations/${id}/design`;
  expect((await admin.get(path)).data).toEqual({ versions: [], revision: 0 });
  const saved = await admin.put(path, design(0, array({ name: ' East ' }), west));
  expect(saved.data).toEqual({ ...design(0, array(), west), revision: 1 });
  expect((await admin.put(path, design(0, west))).error).toBe('designChanged');
  expect((await admin.put(path, design(1, west))).data).toEqual({ ...design(1, west), revision: 2 });
  expect((await admin.put(path, { versions: [], revision: 2 })).data).toEqual({ versions: [], revision: 3 });
  const rows = await platform.db
    .selectFrom('auditLog')
    .select(['after', 'stationId'])
    .where('action', '=', 'stations.setDesign')
    .where('userId', '=', admin.user.id)
    .orderBy('id')
    .execute();
  expect(rows[0]).toMatchObject({
    stationId: id,
    after: {
      versions: [{ from: null, arrays: ['East, 15° / 90°, 20 × M-400', 'West, 15° / 270°, 20 × M-400'] }],
    },
  });
  expect(rows).toHaveLength(3);
});

test('who may look only looks, and a stranger finds nothing', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  const path = `/stations/${id}/design`;
  const colleague = await someone('internalReadOnly', { organisationId: admin.organisationId! });
  const stranger = await someone('organisationAdmin');
  expect((await colleague.get(path)).code).toBe(200);
  expect((await colleague.put(path, design(0, west))).error).toBe('noDataPermission');
  expect((await stranger.get(path)).error).toBe('stationNotFound');
  expect((await stranger.put(path, design(0, west))).error).toBe('stationNotFound');
  expect((await (await visitor()).put(path, design(0, west))).error).toBe('visitorReadOnly');
});

test.each([
  [{ ...array(), azimuth: -190 }, 'body.versions.0.arrays.0.azimuth'],
  [{ ...array(), series: 41 }, 'body.versions.0.arrays.0.series'],
  [{ ...array(), quantity: -1 }, 'body.versions.0.arrays.0.quantity'],
  [{ ...array(), slant: -2 }, 'body.versions.0.arrays.0.slant'],
  [{ ...array(), spacing: -5 }, 'body.versions.0.arrays.0.spacing'],
  [{ ...array(), height: -1 }, 'body.versions.0.arrays.0.height'],
  [{ ...array(), name: '' }, 'body.versions.0.arrays.0.name'],
  [{ ...array(), module: null }, 'body.versions.0.arrays.0.share'],
  [{ ...array(), module: null, quantity: null, share: 60 }, 'body.versions.0.arrays'],
])('what cannot be is refused at its field: %j', async (wrong, path) => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  const answer = await admin.put(`/stations/${id}/design`, design(0, wrong));
  expect(answer.fields).toMatchObject([{ path }]);
});

test('the AC power of a station follows its inverters, where its devices tell none', async () => {
  const admin = await someone('organisationAdmin');
  const place = { latitude: 50, longitude: 8, timeZone: 'Europe/Berlin', capacityKw: 8 };
  const { id } = await makeStation(platform, { organisationId: admin.organisationId!, ...place });
  const type = {
    model: 'W 6',
    acPower: 6000,
    dcVoltageMax: 1000,
    mppVoltageMin: 150,
    mppVoltageMax: 800,
    mppts: 2,
    efficiency: 97.5,
  };
  const inverter = { name: ' WR 1 ', type, inputs: [{ mppt: 1, input: 1, array: 'East', strings: 2 }] };
  const versions = [{ from: null, arrays: [array()], inverters: [inverter] }];
  const saved = await admin.put(`/stations/${id}/design`, { versions, revision: 0 });
  expect(saved.data.versions[0].inverters[0]).toMatchObject({ name: 'WR 1', type: { currentMax: null } });
  const fleet = await openFleet(platform);
  expect(modelOf(fleet, fleet.station(id)!, Date.parse('2026-06-01'))).toMatchObject({
    acPower: 6000,
    inverterEfficiency: 0.975,
  });
  await fleet.stop();
  const beyond = [
    { ...versions[0], inverters: [{ ...inverter, inputs: [{ ...inverter.inputs[0], mppt: 3 }] }] },
  ];
  const refused = await admin.put(`/stations/${id}/design`, { versions: beyond, revision: 1 });
  expect(refused.fields).toMatchObject([{ path: 'body.versions.0.inverters.0.inputs.0.mppt' }]);
});

test('names twice, and more arrays than a station has, are refused', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  const path = `/stations/${id}/design`;
  const twice = await admin.put(path, design(0, array(), array({ name: 'EAST' })));
  expect(twice.fields).toMatchObject([{ path: 'body.versions.0.arrays.1.name' }]);
  const many = Array.from({ length: LIMITS.stationArrays + 1 }, (_, n) => array({ name: `A${n}` }));
  expect((await admin.put(path, design(0, ...many))).error).toBe('invalidInput');
});

test('all versions of a station have so many arrays together, and a long design fills no log', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId! });
  const path = `/stations/${id}/design`;
  const version = (at: number) => ({
    from: `20${10 + at}-01-01`,
    arrays: Array.from({ length: 125 }, (_, n) =>
      array({ name: `Array ${n} ${'x'.repeat(50)}`, azimuth: n }),
    ),
  });
  const many = (count: number) => ({
    versions: Array.from({ length: count }, (_, at) => version(at)),
    revision: 0,
  });
  expect(4 * 125).toBe(LIMITS.designArrays);
  expect((await admin.put(path, many(5))).fields).toMatchObject([{ path: 'body.versions' }]);
  expect((await admin.put(path, many(4))).code).toBe(200);
  const { after } = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'stations.setDesign')
    .where('stationId', '=', id)
    .executeTakeFirstOrThrow();
  expect(after).toEqual({
    versions: [10, 11, 12, 13].map((year) => ({ from: `20${year}-01-01`, arrays: 125 })),
  });
});

test('a server holds of a design what models need: no names, and modules that face alike together', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId!, capacityKw: 100 });
  const [more, steep] = [
    array({ name: 'More', quantity: 5, albedo: 0.3 }),
    array({ name: 'Steep', tilt: 40.5 }),
  ];
  await admin.put(`/stations/${id}/design`, design(0, array(), west, more, steep));
  const fleet = await openFleet(platform);
  const held = fleet.station(id)!;
  expect(held.design).toEqual([
    {
      from: null,
      tilt: [15, 15, 40.5],
      azimuth: [90, 270, 90],
      power: [10_000, 8000, 8000],
      share: [null, null, null],
      temperatureCoefficient: [-0.5, -0.5, -0.5],
      albedo: [0.3, 0.3, 0.3],
      slant: [null, null, null],
      spacing: [null, null, null],
      height: [null, null, null],
      bifacial: [null, null, null],
      diode: [null, null, null],
      inverters: null,
      horizon: null,
    },
  ]);
  expect(modelOf(fleet, held, Date.UTC(2026, 5, 1)).arrays[0]).toEqual({
    dcPower: 10_000,
    tilt: 15,
    azimuth: 90,
    temperatureCoefficient: -0.005,
    albedo: 0.3,
  });
  await fleet.stop();
});

test('the power of a station is expected by the arrays of the day', async () => {
  const admin = await someone('organisationAdmin');
  const place = {
    latitude: 50,
    longitude: 8,
    timeZone: 'Europe/Berlin',
    capacityKw: 16,
    tilt: 35,
    azimuth: 180,
  };
  const { id } = await makeStation(platform, { organisationId: admin.organisationId!, ...place });
  const fleet = await openFleet(platform);
  const changed = Promise.withResolvers<FleetChange>();
  fleet.onChange(changed.resolve);
  const arraysAt = (day: string) => modelOf(fleet, fleet.station(id)!, Date.parse(`${day}T12:00:00Z`)).arrays;
  expect(arraysAt('2026-06-01')).toEqual([{ dcPower: 16_000, tilt: 35, azimuth: 180 }]);
  const later = array({
    name: 'All',
    module: null,
    quantity: null,
    share: 100,
    albedo: null,
    tilt: 5,
    azimuth: 180,
    slant: 2,
    spacing: 6,
    height: 1,
    bifacial: 70,
  });
  const versions = [
    {
      from: '2026-01-01',
      arrays: [array(), west],
      horizon: [
        { azimuth: 90, elevation: 10 },
        { azimuth: 270, elevation: 0 },
      ],
    },
    { from: '2026-07-01', arrays: [later] },
  ];
  await admin.put(`/stations/${id}/design`, { versions, revision: 0 });
  expect((await changed.promise).rebuilt).toEqual([id]);
  const at = (day: string) => modelOf(fleet, fleet.station(id)!, Date.parse(`${day}T12:00:00Z`));
  expect(at('2026-06-01').horizon?.[135]).toBeCloseTo(7.5, 9);
  expect(at('2026-06-01').horizon).toBe(at('2026-06-02').horizon);
  expect(at('2026-07-01').horizon).toBeUndefined();
  const module = { dcPower: 8000, tilt: 15, temperatureCoefficient: -0.005, albedo: 0.3 };
  expect(arraysAt('2025-12-31')).toEqual([{ dcPower: 16_000, tilt: 35, azimuth: 180 }]);
  expect(arraysAt('2026-06-30')).toEqual([
    { ...module, azimuth: 90 },
    { ...module, azimuth: 270 },
  ]);
  expect(arraysAt('2026-07-01')).toEqual([
    {
      dcPower: 16_000,
      tilt: 5,
      azimuth: 180,
      rows: { slant: 2, pitch: 6, clearance: 1 },
      bifaciality: 0.7,
    },
  ]);
  await fleet.stop();
});

test('visitors read no serial number in the name of an inverter', async () => {
  const admin = await someone('organisationAdmin');
  const { id } = await makeStation(platform, { organisationId: admin.organisationId!, shared: true });
  const { sn } = await makeDevice(platform, { stationId: id, organisationId: admin.organisationId! });
  const inverters = [{ name: `Roof ${sn}`, type: null, inputs: [] }];
  const versions = [{ from: null, arrays: [west], inverters, coldest: null, hottest: null, horizon: null }];
  expect((await admin.put(`/stations/${id}/design`, { versions, revision: 0 })).error).toBeUndefined();
  const nameFor = async (who: Pick<typeof admin, 'get'>) =>
    (await who.get(`/stations/${id}/design`)).data.versions[0].inverters[0].name;
  expect(await nameFor(admin)).toBe(`Roof ${sn}`);
  expect(await nameFor(await visitor())).toMatch(/^Roof .{3}\*+.{2}$/);
});

test('designs of an organisation are bounded together, by how many stations it has; what is shortened is kept', async () => {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const arrays = Array.from({ length: LIMITS.designArrays }, (_, n) =>
    array({ name: `Row ${n}`, tilt: n / 10 }),
  );
  const versions = JSON.stringify(design(0, ...arrays).versions);
  const enough = Math.ceil(LIMITS.designLettersLeast / versions.length);
  const stations: number[] = [];
  for (let n = 0; n < enough; n += 1) {
    const { id: stationId } = await makeStation(platform, { organisationId });
    await platform.db.insertInto('stationDesigns').values({ stationId, versions, revision: 1 }).execute();
    stations.push(stationId);
  }
  const { id } = await makeStation(platform, { organisationId });
  expect((await admin.put(`/stations/${id}/design`, design(0, west))).error).toBe('designsTooLong');
  const other = await someone('organisationAdmin');
  const elsewhere = await makeStation(platform, { organisationId: other.organisationId! });
  expect((await other.put(`/stations/${elsewhere.id}/design`, design(0, west))).code).toBe(200);
  const shorter = design(1, ...arrays.slice(0, LIMITS.stationArrays));
  expect((await admin.put(`/stations/${stations[0]!}/design`, shorter)).code).toBe(200);
  expect((await admin.put(`/stations/${stations[0]!}/design`, design(2, west))).code).toBe(200);
  for (const long of stations.slice(1, 3))
    expect((await admin.put(`/stations/${long}/design`, design(1, west))).code).toBe(200);
  expect((await admin.put(`/stations/${id}/design`, design(0, west))).code).toBe(200);
});

test('designs at the stations of one customer leave room to the others', async () => {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const owner = await someone('owner', { organisationId });
  const place = async (ownerId: number | null = null) =>
    (await makeStation(platform, { organisationId, ownerId })).id;
  const arrays = Array.from({ length: LIMITS.designArrays }, (_, n) =>
    array({ name: `Row ${n}`, tilt: n / 10 }),
  );
  const versions = JSON.stringify(design(0, ...arrays).versions);
  for (let letters = 0; letters < LIMITS.designLettersLeast * 0.6; letters += versions.length)
    await platform.db
      .insertInto('stationDesigns')
      .values({ stationId: await place(owner.user.id), versions, revision: 1 })
      .execute();
  const [own, ofNobody] = [await place(owner.user.id), await place()];
  expect((await owner.put(`/stations/${own}/design`, design(0, west))).error).toBe('designsTooLong');
  expect((await admin.put(`/stations/${ofNobody}/design`, design(0, west))).code).toBe(200);
  expect((await admin.put(`/stations/${own}/design`, design(0, west))).code).toBe(200);
});
