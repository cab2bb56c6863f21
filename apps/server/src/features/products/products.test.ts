import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerDeviceBatchesRoutes } from '../device-batches/index.ts';
import { registerDevicesRoutes } from '../devices/index.ts';
import { registerProductsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as, someone } = await openApi(
  platform,
  registerProductsRoutes,
  registerDevicesRoutes,
  registerDeviceBatchesRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const { id: organisationId } = await makeOrganisation(platform);
const station = await makeStation(platform, { organisationId });
const admin = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId }));
const stranger = await someone('organisationAdmin');
const root = await someone('platformAdmin');

const product = (model: string, more: object = {}) => ({
  manufacturer: 'Maker',
  model,
  kind: 'inverter',
  profileId: 'deye-string',
  specification: { ratedPower: 10_000, mppts: 2, stringsPerMppt: 2, protection: 'IP65' },
  warranty: { months: 120, from: 'production', text: 'Parts and labour' },
  parts: [{ name: 'Fan', number: 'F-1' }],
  ...more,
});
const add = async (model: string, more: object = {}) =>
  (await admin.post('/products', { product: product(model, more) })).data as { id: number; revision: number };

test('a product is kept, found, ordered and changed over the revision that was read', async () => {
  const big = await add('B 20', { specification: { ratedPower: 20_000 } });
  const { id, revision } = await add('A 10');
  expect((await admin.get(`/products/${id}`)).data).toMatchObject({
    specification: { ratedPower: 10_000, protection: 'IP65', dcVoltageMax: null },
    warranty: { months: 120, from: 'production' },
    parts: [{ name: 'Fan', number: 'F-1' }],
    everybody: false,
    devices: 0,
  });
  const models = async (query: string) =>
    (await admin.get(`/products?${query}`)).data.rows.map((row: { model: string }) => row.model);
  expect(await models('q=maker')).toEqual(['A 10', 'B 20']);
  expect(await models('sort=name&order=desc')).toEqual(['B 20', 'A 10']);
  expect(await models('sort=ratedPower&order=desc')).toEqual(['B 20', 'A 10']);
  expect(await models('sort=devices&kind=inverter&everybody=false')).toEqual(['A 10', 'B 20']);
  expect(await models('kind=meter')).toEqual([]);
  const body = { product: product('A 11'), revision };
  expect((await admin.put(`/products/${id}`, body)).data).toMatchObject({ model: 'A 11', revision: 2 });
  expect((await admin.put(`/products/${id}`, body)).error).toBe('productChanged');
  expect((await admin.put(`/products/${big.id}`, { product: product('a 11'), revision: 1 })).error).toBe(
    'productNameTaken',
  );
  expect((await admin.post('/products', { product: product('A 11') })).error).toBe('productNameTaken');
});

test('figures that cannot be are told at their field', async () => {
  const wrong = async (more: object) => {
    const { error, fields } = await admin.post('/products', { product: product('Wrong', more) });
    expect(error).toBe('invalidInput');
    return fields?.map(({ path }) => path);
  };
  const range = { mppVoltageMin: 800, mppVoltageMax: 200 };
  expect(await wrong({ specification: range })).toEqual(['body.product.specification.mppVoltageMax']);
  expect(await wrong({ specification: { protection: 'splash' } })).toEqual([
    'body.product.specification.protection',
  ]);
  expect(await wrong({ warranty: { months: 0 } })).toEqual(['body.product.warranty.months']);
  expect(await wrong({ profileId: 'meter-dtsd422' })).toEqual(['body.product.profileId']);
  expect(await wrong({ parts: [{ name: ' ' }] })).toEqual(['body.product.parts.0.name']);
});

test('each organisation has its own products, and the platform keeps those for all', async () => {
  const { id } = await add('Own');
  expect((await stranger.get(`/products/${id}`)).error).toBe('productNotFound');
  expect((await stranger.put(`/products/${id}`, { product: product('Taken'), revision: 1 })).error).toBe(
    'productNotFound',
  );
  const forAll = { product: product('Everywhere'), everybody: true };
  expect((await admin.post('/products', forAll)).error).toBe('noDataPermission');
  const all = (await root.post('/products', forAll)).data;
  expect((await stranger.get(`/products/${all.id}`)).data.everybody).toBe(true);
  expect((await stranger.del(`/products/${all.id}`)).error).toBe('noDataPermission');
  const elsewhere = (await stranger.post('/products', { product: product('Own') })).data;
  const device = await makeDevice(platform, { organisationId, stationId: station.id, kind: 'inverter' });
  const named = (productId: number) => admin.put(`/devices/${device.id}`, { productId, version: 1 });
  expect((await named(elsewhere.id)).error).toBe('invalidInput');
  expect((await named(all.id)).data.product).toEqual({ id: all.id, name: 'Maker Everywhere' });
});

test('a device takes from its product what nobody typed, and counts the end of its warranty by its terms', async () => {
  const { id } = await add('Terms');
  const made = await admin.post(`/stations/${station.id}/devices`, {
    sn: 'TERMS-1',
    kind: 'inverter',
    model: 'As its label says',
    productId: id,
  });
  const device = made.data.device;
  expect(device).toMatchObject({
    model: 'As its label says',
    manufacturer: 'Maker',
    profileId: 'deye-string',
    ratedPower: 10_000,
    warrantyEnd: null,
    product: { id, name: 'Maker Terms' },
  });
  let { version } = device;
  const edit = async (fields: object) => {
    const { data } = await admin.put(`/devices/${device.id}`, { ...fields, version });
    version = data.version;
    return data;
  };
  expect(await edit({ productionDate: '2024-02-29' })).toMatchObject({
    warrantyEnd: '2034-02-28',
    warrantyOfProduct: true,
  });
  const terms = { warranty: { months: 24, from: 'production' } };
  await admin.put(`/products/${id}`, { product: product('Terms', terms), revision: 1 });
  expect((await admin.get(`/devices/${device.id}`)).data.warrantyEnd).toBe('2026-02-28');
  expect((await admin.get(`/devices?product=${id}&warrantyEnd=2026-01-01..2026-12-31`)).data.total).toBe(1);
  expect(await edit({ warrantyEnd: '2040-01-01' })).toMatchObject({
    warrantyEnd: '2040-01-01',
    warrantyOfProduct: false,
  });
  await admin.put(`/products/${id}`, { product: product('Terms'), revision: 2 });
  expect((await admin.get(`/devices/${device.id}`)).data.warrantyEnd).toBe('2040-01-01');
  expect((await edit({ warrantyEnd: null })).warrantyEnd).toBe('2034-02-28');
  const sold = { warranty: { months: 12, from: 'sale' } };
  await admin.put(`/products/${id}`, { product: product('Terms', sold), revision: 3 });
  expect((await admin.get(`/devices/${device.id}`)).data.warrantyEnd).toBeNull();
  expect((await edit({ soldOn: '2025-05-05' })).warrantyEnd).toBe('2026-05-05');
  expect(await edit({ productId: null })).toMatchObject({ warrantyEnd: null, product: null });
});

test('a product that devices name stays, and stays of its kind; a batch tells what its devices are', async () => {
  const { id } = await add('Named');
  const device = await makeDevice(platform, { organisationId, stationId: station.id, kind: 'inverter' });
  const meter = await makeDevice(platform, { organisationId, stationId: station.id, kind: 'meter' });
  expect((await admin.put(`/devices/${meter.id}`, { productId: id, version: 1 })).error).toBe('invalidInput');
  await admin.put(`/devices/${device.id}`, { productId: id, version: 1 });
  const batch = { code: 'NAMED', name: 'Named', productId: id };
  expect((await admin.post('/device-batches', batch)).data.product).toEqual({ id, name: 'Maker Named' });
  expect((await admin.get(`/device-batches?productId=${id}`)).data.total).toBe(1);
  expect((await admin.get(`/products/${id}`)).data.devices).toBe(1);
  const refused = await admin.del(`/products/${id}`);
  expect(refused).toMatchObject({ error: 'productInUse', msg: expect.stringContaining('1') as string });
  const other = { product: product('Named', { kind: 'hybrid', profileId: null }), revision: 1 };
  expect((await admin.put(`/products/${id}`, other)).fields).toMatchObject([{ path: 'body.product.kind' }]);
  await admin.put(`/devices/${device.id}`, { productId: null, version: 2 });
  expect((await admin.del(`/products/${id}`)).error).toBeUndefined();
  expect((await admin.get('/device-batches?q=NAMED')).data.rows[0].product).toBeNull();
});

test('of several products those that are there stay, and one that is wrong keeps all of them out', async () => {
  await add('Several 1');
  const several = [product('Several 1', { remark: 'Changed' }), product('Several 2')];
  expect((await admin.post('/products/several', { products: several })).data).toEqual({
    added: 1,
    kept: ['Maker Several 1'],
  });
  const wrong = [product('Several 3'), product('Several 4', { profileId: 'nobody' })];
  expect((await admin.post('/products/several', { products: wrong })).fields).toMatchObject([
    { path: 'body.products.1.profileId' },
  ]);
  const { rows } = (await admin.get('/products?q=several')).data;
  expect(rows.map(({ model, remark }: { model: string; remark: string }) => [model, remark])).toEqual([
    ['Several 1', ''],
    ['Several 2', ''],
  ]);
});
