import { LIMITS } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { mintProduct } from '../../../test/route-matrix/mint-of-organisation.ts';
import { registerLocalModesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerLocalModesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const VDE = { code: 'VDE-AR-N 4105', name: 'Germany', value: 3 };

async function scene() {
  const admin = await someone('organisationAdmin');
  const productId = await mintProduct(platform.db, admin.organisationId!, `local ${admin.organisationId}`);
  await platform.db
    .updateTable('products')
    .set({ profileId: 'deye-hybrid-3p' })
    .where('id', '=', productId)
    .execute();
  return { admin, productId, at: `/products/${productId}/local-mode` };
}

test('the app is told the parameters and standards of products that may be set up next to them, and of no others', async () => {
  const { admin, productId, at } = await scene();
  const [first, second] = profileById('deye-hybrid-3p')!.writes;
  expect((await admin.get('/local-modes')).data).toEqual([]);
  const body = { parameters: [first!.key, second!.key], standards: [VDE], revision: 0 };
  expect((await admin.put(at, body)).error).toBeUndefined();
  expect((await admin.get('/local-modes')).data).toMatchObject([
    {
      product: { id: productId, profileId: 'deye-hybrid-3p' },
      parameters: [{ key: first!.key, min: first!.min }, { key: second!.key }],
      standards: [VDE],
      revision: 1,
    },
  ]);
  expect((await admin.put(at, body)).error).toBe('beingChanged');
  const reader = await someone('installer', { organisationId: admin.organisationId! });
  expect((await reader.get('/local-modes')).data).toHaveLength(1);
  const stranger = await someone('organisationAdmin');
  expect((await stranger.get('/local-modes')).data).toEqual([]);
  expect((await stranger.put(at, { ...body, revision: 1 })).error).toBe('productNotFound');
  // A product of another family offers nothing that it does not have.
  await platform.db.updateTable('products').set({ profileId: null }).where('id', '=', productId).execute();
  expect((await admin.get('/local-modes')).data).toMatchObject([{ parameters: [], standards: [VDE] }]);
  await admin.del(at);
  expect((await admin.del(at)).error).toBeUndefined();
  expect((await admin.get('/local-modes')).data).toEqual([]);
});

test('a parameter that the family has not and a standard that stands there twice are told by their place', async () => {
  const { admin, at } = await scene();
  const body = { parameters: [], standards: [], revision: 0 };
  expect((await admin.put(at, { ...body, parameters: ['no.such'] })).fields).toMatchObject([
    { path: 'body.parameters.0' },
  ]);
  const twice = [VDE, { ...VDE, code: 'vde-ar-n 4105' }];
  expect((await admin.put(at, { ...body, standards: twice })).fields).toMatchObject([
    { path: 'body.standards.1.code' },
  ]);
});

test('a library allows no more local modes than an app reads at once; those that are there can be changed and taken away', async () => {
  const { admin, productId, at } = await scene();
  const others: number[] = [];
  for (let n = 0; n < LIMITS.localModesOfOne; n += 1)
    others.push(await mintProduct(platform.db, admin.organisationId!, `full ${admin.organisationId} ${n}`));
  const none = { parameters: '[]', standards: '[]', userId: null, changedAt: new Date(0) };
  await platform.db
    .insertInto('localModes')
    .values(others.map((id) => ({ productId: id, ...none })))
    .execute();
  const body = { parameters: [], standards: [VDE], revision: 0 };
  expect((await admin.put(at, body)).error).toBe('localModesTooMany');
  const there = `/products/${others[0]}/local-mode`;
  expect((await admin.put(there, { ...body, revision: 1 })).error).toBeUndefined();
  await admin.del(there);
  expect((await admin.put(at, body)).error).toBeUndefined();
  expect((await admin.get('/local-modes')).data).toHaveLength(LIMITS.localModesOfOne);
  // Of another library it is another number.
  const other = await scene();
  expect(other.productId).not.toBe(productId);
  expect((await other.admin.put(other.at, body)).error).toBeUndefined();
});
